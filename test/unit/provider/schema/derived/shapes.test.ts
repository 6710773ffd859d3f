import { UNKNOWN } from '../../../../../provider/schema/unknown';
import { data, machine, scratch } from './machineSchema';
import type { MachineInputs } from './machineSchema';

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
