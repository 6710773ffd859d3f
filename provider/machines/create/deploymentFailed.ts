import type { JournalEntry } from '../../../api/index';
import { printable } from '../../../api/printable';
import type { Call } from '../../run/call';
import { withoutFullStop } from '../../run/errors';
import { formatDuration } from '../../../core/values/duration';
import { DeadlineError } from '../../polling/deadline';
import { nameAndId } from '../../checks/messages';

/** A machine that can never become usable: `no_capacity`, `installation_failed`, `error`, or gone. */
export class DeploymentFailed extends Error {
  override readonly name = 'DeploymentFailed';
  readonly status: string;
  constructor(
    noun: string,
    readonly id: string,
    object: { readonly hostname: string; readonly status: string } | undefined,
    /** The journal, and how long it took. */
    details = '',
  ) {
    const status = object?.status ?? 'gone';
    super(
      `The ${noun} ${nameAndId({ ...object, id })} ${MEANINGS[status] ?? `ended as ${status}`}${details}`,
    );
    this.status = status;
  }
}

const MEANINGS: Readonly<Record<string, string>> = {
  no_capacity: 'found no capacity after it had been accepted (status no_capacity)',
  installation_failed: 'could not be installed (status installation_failed)',
  error: 'ran into an error (status error)',
  discontinued: 'was discontinued before it was ready (status discontinued)',
  deleting: 'is being deleted (status deleting)',
  notfound: 'is not known to the cloud any more (status notfound)',
  gone: 'is gone',
};

/** Why a resource in state must be created anew. */
export const replacementReason = (
  noun: string,
  id: string,
  found: { readonly name: string; readonly status: string } | undefined,
): string =>
  `The ${noun} ${found ? `${nameAndId({ ...found, id })} has the status ${found.status}` : `${id} is gone`}: another takes its place.`;

/** Waits until a machine is ready. An error of `wait` gets the elapsed time and the journal of the machine. */
export async function awaitReady<T>(call: Call, id: string, wait: () => Promise<T | undefined>): Promise<T> {
  const started = call.run.clock.now();
  try {
    const ready = await wait();
    if (ready === undefined) throw new DeploymentFailed('resource', id, undefined);
    return ready;
  } catch (error) {
    // All waits end with the same reason, so nothing is added to it.
    if (!(error instanceof Error) || error === call.signal.reason) throw error;
    const elapsed = formatDuration(call.run.clock.now() - started);
    const what =
      error instanceof DeadlineError
        ? `${whatIs(id, error.last)} is still ${error.lastStatus ?? 'not listed'} after ${elapsed}. ` +
          'It stays in state, and the next `pulumi up` continues to wait for it.'
        : `${withoutFullStop(error.message)}, after ${elapsed}.`;
    error.message = `${what} ${await journalOf(call, id)}`.trim();
    throw error;
  }
}

const whatIs = (id: string, last: unknown): string =>
  typeof last === 'object' && last !== null && 'hostname' in last
    ? nameAndId({ id, hostname: String(last.hostname) })
    : id;

/** The last entries of a machine's journal, in one sentence. An unreadable journal does not hide the first error. */
async function journalOf(call: Call, id: string): Promise<string> {
  try {
    const entries = await call.run.client.journal.forCompute(id, { pageSize: 20 });
    if (entries.length === 0) return '';
    const line = ({ created_at, action_code }: JournalEntry) => printable(`${created_at} ${action_code}`);
    return `Its journal: ${[...entries]
      .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
      .map(line)
      .join(', ')}.`;
  } catch (error) {
    return `Its journal could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
