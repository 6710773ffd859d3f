import { defineResource } from '../../../../provider/schema/define';
import {
  fixedDifferences,
  inputsFrom,
  isOrderedWith,
  orderedInputs,
  outputsFrom,
  requestFrom,
} from '../../../../provider/schema/derived/mapping';
import type { Inputs } from '../../../../provider/schema/resourceSchema';
import { resourceSchema } from '../../../../provider/schema/resourceSchema';
import type { ChangeRule } from '../../../../provider/schema/rules';
import { changesBetween } from '../../../../provider/schema/rules';
import {
  boolean,
  gigabytes,
  inputNames,
  inputObject,
  list,
  number,
  oneOf,
  outputObject,
  set,
  tags,
  text,
} from '../../../../provider/schema/types';
import { UNKNOWN } from '../../../../provider/schema/unknown';

const disk = inputObject(
  'Disk',
  'A disk.',
  {
    name: { type: text(), doc: 'Name.', onChange: 'replace', required: true, api: 'name' },
    size: { type: gigabytes, doc: 'Size in GB.', onChange: 'grow only', required: true, api: 'size' },
    type: { type: oneOf(['NVMe', 'HDD']), doc: 'Type.', onChange: 'refused', api: 'type' },
    policy: {
      type: oneOf(['keep', 'trash']),
      doc: 'Policy.',
      onChange: 'next machine',
      leftOutMeans: 'keep',
      api: { write: 'on_discontinue' },
    },
    tags: { type: tags, doc: 'Tags.', onChange: 'in place', api: 'tags' },
    keep: { type: boolean, doc: 'Keep.', onChange: 'setting', api: { none: 'Ours.' } },
  },
  'name a size',
);

type Power = 'running' | 'offline';

const schema = resourceSchema({
  name: 'Machine',
  provider: 'machine',
  noun: 'machine',
  doc: 'A machine.',
  example: `new Machine('m', { hostname: 'm' });`,
  autoName: 'hostname',
  inputs: {
    hostname: { type: text(), doc: 'Name.', onChange: 'replace', api: 'hostname' },
    place: {
      type: text(),
      doc: 'Place.',
      onChange: 'replace',
      required: true,
      example: '"FIN-01"',
      api: { read: 'location', write: 'location_code' },
    },
    contract: { type: text(), doc: 'Contract.', onChange: 'replace', default: 'LONG', api: 'contract' },
    keys: { type: set(text()), doc: 'Keys.', onChange: 'next machine', api: 'ssh_key_ids' },
    disks: { type: set(disk, 'name'), doc: 'Disks.', onChange: 'in place', api: { write: 'volumes' } },
    osDisk: {
      type: disk,
      doc: 'System.',
      onChange: 'in place',
      unmanagedWhenLeftOut: true,
      api: 'os_volume',
    },
    isSpot: { type: boolean, doc: 'Spot.', onChange: 'replace', leftOutMeans: false, api: 'is_spot' },
    tags: { type: tags, doc: 'Tags.', onChange: 'in place', api: 'tags' },
    note: { type: text(), doc: 'Note.', onChange: 'in place', leftOutMeans: '', api: 'note' },
    power: {
      type: oneOf(['running', 'offline']),
      doc: 'Power.',
      onChange: 'in place',
      api: { none: 'Actions.' },
      from: ({ status }: { status?: Power | 'booting' }, declared?: Power) =>
        status === 'booting' ? declared : status,
    },
    mayStop: { type: boolean, doc: 'May stop.', onChange: 'setting', leftOutMeans: false },
    replaceOn: { type: inputNames, doc: 'Names.', onChange: 'setting' },
  },
  outputs: {
    createdAt: { type: text(), doc: 'When.' },
    ip: { type: text(), doc: 'Address.', nullable: true },
    monthlyCost: { type: number, doc: 'Price.', from: ({ hourly }: { hourly: number }) => hourly * 730 },
    memory: {
      type: outputObject('Memory', 'Memory.', { sizeInGigabytes: { type: number, doc: 'Size.' } }),
      doc: 'Memory.',
    },
    nodes: {
      type: list(outputObject('Node', 'A node.', { hostName: { type: text(), doc: 'Name.' } })),
      doc: 'Nodes.',
      nullable: true,
    },
    disksById: { type: tags, doc: 'Disks.', computed: true },
  },
});
type MachineInputs = Inputs<typeof schema>;

