import { schemaCompiler } from '../contract/schemas';
import { sentenceFor } from '../contract/messages';
import { flag, instant, listOf, number, objectOf, optional, text } from '../model/rows';
import type { ErrorObject } from 'ajv';
import type { Field } from '../model/rows';
import type { Entity, Store, Table } from '../model/store';
import type { Living } from '../model/time/timelines';
import type { ClockReading } from '../model/time/clock';
import type { CloudState, Progress } from '../model/world';
import type { RowChanges } from './changes';

/** The content of a snapshot. The log of the same generation follows it. */
export interface StoredState extends CloudState {
  /** Increases each time the snapshot is replaced. */
  generation: number;
}

/** The first line of a log. */
export interface LogHead {
  /** The snapshot that the log follows. */
  generation: number;
}

/** Another line of a log: the changes since the line before it. */
export interface LogRecord extends Progress, Partial<RowChanges> {}

const compiler = schemaCompiler({ allErrors: false, strictNumbers: true });

const anyRow = objectOf<Entity>({ id: text });
const anyTables: Field = { type: 'object', additionalProperties: listOf(anyRow) };
const progress = {
  clock: objectOf<ClockReading>({ now: instant, scale: { exclusiveMinimum: 0, ...number }, frozen: flag }),
  drawn: { type: 'integer', minimum: 0 },
};
const generation: Field = { type: 'integer', minimum: 0 };
const stateSchema = objectOf<StoredState>({
  version: { const: 1 },
  ...progress,
  tables: anyTables,
  generation,
});
const headSchema = objectOf<LogHead>({ generation });
const recordSchema = objectOf<LogRecord>({
  ...progress,
  set: optional(anyTables),
  removed: optional({ type: 'object', additionalProperties: listOf(text) }),
});

/** Throws a sentence that names the place, for a value that does not match. */
function check(schema: Field, value: unknown, place = ''): void {
  const validate = compiler().compile(schema);
  if (!validate(value)) throw new Error(place + clause(validate.errors ?? []));
}

/** The sentence without its full stop, as a part of another sentence. */
const clause = (errors: readonly ErrorObject[]): string => sentenceFor(errors).replace(/\.$/, '');

/** Throws for a value that is not the state of a cloud; its rows are not checked. */
export function checkState(value: unknown): asserts value is StoredState {
  check(stateSchema, value);
}

/** Throws for a value that is not the first line of a log. */
export function checkHead(value: unknown): asserts value is LogHead {
  check(headSchema, value);
}

/** Throws for a value that is not another line of a log; its rows are not checked. */
export function checkRecord(value: unknown): asserts value is LogRecord {
  check(recordSchema, value);
}

/** Throws for rows that the cloud could not have written. */
export function checkRows({ tables }: StoredState, store: Store): void {
  const ids = new Map(
    Object.entries(tables).map(([name, rows]) => [name, new Set(rows.map(({ id }) => id))]),
  );
  for (const [name, rows] of Object.entries(tables)) {
    const table = store.all().get(name);
    if (table === undefined) throw new Error(`tables.${name} is not known`);
    if (ids.get(name)?.size !== rows.length) throw new Error(`tables.${name} has an id twice`);
    rows.forEach((row, index) => {
      const place = `tables.${name}[${index}] (${row.id}): `;
      check(table.options.row, row, place);
      checkPhases(row, place);
      checkReferences(row, table, ids, place);
    });
  }
}

function checkPhases(row: Entity, place: string): void {
  if (!('phases' in row)) return;
  const { phases, entered } = row as Living;
  if (entered > phases.length) throw new Error(`${place}entered is beyond its ${phases.length} phases`);
}

function checkReferences(
  row: Entity,
  { options: { refers = {} } }: Table,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
  place: string,
): void {
  for (const [field, target] of Object.entries(refers)) {
    const id = (row as unknown as Record<string, string>)[field] ?? '';
    if (ids.get(target)?.has(id) !== true)
      throw new Error(`${place}${field} names "${id}", which is not in tables.${target}`);
  }
}
