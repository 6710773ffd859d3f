// `orphans`: lists everything in the project that has a pending tag.
import { intentLogIn } from '../../core/orphans/intentLog';
import { orphansOf } from '../../core/orphans/orphans';
import { leftOnThisComputer } from '../../core/orphans/unbilled';
import { nameIn, stackIn } from '../../core/urn';
import { withClient } from '../client';
import { tableOf } from '../table';
import type { Report } from './report';
import { notesOn, reportOn, reportOnUnbilled, formatAge } from './report';
import { idsInState, inState, postsKnownTo, whatIsHidden } from './state';
import { jsonOf } from '../json';

const HEADINGS = ['KIND', 'NAME', 'ID', 'PER HOUR', 'AGE', 'OWNER', 'STACK', ''];

export async function listOrphans({
  state: files,
  json = false,
}: {
  readonly state?: readonly string[];
  readonly json?: boolean;
}): Promise<void> {
  const state = idsInState(files);
  const reports = await withClient(async (client) => {
    const orphans = await orphansOf(client, postsKnownTo(state), inState(state));
    const now = client.cloudTime();
    const log = intentLogIn(process.env);
    const unbilled = await leftOnThisComputer(client, log.unbilled(), inState(state));
    const urns = log.orderedUrns();
    return [
      ...orphans.map((orphan) => reportOn(orphan, now, state, urns)),
      ...unbilled.map((orphan) => reportOnUnbilled(orphan, now)),
    ];
  });
  const hidden = state && whatIsHidden(state);
  if (hidden !== undefined && reports.length > 0) process.stderr.write(`warning: ${hidden}.\n`);
  process.stdout.write(json ? jsonOf(reports) : textOf(reports));
}

function textOf(reports: readonly Report[]): string {
  if (reports.length === 0) return 'No resource in this project has a pending tag.\n';
  return tableOf([HEADINGS, ...reports.map(rowOf)]);
}

const rowOf = (report: Report): string[] => [
  ...[report.kind, report.name, report.id],
  report.pricePerHour === null ? '-' : String(Number(report.pricePerHour.toPrecision(4))),
  ...[formatAge(report.ageSeconds), report.owner, stackOf(report)],
  [report.urn === null ? '' : `resource ${nameIn(report.urn)}`, notesOn(report)].filter(Boolean).join('; '),
];

/** The project and the stack, or the hash of both if this computer does not know them. */
function stackOf({ urn, stack }: Report): string {
  const known = stackIn(urn ?? '');
  return known ? `${known.project}/${known.stack}` : (stack ?? '-');
}