const unused = (): never => {
  throw new Error('no verb is called');
};
const machine = defineResource(schema, {
  timeouts: { create: 1, update: 1, delete: 1 },
  create: unused,
  read: unused,
  update: unused,
});

const scratch = { name: 'scratch', size: 100, type: 'NVMe' } as const;
const data = { name: 'data', size: 50, type: 'NVMe' } as const;

test('an omitted input gets its default', () => {
  expect(machine.defaults?.({})).toEqual({ contract: 'LONG' });
});

describe('shapes', () => {
  const reasons = (property: keyof MachineInputs, value: unknown) =>
    machine.shapes[property](value, property).map(({ path, reason }) => `${path} ${reason}`);

  test.each<[keyof MachineInputs, unknown, string]>([
    ['place', undefined, 'place is required, e.g. place: "FIN-01"'],
    ['mayStop', 'yes', 'mayStop must be true or false, not a string'],
    ['disks', [{ ...data, size: '50' }], 'disks[0].size must be a number (GB), not a string'],
    [
      'disks',
      [{ ...data, type: 'NVM' }],
      'disks[0].type is "NVM"; it must be one of NVMe, HDD: did you mean "NVMe"?',
    ],
    [
      'osDisk',
      50,
      'osDisk must be an object, { name, size, type, policy, tags, keep }, not a number: name a size',
    ],
    ['replaceOn', ['mayStop'], 'replaceOn[0] is "mayStop"; it must be one of'],
  ])('refuse %s: %j', (property, value, reason) => {
    expect(reasons(property, value).join('\n')).toContain(reason);
  });

  test('accept valid and unknown values', () => {
    expect(reasons('disks', [data, { ...scratch, size: UNKNOWN }])).toEqual([]);
    expect(reasons('replaceOn', ['place'])).toEqual([]);
  });
});

describe('the comparison of inputs', () => {
  const changed = (olds: Partial<MachineInputs>, news: Partial<MachineInputs>) =>
    changesBetween(machine.changes, olds, news).map(({ property }) => property);

  test.each<[string, Partial<MachineInputs>, Partial<MachineInputs>, string[]]>([
    ['ignores the order of a set', { keys: ['a', 'b'] }, { keys: ['b', 'a', 'a'] }, []],
    ['ignores a stated default', {}, { isSpot: false, mayStop: false }, []],
    ['ignores the order of objects in a set', { disks: [scratch, data] }, { disks: [data, scratch] }, []],
    ['ignores an empty set', {}, { disks: [] }, []],
    [
      'ignores a stated default within an object',
      { disks: [data] },
      { disks: [{ ...data, policy: 'keep' }] },
      [],
    ],
    [
      'ignores the case of a tag key',
      { disks: [{ ...data, tags: { Team: 'ml' } }] },
      { disks: [{ ...data, tags: { team: 'ml' } }] },
      [],
    ],
    ['ignores the removal of an input that is then not managed', { osDisk: data }, {}, []],
    ['finds a larger disk', { disks: [data] }, { disks: [{ ...data, size: 51 }] }, ['disks']],
    ['finds an unknown size', { disks: [data] }, { disks: [{ ...data, size: UNKNOWN as never }] }, ['disks']],
  ])('%s', (_, olds, news, expected) => {
    expect(changed(olds, news)).toEqual(expected);
  });
});

