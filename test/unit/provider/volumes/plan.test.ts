// What is done to a volume, as a specification: what is read, what state and program say, and the plan that follows.
import type { Instance, Volume } from '../../../../api';
import { pendingName } from '../../../../core/pendingTag';
import type { VolumeInputs, VolumeOutputs } from '../../../../provider/volumes/volume';
import { planVolume } from '../../../../provider/volumes/plan';
import type { PlanRequest } from '../../../../provider/schema/plan';
import { UNKNOWN } from '../../../../provider/schema/unknown';
import { planLines } from '../resources/planLines';

const UNKNOWN_VALUE = UNKNOWN as never;

/** The volume of all rows: declared, in state and in the cloud. A row says only what differs. */
const DECLARED: VolumeInputs = { name: 'data', size: 100, type: 'NVMe', locationCode: 'FIN-01' };
const FOUND = {
  ...{ id: 'v', name: 'data', size: 100, type: 'NVMe', location: 'FIN-01', status: 'detached' },
  ...{ tags: [], instances: [], instance_id: null },
} as Partial<Volume>;

const on = (...ids: string[]): Partial<Volume> => ({
  status: 'attached',
  instances: ids.map((id) => ({ id, hostname: id, status: 'running' }) as Volume['instances'][number]),
});

const tagged = (tags: Readonly<Record<string, string>>): Pick<Volume, 'tags'> => ({
  tags: Object.entries(tags).map(([key, value]) => ({ id: key, key, value })),
});

const machine = (id: string, status: Instance['status']) =>
  ({ id, hostname: `host-${id}`, status }) as Instance;

interface Row {
  /** Default: a change in place. */
  readonly of?: PlanRequest['of'];
  readonly keep?: boolean;
  /** Null: it is gone. */
  readonly found?: Partial<Volume> | null;
  /** The machines that hold it. */
  readonly machines?: readonly Instance[];
  readonly state?: Partial<VolumeInputs & VolumeOutputs>;
  readonly inputs?: Partial<VolumeInputs>;
  readonly plan: readonly string[];
}

const linesOf = ({ of = 'change', keep = false, found = {}, machines = [], state, inputs }: Row) =>
  planLines(
    planVolume(
      { found: found === null ? undefined : ({ ...FOUND, ...found } as Volume), machines },
      { ...DECLARED, ...state },
      { ...DECLARED, ...inputs },
      { id: 'v', of, keep, isDeclared: true, isPlanned: true },
    ),
  );

const LOST =
  'warning: Replacing it deletes data: the storage data (100 GB) is moved to the trash, from where it can be restored for 96 hours. The new volume is empty: to take the data over, make it a copy with sourceVolumeId: "v".';
const RUNS = (id: string) =>
  `warning: It is attached to the instance host-${id} (${id}), which is running: a volume can only be detached from a machine that is off. Set allowShutdown: true, or shut it down first.`;
const MANY_TAGS = Object.fromEntries('abcdefghij'.split('').map((key) => [key, '']));

describe('a volume that is there', () => {
  test.each<[string, Row]>([
    ['stays as it is', { plan: [] }],
    [
      'that no input changes stays as it is, whatever the cloud shows',
      { of: 'unchanged', found: { name: 'drifted', size: 50 }, plan: [] },
    ],
    [
      'is renamed',
      { inputs: { name: 'new' }, plan: ['step: changing name from "data" to "new"; then name = "new"'] },
    ],
    [
      'grows, which changes its price',
      {
        inputs: { size: 200 },
        plan: ['step: changing size from 100 GB to 200 GB; then size = 200', 'price: NVMe 100 → NVMe 200'],
      },
    ],
    [
      'is renamed before it grows',
      {
        inputs: { name: 'new', size: 200 },
        plan: [
          'step: changing name from "data" to "new"; then name = "new"',
          'step: changing size from 100 GB to 200 GB; then size = 200',
          'price: NVMe 100 → NVMe 200',
        ],
      },
    ],
    [
      'that has grown already only gets its size into state',
      {
        found: { size: 200 },
        inputs: { size: 200 },
        plan: ['step: (no word); then size = 200', 'price: NVMe 100 → NVMe 200'],
      },
    ],
    [
      'never shrinks: the schema refuses it',
      {
        found: { size: 300 },
        inputs: { size: 200 },
        plan: ['step: (no word); then size = 200', 'price: NVMe 100 → NVMe 200'],
      },
    ],
    [
      'of unknown size has an unknown price, and no step yet',
      { inputs: { size: UNKNOWN_VALUE }, plan: ['price: NVMe 100 → NVMe ?'] },
    ],
    ['of unknown name has no step yet', { inputs: { name: UNKNOWN_VALUE }, plan: [] }],
    [
      'that was renamed by somebody gets its name back with the next change',
      {
        of: 'update',
        found: { name: 'other' },
        plan: ['step: changing name from "other" to "data"; then name = "data"'],
      },
    ],
    [
      'that is a copy loses its temporary name without a word',
      {
        of: 'update',
        found: { name: pendingName('1.owner.stack.resource.d') },
        plan: ['step: (no word); then name = "data"'],
      },
    ],
    [
      'gets the tags that it lacks',
      { inputs: { tags: { team: 'ml' } }, plan: ['step: changing its tags; then tags = {"team":"ml"}'] },
    ],
    [
      'that has its tags already only gets them into state',
      {
        found: tagged({ team: 'ml' }),
        inputs: { tags: { team: 'ml' } },
        plan: ['step: (no word); then tags = {"team":"ml"}'],
      },
    ],
    [
      'loses a tag that the program had, and keeps those of others',
      {
        found: tagged({ team: 'ml', other: 'x' }),
        state: { tags: { team: 'ml' } },
        plan: ['step: changing its tags; then tags = nothing'],
      },
    ],
    ['keeps the tags of others', { found: tagged({ other: 'x' }), plan: [] }],
    [
      'that is adopted gets the tag by which machines leave it',
      { of: 'update', inputs: { adoptId: 'v' }, plan: ['step: marking it as adopted'] },
    ],
    [
      'that is adopted and full of tags is noted on this computer',
      { of: 'update', found: tagged(MANY_TAGS), inputs: { adoptId: 'v' }, plan: ['step: (no word)'] },
    ],
  ])('%s', (_, row) => {
    expect(linesOf(row)).toEqual(row.plan);
  });
});

