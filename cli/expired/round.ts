// One round of `expired`: the list, and what is due.
import type { CloudComputeClient } from '../../api/client';
import type { CallOptions } from '../../api/options';
import { printable, printableLines } from '../../api/printable';
import { TRASH_PERIOD } from '../../core/deletedVolume';
import type { Machine } from '../../core/expired';
import { isMachine, judge, volumesAtEnd } from '../../core/expired';
import { expiryTime } from '../../core/expiryTag';
import { listBilled } from '../../core/orphans/billed';
import { describeThing, hourlyPriceOf, nameOf } from '../../core/orphans/orphans';
import { isGoing } from '../../core/statuses';
import { confirm } from '../confirm';
import { jsonOf } from '../json';
import { isOfClass, resourcesIn } from '../orphans/state';
import { UsageError } from '../usageError';
import { linesAbout } from '../volumeLines';
import type { Outcome } from './removeMachine';
import { removeMachine } from './removeMachine';
import type { Report } from './report';
import { bySoonest, isListed, reportOn, tableOfReports } from './report';

/** The options of a round. */
export interface RoundOptions {
  readonly remove?: boolean;
  readonly yes?: boolean;
  /** Files of `pulumi stack export`: only the machines of these states. */
  readonly state?: readonly string[];
  readonly require?: boolean;
  readonly json?: boolean;
}

/** A machine that was due, in the output of `--json`. */
export interface OutcomeReport {
  readonly id: string;
  readonly result: Outcome['result'];
  /** Why it failed; null otherwise. */
  readonly reason: string | null;
  /** The operating-system volume that went to the trash. */
  readonly trashedVolumeIds: readonly string[];
  /** The volumes that stay billed. */
  readonly stayingVolumes: readonly StayingVolume[];
}

interface StayingVolume {
  readonly id: string;
  readonly name: string;
  readonly pricePerHour: number | null;
}

/** The output of `expired --json`. */
export interface ExpiredReport {
  /** The time that ends are compared with. */
  readonly time: string;
  /** Whether that is the time of the cloud. */
  readonly isCloudTime: boolean;
  /** `project`, or `state` with `--state`. */
  readonly scope: 'project' | 'state';
  /** All machines, also those without an end. */
  readonly machines: readonly Report[];
  /** Only with `--remove`. */
  readonly outcomes?: readonly OutcomeReport[];
}

/**
 * Lists the machines, and with `remove` carries out what is due.
 *
 * @returns what went wrong, in sentences.
 */
export async function round(
  client: CloudComputeClient,
  options: RoundOptions & { readonly watch?: number },
  signal?: AbortSignal,
): Promise<string[]> {
  const { remove = false, yes = false, json = false, state } = options;
  const machines = await machinesOf(client, state, { signal });
  const now = client.cloudTime();
  const isCloudTime = client.hasCloudTime();
  if (!isCloudTime && remove)
    throw new UsageError(
      'Nothing was removed: the answers of the cloud have no Date header, so its time is not known. Check what is between this computer and the cloud, for example a proxy.',
    );
  const reports = machines.map((machine) => reportOn(machine, now)).sort(bySoonest);
  if (!isCloudTime)
    process.stderr.write(
      'warning: The cloud sends no time. Ends are compared with the time of this computer.\n',
    );
  if (!json) process.stdout.write(textOf(reports, now, options));
  const due = machines.filter((machine) => judge(machine, now).standing === 'due');
  const isWanted = remove && due.length > 0 && (yes || (await isConfirmed(client, due, now)));
  const outcomes = isWanted ? await removeAll(client, due, json, signal) : [];
  if (json) {
    const report: ExpiredReport = {
      ...{ time: expiryTime(now), isCloudTime, scope: state ? 'state' : 'project', machines: reports },
      ...(remove && { outcomes: outcomes.map(outcomeReport) }),
    };
    process.stdout.write(
      options.watch === undefined ? jsonOf(report) : `${printableLines(JSON.stringify(report))}\n`,
    );
  }
  return problemsIn(outcomes, reports, options);
}

/** The machines that are not being deleted: of the states, or of the whole project. */
async function machinesOf(
  client: CloudComputeClient,
  files: readonly string[] | undefined,
  options: CallOptions,
): Promise<Machine[]> {
  const ids = files && machineIdsIn(files);
  const things = await listBilled(client, options, ['instances', 'clusters']);
  return things.filter(isMachine).filter(({ object }) => !isGoing(object) && (!ids || ids.has(object.id)));
}

/** A machine that a program only reads belongs to somebody else. */
const machineIdsIn = (files: readonly string[]): ReadonlySet<string> =>
  new Set(
    files
      .flatMap(resourcesIn)
      .filter(
        ({ type, external }) =>
          external !== true && (isOfClass('Instance', type) || isOfClass('Cluster', type)),
      )
      .flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  );

