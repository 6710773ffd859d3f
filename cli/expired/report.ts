// Describes a machine and its end to the user.
import type { Machine, Standing } from '../../core/expired';
import { judge } from '../../core/expired';
import type { OnExpiry } from '../../core/expiryTag';
import { expiryTime } from '../../core/expiryTag';
import { hourlyPriceOf, nounOf } from '../../core/orphans/orphans';
import { isBilled } from '../../core/statuses';
import { formatDuration } from '../../core/values/duration';
import { tableOf } from '../table';

/** A machine in the output of `expired --json`. */
export interface Report {
  /** `instance` or `cluster`. */
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** `due`, `unfinished` (run `pulumi up`), `later` or `endless`. */
  readonly standing: Standing;
  /** Null without an end, also if the tag counts for nothing. */
  readonly expiresAt: string | null;
  /** Below 0 after the end; null without an end. */
  readonly secondsLeft: number | null;
  readonly onExpiry: OnExpiry | null;
  /** Whether a delete at the end leaves the operating-system volume. */
  readonly keepsOsVolume: boolean | null;
  /** Of the machine without its volumes, in the account's currency; null if the API does not show it. */
  readonly pricePerHour: number | null;
  /** The price per hour for the time since its creation; null without a price. */
  readonly costSoFar: number | null;
  readonly createdAt: string;
  /** Whether no run has confirmed that its order is finished. */
  readonly isUnfinished: boolean;
  /** Whether it has a tag with an end that is a copy, or cannot be read. */
  readonly hasForeignTag: boolean;
}

const HOUR_MS = 3_600_000;

/** Describes a machine. @param now in ms since the epoch. */
export function reportOn(machine: Machine, now: number): Report {
  const { collection, object } = machine;
  const { standing, expiry, isUnfinished, hasForeignTag } = judge(machine, now);
  const hourly = isBilled(object) ? hourlyPriceOf(machine) : 0;
  const hours = Math.max(0, now - Date.parse(object.created_at)) / HOUR_MS;
  return {
    ...{ kind: nounOf(collection), id: object.id, name: object.hostname, status: object.status, standing },
    expiresAt: expiry ? expiryTime(expiry.expiresAt) : null,
    secondsLeft: expiry ? Math.round((expiry.expiresAt - now) / 1_000) : null,
    onExpiry: expiry?.onExpiry ?? null,
    keepsOsVolume: expiry?.keepsOsVolume ?? null,
    pricePerHour: hourly ?? null,
    costSoFar: hourly === undefined ? null : Number((hourly * hours).toFixed(4)),
    createdAt: object.created_at,
    ...{ isUnfinished, hasForeignTag },
  };
}

/** The soonest end first; machines without an end come last. */
export const bySoonest = (one: Report, other: Report): number =>
  (one.secondsLeft ?? Infinity) === (other.secondsLeft ?? Infinity)
    ? 0
    : (one.secondsLeft ?? Infinity) - (other.secondsLeft ?? Infinity);

const HEADINGS = ['KIND', 'NAME', 'ID', 'PER HOUR', 'SO FAR', 'END', 'LEFT', 'THEN', ''];

export const tableOfReports = (reports: readonly Report[]): string =>
  tableOf([HEADINGS, ...reports.map(rowOf)]);

const rowOf = (report: Report): string[] => [
  ...[report.kind, report.name, report.id],
  report.pricePerHour === null ? '-' : String(Number(report.pricePerHour.toPrecision(4))),
  report.costSoFar === null ? '-' : report.costSoFar.toFixed(2),
  ...[report.expiresAt ?? '-', timeLeft(report), actionOf(report), notesOn(report)],
];

function timeLeft({ secondsLeft }: Report): string {
  if (secondsLeft === null) return '-';
  return secondsLeft > 0
    ? formatDuration(secondsLeft * 1_000)
    : `over for ${formatDuration(-secondsLeft * 1_000)}`;
}

function actionOf({ onExpiry, keepsOsVolume }: Report): string {
  if (onExpiry === null) return '-';
  return onExpiry === 'delete' && keepsOsVolume ? 'delete, keep its OS volume' : onExpiry;
}

const NOTES: Readonly<Record<Standing, string>> = {
  due: 'due',
  unfinished: 'order not finished: run `pulumi up`',
  later: '',
  endless: 'no end',
};

const notesOn = ({ standing, isUnfinished, hasForeignTag }: Report): string =>
  [
    NOTES[standing],
    ...(hasForeignTag ? ['its tag is a copy or damaged, and counts for nothing'] : []),
    ...(standing === 'endless' && isUnfinished ? [NOTES.unfinished] : []),
  ]
    .filter(Boolean)
    .join('; ');

/** Whether the list names a machine: it has an end, or should have one. */
export const isListed = ({ expiresAt, isUnfinished, hasForeignTag }: Report): boolean =>
  expiresAt !== null || isUnfinished || hasForeignTag;
