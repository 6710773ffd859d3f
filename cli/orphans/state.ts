// Which ids are in a state.
import { readFileSync } from 'node:fs';
import { ORDER_TAG } from '../../core/hiddenProperties';
import { takesId, takesIds } from '../../core/inputsWithIds';
import { intentLogIn } from '../../core/orphans/intentLog';
import type { KnownPosts } from '../../core/orphans/originals';
import { withAnswers } from '../../core/orphans/originals';
import { OUTPUTS_WITH_VOLUMES, volumesInState } from '../../core/orphans/volumesInState';
import { pluginToken, typeToken } from '../../core/urn';
import { SECRET, SIGNATURE } from '../../core/validation/shape';
import { UsageError } from '../usageError';

/** The ids that a state contains, each with the URN of a resource. */
export interface IdsInState {
  /** Ids of resources, and of the volumes that belong to them. */
  readonly held: ReadonlyMap<string, string>;
  /** Texts that arguments of resources name, or anything in the state of other packages. */
  readonly named: ReadonlyMap<string, string>;
  /** The tags of the orders of resources, by their ids. */
  readonly orderTags: ReadonlyMap<string, string>;
  /** The URNs of resources with encrypted values that may name an id. */
  readonly encrypted: readonly string[];
}

interface Export {
  readonly deployment?: { readonly resources?: unknown; readonly pending_operations?: unknown } | null;
}

export interface StateResource {
  readonly urn?: unknown;
  readonly id?: unknown;
  readonly type?: unknown;
  /** False for a component, which has no state of its own. */
  readonly custom?: unknown;
  /** True for a resource that a program only reads. */
  readonly external?: unknown;
  readonly inputs?: unknown;
  readonly outputs?: unknown;
}

/** The operations that were under way when a run was interrupted. */
interface PendingOperation {
  readonly type?: unknown;
  readonly resource?: StateResource | null;
}

/**
 * Reads files that `pulumi stack export` has written.
 *
 * @returns undefined without files.
 */
export function idsInState(files: readonly string[] | undefined): IdsInState | undefined {
  if (files === undefined) return undefined;
  const held = new Map<string, string>();
  const named = new Map<string, string>();
  const encrypted = new Set<string>();
  const orderTags = new Map<string, string>();
  for (const resource of files.flatMap(resourcesIn)) {
    const urn = String(resource.urn);
    for (const id of idsHeldBy(resource)) if (!held.has(id)) held.set(id, urn);
    collect(textsNamedBy(resource), urn, named);
    if (mayHideIds(resource)) encrypted.add(urn);
    const { outputs } = resource;
    const tag =
      isOurs(resource) && isObject(outputs) ? (outputs as Record<string, unknown>)[ORDER_TAG] : undefined;
    if (typeof tag === 'string') orderTags.set(String(resource.id), tag);
  }
  return { held, named, orderTags, encrypted: [...encrypted] };
}

/** Interrupted creates do not count: the engine never uses what they name again. */
export function resourcesIn(file: string): StateResource[] {
  const { deployment } = parse(file);
  const resources = deployment?.resources ?? [];
  const operations = deployment?.pending_operations ?? [];
  if (!deployment || !Array.isArray(resources) || !Array.isArray(operations)) {
    throw new UsageError(
      `${file} is not a state: it has no deployment. Write it with \`pulumi stack export --file ${file}\`.`,
    );
  }
  const interrupted = (operations as (PendingOperation | null)[])
    .filter((operation) => operation?.type !== 'creating')
    .map((operation) => operation?.resource);
  return [...(resources as (StateResource | null)[]), ...interrupted].flatMap((resource) => resource ?? []);
}

/** Where ids may be hidden, and how to read them; undefined if the state has no such values. */
export function whatIsHidden({ encrypted: [first, ...others] }: IdsInState): string | undefined {
  if (first === undefined) return undefined;
  const more = others.length > 0 ? ` and ${String(others.length)} more resources` : '';
  return (
    `The state has encrypted values that may name an id, in ${first}${more}. ` +
    'Run `pulumi stack export --show-secrets --file state.json`, give that file, and delete it afterwards'
  );
}

/** What the notes of this computer and the state say about POSTs. */
export const postsKnownTo = (state: IdsInState | undefined): KnownPosts =>
  withAnswers(intentLogIn(process.env).posts, state?.orderTags ?? []);

/** Whether a resource in the state has an id, or names it in its arguments. */
export const inState =
  (state: IdsInState | undefined) =>
  (id: string): boolean =>
    state !== undefined && (state.held.has(id) || state.named.has(id));

function idsHeldBy(resource: StateResource): string[] {
  const { id, outputs } = resource;
  const ids = typeof id === 'string' ? [id] : [];
  if (!isOurs(resource) || typeof outputs !== 'object' || outputs === null) return ids;
  // A secret output is an object, and holds no ids that can be read.
  const readable = Object.entries(outputs).filter(
    ([, value]) => typeof value !== 'object' || Array.isArray(value),
  );
  return [...ids, ...volumesInState(Object.fromEntries(readable))];
}

/** The outputs of this package also show what else is attached, for example an orphan. */
function textsNamedBy(resource: StateResource): unknown {
  const { custom, inputs, outputs } = resource;
  if (custom === false) return undefined;
  return isOurs(resource) ? inputs : [inputs, outputs];
}

/** Whether an encrypted value of this package may name an id. Most other packages encrypt values that name none. */
function mayHideIds(resource: StateResource): boolean {
  const { inputs, outputs } = resource;
  return (
    isOurs(resource) &&
    (isEncryptedIn(inputs, (name) => takesId(name) || takesIds(name)) ||
      isEncryptedIn(outputs, (name) => OUTPUTS_WITH_VOLUMES.includes(name)))
  );
}

/** Whether a property that counts is encrypted, or a part of it. */
const isEncryptedIn = (properties: unknown, counts: (name: string) => boolean): boolean =>
  isObject(properties) &&
  (isEncrypted(properties) ||
    Object.entries(properties).some(([name, value]) => counts(name) && isEncryptedIn(value, () => true)));

const isEncrypted = (value: object): boolean => isSecret(value) && 'ciphertext' in value;

const isSecret = (value: object): boolean => SIGNATURE in value && value[SIGNATURE] === SECRET;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Reads the values that `--show-secrets` writes as JSON in a text. */
const reveal = (_: string, value: unknown): unknown =>
  isObject(value) && isSecret(value) && 'plaintext' in value
    ? JSON.parse(String(value.plaintext), reveal)
    : value;

/** Whether the type of a resource is that of a class of this package, in either form. */
export const isOfClass = (name: string, type: unknown): boolean =>
  [typeToken(name), pluginToken(name)].includes(String(type));

const isOurs = ({ type }: StateResource): boolean =>
  [typeToken(''), pluginToken('')].some((token) => String(type).startsWith(token));

function parse(file: string): Export {
  try {
    return (JSON.parse(readFileSync(file, 'utf8'), reveal) ?? {}) as Export;
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
  } else if (isObject(value)) {
    for (const one of Object.values(value)) collect(one, urn, ids);
  }
}