function textOf(reports: readonly Report[], now: number, { state, require = false }: RoundOptions): string {
  const scope = state
    ? 'Machines of the given states'
    : 'Machines of the whole project, of all stacks; --state FILE limits the list to those of a stack';
  const listed = reports.filter((report) => require || isListed(report));
  const endless = reports.filter(({ standing }) => standing === 'endless').length;
  return [
    `${scope}, at ${expiryTime(now)}:\n`,
    listed.length === 0 ? 'No machine has an end.\n' : tableOfReports(listed),
    ...(endless === 0
      ? []
      : [`${endless} of ${reports.length} without an end: \`maxRunDuration\` sets one.\n`]),
  ].join('');
}

/** Asks, after the names of what goes and what stays. */
async function isConfirmed(
  client: CloudComputeClient,
  due: readonly Machine[],
  now: number,
): Promise<boolean> {
  const volumes = await client.volumes.list();
  const ends = due.flatMap((machine) => {
    const { expiry } = judge(machine, now);
    return expiry ? [{ machine, expiry, ...volumesAtEnd(machine, expiry, volumes) }] : [];
  });
  const lines = ends.map(({ machine, expiry, trashed }) => {
    const what = expiry.onExpiry === 'hibernate' ? 'hibernates' : 'is deleted';
    return `  ${describeThing(machine)}: ${what}${withVolumes(trashed)}\n`;
  });
  process.stdout.write(
    `These have reached their end:\n${lines.join('')}` +
      linesAbout(
        ends.flatMap(({ staying }) => staying),
        'These volumes on them will be detached, and stay billed:',
      ),
  );
  if (await confirm('Carry it out?')) return true;
  process.stdout.write('Nothing was removed.\n');
  return false;
}

const withVolumes = (volumes: Outcome['trashed']): string =>
  volumes
    .map(({ name, id }) => `, its operating-system volume ${printable(name)} (${id}) goes to the trash`)
    .join('');

/** Carries out the ends of all; the client keeps to the rate limits. */
async function removeAll(
  client: CloudComputeClient,
  due: readonly Machine[],
  json: boolean,
  signal: AbortSignal | undefined,
): Promise<Outcome[]> {
  const volumes = await client.volumes.list({}, { signal });
  return Promise.all(
    due.map(async (machine) => {
      const outcome = await removeMachine(client, machine, volumes, signal);
      if (!json) process.stdout.write(linesOn(outcome));
      return outcome;
    }),
  );
}

function linesOn({ machine, result, trashed, staying }: Outcome): string {
  const name = nameOf(machine);
  const line = {
    deleted: `Deleted the ${name}${trashed.map(({ id }) => `; its operating-system volume ${id} stays in the trash for ${TRASH_PERIOD}`).join('')}.\n`,
    hibernated: `Hibernated the ${name}.\n`,
    gone: `The ${name} is gone already, or is being deleted.\n`,
    extended: `Left the ${name}: it is not due any more.\n`,
    // The error says it.
    failed: '',
    stopped: `Not finished: the ${name}. Run the command again.\n`,
  }[result];
  return line + linesAbout(staying, 'Its other volumes were detached from it and stay billed:');
}

const outcomeReport = ({ machine, result, reason, trashed, staying }: Outcome): OutcomeReport => ({
  ...{ id: machine.object.id, result, reason: reason ?? null },
  trashedVolumeIds: trashed.map(({ id }) => id),
  stayingVolumes: staying.map((object) => ({
    ...{ id: object.id, name: object.name },
    pricePerHour: hourlyPriceOf({ collection: 'volumes', object }) ?? null,
  })),
});

/** How many machines a message names. */
const NAMED = 3;

function problemsIn(
  outcomes: readonly Outcome[],
  reports: readonly Report[],
  { require = false }: RoundOptions,
): string[] {
  const failed = outcomes.flatMap(({ machine, result, reason }) =>
    result === 'failed'
      ? [`The ${nameOf(machine)} has reached its end, and stays billed: ${reason ?? ''}`]
      : [],
  );
  const endless = reports.filter(({ standing }) => standing === 'endless');
  if (!require || endless.length === 0) return failed;
  const names = endless.slice(0, NAMED).map(({ kind, name, id }) => `${kind} ${printable(name)} (${id})`);
  const more = endless.length > NAMED ? ` and ${endless.length - NAMED} more` : '';
  return [
    ...failed,
    `${endless.length} of ${reports.length} machines have no end: ${names.join(', ')}${more}. Set \`maxRunDuration\`, and run \`pulumi up\`.`,
  ];
}
