// The rules of `expired`: what is due, and which volumes go.
import type { Instance, Volume } from '../../../api';
import type { Machine } from '../../../core/expired';
import { judge, volumesAtEnd } from '../../../core/expired';
import type { Expiry } from '../../../core/expiryTag';
import { expiryTag } from '../../../core/expiryTag';
import { ADOPTED } from '../../../core/hiddenTags';
import type { WhenOrphaned } from '../../../core/pendingTag';
import { orderOf, pendingTag } from '../../../core/pendingTag';

const END = Date.parse('2026-03-01T20:00:00Z');
const HOUR_MS = 3_600_000;
const EXPIRY: Expiry = { expiresAt: END, onExpiry: 'delete', keepsOsVolume: false, machineId: 'm' };

interface Tagged {
  readonly expiry?: Partial<Expiry>;
  readonly pending?: WhenOrphaned | 'damaged';
}

function machine({ expiry, pending }: Tagged, collection: Machine['collection'] = 'instances'): Machine {
  const order = orderOf({ owner: 'feedc0ffee00', urn: 'urn:pulumi:dev::lab::a::b' });
  const whenOrphaned = pending === 'damaged' ? 'drop' : (pending ?? 'drop');
  const tag = pendingTag({ ...order, whenOrphaned }, END - 8 * HOUR_MS);
  const tags = [
    ...(expiry ? [expiryTag({ ...EXPIRY, ...expiry })] : []),
    ...(pending ? [pending === 'damaged' ? { ...tag, value: 'what' } : tag] : []),
  ].map((one, index) => ({ ...one, id: `tag_${String(index)}` }));
  const object = {
    ...{ id: 'm', hostname: 'trainer', status: 'running', tags },
    ...(collection === 'instances'
      ? { os_volume_id: 'os', volume_ids: ['os', 'data'] }
      : { shared_volumes: [] }),
  };
  return { collection, object } as Machine;
}

test.each<[string, Tagged, number, string]>([
  ['a second before its end', { expiry: {} }, -1_000, 'later'],
  ['at its end', { expiry: {} }, 0, 'due'],
  ['without an end', {}, HOUR_MS, 'endless'],
  ['with the tag of another machine', { expiry: { machineId: 'another' } }, HOUR_MS, 'endless'],
  ['whose order is not finished, before its end', { expiry: {}, pending: 'drop' }, -HOUR_MS, 'unfinished'],
  [
    'whose order is not finished, an hour after its end',
    { expiry: {}, pending: 'drop' },
    HOUR_MS,
    'unfinished',
  ],
  ['whose order is not finished, longer after its end', { expiry: {}, pending: 'drop' }, HOUR_MS + 1, 'due'],
  ['that is kept at a delete and not finished', { expiry: {}, pending: 'keep' }, 1, 'unfinished'],
  ['with a damaged pending tag', { expiry: {}, pending: 'damaged' }, 1, 'unfinished'],
  ['whose order is saved', { expiry: {}, pending: 'saved' }, 0, 'due'],
  ['whose order is not finished, without an end', { pending: 'drop' }, 2 * HOUR_MS, 'endless'],
])('a machine %s', (_, tags, after, standing) => {
  expect(judge(machine(tags), END + after).standing).toBe(standing);
});

it('does not count an end by which a cluster hibernates', () => {
  const found = judge(machine({ expiry: { onExpiry: 'hibernate' } }, 'clusters'), END);
  expect(found).toEqual({ standing: 'endless', expiry: undefined, isUnfinished: false, hasForeignTag: true });
});

const volume = (id: string, fields: Partial<Volume> = {}): Volume =>
  ({
    ...{ id, name: id, status: 'attached', is_os_volume: false, tags: [] },
    instances: [{ id: 'm', hostname: 'trainer' }],
    ...fields,
  }) as Volume;

const OS = volume('os', { is_os_volume: true });
const adoptedTag = { id: 'tag_9', key: ADOPTED, value: '1' };

test.each<[string, Partial<Expiry>, Volume, string[]]>([
  ['goes with the machine', {}, OS, ['os']],
  ['stays if the tag says so', { keepsOsVolume: true }, OS, []],
  ['stays if the machine hibernates', { onExpiry: 'hibernate' }, OS, []],
  ['stays if a Volume has adopted it', {}, { ...OS, tags: [adoptedTag] }, []],
  [
    'stays if another machine has it too',
    {},
    { ...OS, instances: [...OS.instances, { ...OS.instances[0], id: 'another' }] as Volume['instances'] },
    [],
  ],
])('the operating-system volume %s', (_, expiry, os, trashed) => {
  const all = [os, volume('data'), volume('elsewhere', { instances: [] })];
  const found = volumesAtEnd(machine({ expiry }), { ...EXPIRY, ...expiry }, all);
  expect(found.trashed.map(({ id }) => id)).toEqual(trashed);
  expect(found.staying.map(({ id }) => id)).toEqual(['os', 'data'].filter((id) => !trashed.includes(id)));
});

it('finds the operating-system volume of a machine that does not show it yet, and leaves out what is in the trash', () => {
  const ordered = machine({ expiry: {} });
  const object = { ...(ordered.object as Instance), os_volume_id: null, volume_ids: [] };
  const found = volumesAtEnd({ collection: 'instances', object }, EXPIRY, [
    OS,
    volume('data', { status: 'deleted' }),
  ]);
  expect(found).toEqual({ trashed: [OS], staying: [] });
});

it('names the shared volumes of a cluster, and none of its nodes', () => {
  const cluster = machine({ expiry: {} }, 'clusters');
  expect(volumesAtEnd(cluster, EXPIRY, [OS, volume('shared')])).toEqual({
    trashed: [],
    staying: [volume('shared')],
  });
});
