// `cost`: shows the cost of the project per hour and per month, and compares it with a limit.
import { printable } from '../../api/printable';
import { withClient } from '../client';
import { tableOf } from '../table';
import type { Item, Sum, TagSum } from './bill';
import { itemsOf, sumOf, sumsByTag } from './bill';
import { jsonOf } from '../json';
import { UsageError } from '../usageError';

/** The options of the command. */
export interface CostOptions {
  readonly byTag?: string;
  readonly json?: boolean;
  /** The highest price per hour that is no failure. */
  readonly max?: number;
}

/** The output of `cost --json`. */
export interface CostReport {
  /** The account's currency, e.g. `usd`. */
  readonly currency: string;
  readonly total: Sum;
  /** Only with `--by-tag`. */
  readonly byTag?: { readonly key: string; readonly sums: readonly TagSum[] };
  readonly items: readonly Item[];
}

/** @throws UsageError if the project costs more than `max`; the cost is shown all the same. */
export async function showCost({ byTag: key, json = false, max = Infinity }: CostOptions): Promise<void> {
  const report = await withClient(async (client): Promise<CostReport> => {
    const [{ currency }, items] = await Promise.all([client.account.balance(), itemsOf(client)]);
    return {
      currency,
      total: sumOf(items),
      ...(key !== undefined && { byTag: { key, sums: sumsByTag(items, key) } }),
      items,
    };
  });
  process.stdout.write(json ? jsonOf(report) : textOf(report));
  if (report.total.pricePerHour > max) throw new UsageError(tooDear(report, max));
}

/** The most expensive items come first. */
function tooDear({ total, currency, items }: CostReport, max: number): string {
  const dearest = items
    .slice(0, 3)
    .map(({ kind, name, pricePerHour }) => `${kind} ${printable(name)} (${shown(pricePerHour ?? 0)})`);
  return (
    `The project costs ${shown(total.pricePerHour)} ${currency.toUpperCase()} per hour, more than --max ${String(max)}. ` +
    `The most expensive: ${dearest.join(', ')}.`
  );
}

function textOf({ currency, total, byTag, items }: CostReport): string {
  if (items.length === 0) return 'Nothing in this project is billed.\n';
  const prices = [`${currency.toUpperCase()} PER HOUR`, 'PER MONTH'];
  if (byTag !== undefined) {
    const rows = byTag.sums.map((one) => [one.value ?? '(without this tag)', ...sumCells(one)]);
    return tableOf([[byTag.key.toUpperCase(), 'COUNT', ...prices], ...rows, ['total', ...sumCells(total)]]);
  }
  const unpriced = items.filter(({ pricePerHour }) => pricePerHour === null).length;
  const table = tableOf([
    ['KIND', 'NAME', 'ID', 'STATUS', 'CONTRACT', ...prices],
    ...items.map(rowOf),
    ['total', '', '', '', String(total.count), shown(total.pricePerHour), shown(total.pricePerMonth)],
  ]);
  return unpriced === 0 ? table : `${table}The API shows no price for ${unpriced} of them.\n`;
}

const rowOf = ({ kind, name, id, status, contract, contractEnd, pricePerHour, pricePerMonth }: Item) => [
  ...[kind, name, id, status],
  contractEnd === null ? (contract ?? '-') : `${contract ?? ''} until ${contractEnd.slice(0, 10)}`,
  ...[pricePerHour, pricePerMonth].map((price) => (price === null ? '-' : shown(price))),
];

const sumCells = ({ count, pricePerHour, pricePerMonth }: Sum): string[] => [
  String(count),
  shown(pricePerHour),
  shown(pricePerMonth),
];

/** Four digits of a small price, two decimal places of a larger one. */
const shown = (price: number): string =>
  Math.abs(price) < 1 ? String(Number(price.toPrecision(4))) : price.toFixed(2);