describe('the rule for a change within an object', () => {
  const { disks, osDisk } = machine.changes as unknown as Record<'disks' | 'osDisk', ChangeRule<unknown>>;

  test.each<[string, ChangeRule<unknown>, unknown, unknown, string]>([
    ['a smaller disk', disks, [data, scratch], [{ ...scratch, size: 60 }], 'it has 100 GB'],
    ['another type', disks, [data], [{ ...data, type: 'HDD' }], '"NVMe" cannot become "HDD"'],
    ['a smaller system disk', osDisk, data, { ...data, size: 40 }, 'it has 50 GB'],
  ])('refuses %s', (_, rule, old, next, reason) => {
    expect(rule.refuse?.(old as never, next as never)).toContain(reason);
  });

  test('allows a smaller size and another type for a disk with another name', () => {
    expect(
      disks.refuse?.([data] as never, [{ name: 'other', size: 1, type: 'HDD' }] as never),
    ).toBeUndefined();
  });

  test('refuses a smaller disk also beside an unknown value', () => {
    const next = [
      { ...data, size: 40 },
      { ...scratch, size: UNKNOWN },
    ];
    expect(disks.refuse?.([data, scratch] as never, next as never)).toContain('it has 50 GB');
    expect(disks.refuse?.([data, scratch] as never, next.slice(1) as never)).toBeUndefined();
    expect(disks.refuse?.([data] as never, UNKNOWN as never)).toBeUndefined();
  });

  test('replaces the resource only for inputs that need a new resource', () => {
    const replaced = (next: object) =>
      machine.replacedBy?.('osDisk', { osDisk: data }, { place: 'FIN-01', osDisk: next as typeof data });
    expect(replaced({ ...data, name: 'other' })).toBe(true);
    expect(replaced({ ...data, size: 60 })).toBe(false);
  });

  test('names inputs for the next machine with their path', () => {
    const next = [scratch, { ...data, policy: 'trash' }];
    expect(disks.later?.([data, scratch], next, {})).toEqual(['disks[1].policy']);
    expect(disks.later?.([data], [{ ...data, policy: UNKNOWN }], {})).toEqual([]);
  });

  test('takes settings within an object from the new value, and everything else from the old one', () => {
    const kept = { ...data, keep: true };
    const from = (rule: ChangeRule<unknown>, old: unknown, next: unknown) => rule.withSettingsOf?.(old, next);
    expect(from(osDisk, data, { ...kept, size: 60 })).toEqual(kept);
    expect(from(osDisk, kept, { ...data, size: 60 })).toEqual({ ...data, keep: undefined });
    expect(from(osDisk, kept, { ...data, keep: UNKNOWN })).toEqual(kept);
    expect(from(osDisk, kept, UNKNOWN)).toEqual(kept);
    expect(from(osDisk, kept, undefined)).toEqual(kept);
    expect(from(osDisk, undefined, kept)).toBeUndefined();
    // Objects of a list by their names; an object that leaves the list keeps its settings until then.
    expect(from(disks, [scratch, data], [{ ...kept, size: 60 }])).toEqual([scratch, kept]);
    expect((machine.changes as Record<string, unknown>)['keys']).not.toHaveProperty('withSettingsOf');
  });

  test('does not refuse the inputs of a new object, or an object that leaves the list', () => {
    expect(osDisk.refuse?.(undefined as never, data as never)).toBeUndefined();
    expect(disks.refuse?.([data, scratch] as never, [scratch] as never)).toBeUndefined();
    expect(osDisk.refuse?.(data as never, undefined as never)).toBeUndefined();
  });

  test('ignores a value of the wrong type, which the shapes report', () => {
    expect(disks.refuse?.([data] as never, 'data')).toBeUndefined();
    expect(osDisk.refuse?.(data as never, 50)).toBeUndefined();
  });
});

