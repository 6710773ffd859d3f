// `orphans`: lists everything in the project that has a pending tag.
import { intentLogIn } from '../../core/orphans/intentLog';
import { orphansOf } from '../../core/orphans/orphans';
import { leftUnbilled } from '../../core/orphans/unbilled';
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
    const unbilled = await leftUnbilled(client, intentLogIn(process.env), inState(state));
    return [
      ...orphans.map((orphan) => reportOn(orphan, now, state)),
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
  ...[formatAge(report.ageSeconds), report.owner, report.stack ?? '-', notesOn(report)],
];
