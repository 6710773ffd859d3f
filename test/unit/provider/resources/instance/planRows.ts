// The rows of the tables about the plans of an instance.
import type { Instance, Volume } from '../../../../../api';
import type { InstanceInputs, InstanceOutputs } from '../../../../../provider/resources/instance';
import type { ObservedInstance } from '../../../../../provider/resources/instance/observe';
import { planInstance } from '../../../../../provider/resources/instance/plan';
import type { PlanRequest } from '../../../../../provider/schema/plan';
import { UNKNOWN } from '../../../../../provider/schema/unknown';
import { planLines } from '../planLines';

export const UNKNOWN_VALUE = UNKNOWN as never;

/** The machine of all rows: declared, in state and in the cloud. A row says only what differs. */
const DECLARED: InstanceInputs = { hostname: 'trainer', instanceType: '1A100.22V', image: 'ubuntu-24.04' };
const FOUND = {
  ...{ id: 'm', hostname: 'trainer', status: 'running', is_spot: false, tags: [] },
  ...{ os_volume_id: 'os', volume_ids: ['os'] },
} as Partial<Instance>;

export const OFF = { status: 'offline' } as const;
export const SPOT = { is_spot: true } as const;

export const has = (...ids: string[]): Partial<Instance> => ({ volume_ids: ['os', ...ids] });

export const volume = (id: string, fields: Partial<Volume> = {}) =>
  ({
    ...{
      id,
      name: id,
      size: 50,
      type: 'NVMe',
      status: 'detached',
      tags: [],
      instances: [],
      instance_id: null,
    },
    ...{ base_hourly_cost: 0.01, currency: 'usd', ...fields },
  }) as Volume;

export const on = (machineId: string): Partial<Volume> => ({ status: 'attached', instance_id: machineId });

export const read = (...volumes: readonly Volume[]) => new Map(volumes.map((one) => [one.id, one]));

export const entry = (name: string, size = 100) => ({ name, size, type: 'NVMe' as const });

export interface Row {
  /** Default: a change in place. */
  readonly of?: PlanRequest['of'];
  readonly keep?: boolean;
  /** Null: it is gone. */
  readonly found?: Partial<Instance> | null;
  readonly observed?: Omit<ObservedInstance, 'found'>;
  readonly state?: Partial<InstanceInputs & InstanceOutputs>;
  readonly inputs?: Partial<InstanceInputs>;
  readonly plan: readonly string[];
}

/** The lines, without the notes: each diff of a machine that stays leaves them. */
const linesOf = ({ of = 'change', keep = false, found = {}, observed, state, inputs }: Row) =>
  planLines(
    planInstance(
      { found: found === null ? undefined : ({ ...FOUND, ...found } as Instance), ...observed },
      { ...DECLARED, ...state },
      { ...DECLARED, ...inputs },
      { id: 'm', of, keep, isDeclared: true, isPlanned: true },
    ),
  ).filter((line) => line !== 'notes for the run');

export const check = (_: string, row: Row) => {
  expect(linesOf(row)).toEqual(row.plan);
};
