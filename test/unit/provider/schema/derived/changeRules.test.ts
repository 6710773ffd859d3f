import type { ChangeRule } from '../../../../../provider/schema/rules';
import { changesBetween } from '../../../../../provider/schema/rules';
import { UNKNOWN } from '../../../../../provider/schema/unknown';
import { data, machine, scratch } from './machineSchema';
import type { MachineInputs } from './machineSchema';

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