describe('the mapping between programs and the API', () => {
  test('sends every given input that the API has', () => {
    const given = {
      hostname: 'm',
      place: 'FIN-01',
      disks: [{ ...data, tags: { Team: 'ml' } }],
      mayStop: true,
    };
    expect(requestFrom(schema, given)).toEqual({
      hostname: 'm',
      location_code: 'FIN-01',
      volumes: [{ ...data, tags: [{ key: 'team', value: 'ml' }] }],
    });
  });

  const found = {
    hostname: 'm',
    location: 'FIN-02',
    contract: 'PAY',
    ssh_key_ids: ['b', 'a'],
    is_spot: false,
    tags: [
      { id: 'tag_1', key: 'team', value: 'infra' },
      { id: 'tag_2', key: 'foreign', value: 'x' },
    ],
    created_at: '2026-01-01T00:00:00Z',
    hourly: 2,
    memory: { size_in_gigabytes: 64 },
  };

  test('reads drift, and ignores inputs that the program omits', () => {
    const state: Partial<MachineInputs> = {
      place: 'FIN-01',
      contract: 'PAY',
      keys: ['a'],
      tags: { Team: 'ml' },
      mayStop: true,
    };
    expect(inputsFrom(schema, found, state)).toEqual({
      place: 'FIN-02',
      contract: 'PAY',
      keys: ['a'],
      tags: { Team: 'infra' },
      mayStop: true,
    });
  });

  test('reads every input of a looked-up resource', () => {
    expect(inputsFrom(schema, found, {})).toEqual({
      hostname: 'm',
      place: 'FIN-02',
      contract: 'PAY',
      keys: ['b', 'a'],
      isSpot: false,
      tags: { team: 'infra', foreign: 'x' },
    });
  });

  test('reads nested inputs like other inputs', () => {
    const shown = {
      ...found,
      os_volume: { name: 'system', size: 60, type: null, tags: [{ id: 'tag_3', key: 'team', value: 'ml' }] },
    };
    const state: Partial<MachineInputs> = { place: 'FIN-01', osDisk: { ...data, policy: 'trash' } };
    expect(inputsFrom(schema, shown, state).osDisk).toEqual({
      ...data,
      name: 'system',
      size: 60,
      policy: 'trash',
    });
    expect(inputsFrom(schema, shown, { place: 'FIN-01' })).not.toHaveProperty('osDisk');
    expect(inputsFrom(schema, shown, {}).osDisk).toEqual({ name: 'system', size: 60, tags: { team: 'ml' } });
  });

  test('reads an emptied value as the value that an omitted input stands for', () => {
    const state: Partial<MachineInputs> = { place: 'FIN-01', note: 'ours' };
    expect(inputsFrom(schema, { ...found, note: null }, state).note).toBe('');
    expect(inputsFrom(schema, { ...found, note: 'theirs' }, { place: 'FIN-01' }).note).toBe('theirs');
  });

  test('computes an input that has no field from the object', () => {
    const power = (status: string, declared: 'running' | 'offline') =>
      inputsFrom(schema, { ...found, status }, { place: 'FIN-01', power: declared }).power;
    expect(power('offline', 'running')).toBe('offline');
    expect(power('booting', 'running')).toBe('running');
  });

  test('compares orders by the inputs that cannot be changed in place', () => {
    const given = { hostname: 'm', place: 'FIN-01', keys: ['a'], note: 'x', mayStop: true, tags: { a: 'b' } };
    expect(orderedInputs(schema, given)).toEqual({ hostname: 'm', place: 'FIN-01', keys: ['a'] });
  });

  test.each<[string, Partial<MachineInputs>, boolean]>([
    ['keys', { keys: ['a', 'b'] }, true],
    ['keys', { keys: ['a'] }, false],
    ['isSpot', {}, true],
    ['disks', { disks: [] }, false],
    ['tags', { tags: { team: 'infra', foreign: 'x' } }, false],
  ])('determines whether %s of an object was ordered by %j: %s', (property, given, expected) => {
    expect(isOrderedWith(schema, property, found, given)).toBe(expected);
  });

  test('takes outputs from fields of their name, from computations on the object, or from the caller', () => {
    expect(outputsFrom(schema, found, { disksById: { a: 'b' } })).toEqual({
      createdAt: '2026-01-01T00:00:00Z',
      ip: null,
      monthlyCost: 1460,
      memory: { sizeInGigabytes: 64 },
      nodes: null,
      disksById: { a: 'b' },
    });
  });

  test('names the fields of objects in a list of outputs as programs do', () => {
    const nodes = [{ host_name: 'left' }, { host_name: 'right' }];
    expect(outputsFrom(schema, { ...found, nodes }, { disksById: {} }).nodes).toEqual([
      { hostName: 'left' },
      { hostName: 'right' },
    ]);
  });

  test('does not return the empty values of a looked-up resource', () => {
    const empty = { ...found, ssh_key_ids: [], tags: [], note: '', hostname: null };
    expect(inputsFrom(schema, empty, {})).toEqual({ place: 'FIN-02', contract: 'PAY', isSpot: false });
  });

  test('reports differences of an adopted object only in inputs that cannot change in place', () => {
    const given = { hostname: 'm', place: 'FIN-01', keys: ['c'], isSpot: false };
    expect(fixedDifferences(schema, found, given)).toMatchObject([
      { path: 'place', is: 'FIN-02', declared: 'FIN-01' },
    ]);
    const nested = { ...found, os_volume: { name: 'system', size: 60 } };
    expect(fixedDifferences(schema, nested, { osDisk: data })).toMatchObject([
      { path: 'osDisk.name', is: 'system', declared: 'data' },
      { path: 'osDisk.size', is: 60, declared: 50 },
    ]);
    const larger = { osDisk: { ...data, name: 'system', size: 60 }, isSpot: true };
    expect(fixedDifferences(schema, nested, larger).map(({ path }) => path)).toEqual(['isSpot']);
    const { is_spot: _, ...silent } = nested;
    expect(fixedDifferences(schema, silent, { ...larger, note: 'x', tags: { a: 'b' } })).toEqual([]);
  });
});