describe('a volume and its machines', () => {
  test.each<[string, Row]>([
    [
      'it is attached while the machine is off',
      {
        inputs: { instanceIds: ['m'] },
        plan: ['step: attaching, while m is off; then instanceIds = ["m"]'],
      },
    ],
    [
      'it is detached from a machine that is off',
      {
        found: on('m'),
        machines: [machine('m', 'offline')],
        state: { instanceIds: ['m'] },
        inputs: { instanceIds: [] },
        plan: ['step: detaching, while m is off; then instanceIds = []'],
      },
    ],
    [
      'a preview names the running machine from which it is to be detached',
      {
        found: on('m'),
        machines: [machine('m', 'running')],
        state: { instanceIds: ['m'] },
        inputs: { instanceIds: [] },
        plan: [RUNS('m'), 'step: detaching, while m is off; then instanceIds = []'],
      },
    ],
    [
      'it is detached from the old machine before it is attached to the new one',
      {
        found: on('m'),
        state: { instanceIds: ['m'] },
        inputs: { instanceIds: ['n'], allowShutdown: true },
        plan: [
          'step: detaching, while m is off; then instanceIds = []',
          'step: attaching, while n is off; then instanceIds = ["n"]',
        ],
      },
    ],
    [
      'a shared volume moves one machine at a time',
      {
        found: on('a', 'b'),
        state: { instanceIds: ['a', 'b'] },
        inputs: { instanceIds: ['b', 'c', 'd'], allowShutdown: true },
        plan: [
          'step: detaching, while a is off; then instanceIds = ["b"]',
          'step: attaching, while c is off; then instanceIds = ["b","c"]',
          'step: attaching, while d is off; then instanceIds = ["b","c","d"]',
        ],
      },
    ],
    [
      'it stays where it is if the program does not say',
      { found: on('m'), state: { instanceIds: ['m'] }, plan: [] },
    ],
    [
      'it stays where it is while an id is unknown',
      { found: on('m'), state: { instanceIds: ['m'] }, inputs: { instanceIds: ['n', UNKNOWN] }, plan: [] },
    ],
    [
      'it is detached last, after the other changes',
      {
        found: on('m'),
        state: { instanceIds: ['m'] },
        inputs: { name: 'new', tags: { a: 'b' }, instanceIds: [], allowShutdown: true },
        plan: [
          'step: changing name from "data" to "new"; then name = "new"',
          'step: changing its tags; then tags = {"a":"b"}',
          'step: detaching, while m is off; then instanceIds = []',
        ],
      },
    ],
  ])('%s', (_, row) => {
    expect(linesOf(row)).toEqual(row.plan);
  });
});

describe('a replacement of a volume', () => {
  test.each<[string, Row]>([
    ['names the data that it deletes', { of: 'replacement', plan: [LOST, 'notes for the run'] }],
    [
      'says that a permanent delete leaves nothing in the trash',
      {
        of: 'replacement',
        inputs: { deletePermanently: true },
        plan: [
          'warning: Replacing it deletes data: the storage data (100 GB) is deleted permanently. The new volume is empty: to take the data over, make it a copy with sourceVolumeId: "v".',
          'notes for the run',
        ],
      },
    ],
    [
      'by a copy of itself loses nothing',
      { of: 'replacement', inputs: { sourceVolumeId: 'v' }, plan: ['notes for the run'] },
    ],
    ['that keeps the old one loses nothing', { of: 'replacement', keep: true, plan: ['notes for the run'] }],
    [
      'names the running machine that holds the old one, after the data',
      {
        of: 'replacement',
        machines: [machine('m', 'running'), machine('n', 'offline')],
        state: { instanceIds: ['m', 'n'] },
        plan: [LOST, RUNS('m'), 'notes for the run'],
      },
    ],
    [
      'of a volume that is gone deletes nothing',
      { of: 'replacement', found: null, plan: ['notes for the run'] },
    ],
    [
      'follows if it is gone',
      {
        of: 'unchanged',
        found: null,
        plan: ['replace: The volume v is gone: another takes its place.', 'notes for the run'],
      },
    ],
    [
      'follows if it is in the trash',
      {
        found: { status: 'deleted' },
        inputs: { name: 'new' },
        plan: [
          'replace: The volume data (v) has the status deleted: another takes its place.',
          'notes for the run',
        ],
      },
    ],
  ])('%s', (_, row) => {
    expect(linesOf(row)).toEqual(row.plan);
  });
});
