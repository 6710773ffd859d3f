// Which ids are in a state.
import { readFileSync } from 'node:fs';
import { UsageError } from '../usageError';

/** The URN of the resource that holds an id, by the id. */
export type IdsInState = ReadonlyMap<string, string>;

interface Export {
  readonly deployment?: { readonly resources?: unknown; readonly pending_operations?: unknown } | null;
}

interface StateResource {
  readonly urn?: unknown;
}

/** The operations that were under way when a run was interrupted. */
interface PendingOperation {
  readonly type?: unknown;
  readonly resource?: StateResource | null;
}

/**
 * Reads the output of `pulumi stack export`. Every text in it counts as an id, because nothing that a resource or a
 * pending operation refers to may be removed, for example the volumes of a machine. Interrupted creates do not count:
 * the engine never uses what they name again.
 *
 * @returns undefined without a file.
 */
export function idsInState(file: string | undefined): IdsInState | undefined {
  if (file === undefined) return undefined;
  const { deployment } = parse(file);
  const resources = deployment?.resources ?? [];
  const operations = deployment?.pending_operations ?? [];
  if (!deployment || !Array.isArray(resources) || !Array.isArray(operations)) {
    throw new UsageError(
      `${file} is not a state: it has no deployment. Write it with \`pulumi stack export --file ${file}\`.`,
    );
  }
  const ids = new Map<string, string>();
  const interrupted = (operations as (PendingOperation | null)[])
    .filter((operation) => operation?.type !== 'creating')
    .map((operation) => operation?.resource);
  for (const resource of [...(resources as (StateResource | null)[]), ...interrupted])
    collect(resource, String(resource?.urn), ids);
  return ids;
}

function parse(file: string): Export {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as Export;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'there is no such file' : error instanceof SyntaxError ? 'it is not JSON' : message;
    throw new UsageError(
      `The state cannot be read from ${file}: ${reason}. Write it with \`pulumi stack export --file ${file}\`.`,
    );
  }
}

function collect(value: unknown, urn: string, ids: Map<string, string>): void {
  if (typeof value === 'string') {
    if (!ids.has(value)) ids.set(value, urn);
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) collect(one, urn, ids);
  }
}
