import type { Shape } from '../../../../core/validation/shape';
import {
  SIGNATURE,
  UNKNOWN,
  flag,
  listOf,
  object,
  oneOf,
  propertiesOf,
  required,
  tags,
  text,
  wholeNumber,
} from '../../../../core/validation/shape';

const shapes: Readonly<Record<string, Shape>> = {
  locationCode: required(text(), '"FIN-01"'),
  size: required(wholeNumber({ min: 1, max: 1000, unit: 'GB' })),
  hostname: text({ max: 5 }),
  isSpot: flag,
  contract: oneOf(['SPOT', 'LONG_TERM']),
  sshKeyIds: listOf(text()),
  existingVolumes: listOf(text()),
  osVolume: object(
    { name: text(), size: required(wholeNumber({ unit: 'GB' })) },
    'an existing disk belongs in `image`',
  ),
  waitForCapacity: text({ pattern: /^\d+h$/, says: 'must be a duration such as "2h"' }),
  tags,
};
const right = { locationCode: 'FIN-01', size: 10 };
const messagesOf = (values: Record<string, unknown>): string[] =>
  propertiesOf({ ...right, ...values }, shapes).map(({ path, reason }) => `${path} ${reason}`);

test.each([
  [{ locationCode: undefined }, 'locationCode is required, e.g. locationCode: "FIN-01"'],
  [{ size: null }, 'size is required'],
  [
    { locationCode: `Calling [toString] on an [Output<T>] is not supported.` },
    'locationCode contains an Output, a promise or an object that was converted to a string: write pulumi.interpolate`…` instead of `…`',
  ],
  [
    { hostname: '[object Promise]-0' },
    'hostname contains an Output, a promise or an object that was converted to a string: write pulumi.interpolate`…` instead of `…`',
  ],
  [
    { locationCode: { __pulumiOutput: true } },
    'locationCode must be a string, not an Output, which has no value yet',
  ],
  [
    { size: '100' },
    'size must be a number (GB), not a string: write a number, without quotation marks and unit',
  ],
  [{ size: 'big' }, 'size must be a number (GB), not a string'],
  [{ size: NaN }, 'size must be a number (GB), not NaN: check the values that it is computed from'],
  [{ size: 1.5 }, 'size is 1.5; it must be a whole number of GB'],
  [{ size: 0 }, 'size is 0; it must be at least 1 GB'],
  [{ size: 1001 }, 'size is 1001; it must be at most 1000 GB'],
  [{ hostname: 5 }, 'hostname must be a string, not a number'],
  [{ hostname: '' }, 'hostname must not be empty'],
  [{ hostname: '😀😀😀😀😀😀' }, 'hostname has 6 characters; at most 5 are allowed'],
  [
    { hostname: { [SIGNATURE]: 'c44067f5952c0a294b673a41bacd8c17', path: './x' } },
    'hostname must be a string, not an asset: write its text',
  ],
  [{ hostname: 'longer' }, 'hostname has 6 characters; at most 5 are allowed'],
  [
    { hostname: { 0: 115, 1: 115 } },
    'hostname must be a string, not bytes: read a file as text, fs.readFileSync(path, "utf8")',
  ],
  [{ isSpot: 'true' }, 'isSpot must be true or false, not a string'],
  [{ contract: 'spot' }, 'contract is "spot"; it must be one of SPOT, LONG_TERM: did you mean "SPOT"?'],
  [{ sshKeyIds: 'a' }, 'sshKeyIds must be a list, not a string: put it in brackets, sshKeyIds: [ … ]'],
  [{ sshKeyIds: ['a', undefined] }, 'sshKeyIds[1] is empty'],
  [
    { osVolume: 100 },
    'osVolume must be an object, { name, size }, not a number: an existing disk belongs in `image`',
  ],
  [{ osVolume: { sizeGb: 100, size: 1 } }, 'osVolume.sizeGb is not a property here: did you mean size?'],
  [
    { waitForCapacity: 2 },
    'waitForCapacity must be a string, not a number; it must be a duration such as "2h"',
  ],
  [{ waitForCapacity: '2 hours' }, 'waitForCapacity must be a duration such as "2h"'],
  [{ tags: ['team'] }, 'tags must be an object of key: "value", not a list'],
])('the inputs %j get a message', (values, sentence) => {
  expect(messagesOf(values)).toEqual([sentence]);
});

test('all wrong keys of tags are reported, and the reserved one in any case', () => {
  expect(messagesOf({ tags: { '': 'x', 'Pulumi-Pending': 'y', team: 'ml' } })).toEqual([
    'tags[""] is not a tag key: it must have 1 to 63 characters',
    'tags["Pulumi-Pending"] is reserved for this package: choose another one',
  ]);
});

test.each([
  ['te\u00a0am', 'U+00A0 (no-break space) at position 3'],
  ['\u200dteam', 'U+200D (zero-width joiner) at position 1'],
  ['\ufeffteam', 'U+FEFF (byte order mark) at position 1'],
  ['team\u2009', 'U+2009 at position 5'],
])('the tag key %j is refused for its invisible character', (key, which) => {
  expect(messagesOf({ tags: { [key]: '' } })).toEqual([
    `tags["${key}"] is not a tag key: it has the invisible character ${which}; type the key again`,
  ]);
});

test('the key of a tag is not too long in lower case, in which some letters become two characters', () => {
  const key = '\u0130'.repeat(63);
  expect(messagesOf({ tags: { [key]: '' } })).toEqual([
    `tags["${key}"] has 126 characters in lower case; at most 63 are allowed: shorten it`,
  ]);
});

test.each([
  ['region', 'locationCode'],
  ['ssh_keys', 'sshKeyIds'],
  ['KeyName', 'sshKeyIds'],
  ['volumeIds', 'existingVolumes'],
  ['rootDisk', 'osVolume'],
  ['preemptible', 'isSpot'],
  ['labels', 'tags'],
  ['locatoinCode', 'locationCode'],
])('the name %s gets the suggestion %s', (unknown, name) => {
  expect(messagesOf({ [unknown]: 1 })).toEqual([`${unknown} is not a property here: did you mean ${name}?`]);
});

test('a name without a similar one is reported with all valid names', () => {
  expect(messagesOf({ nonsense: 1 })).toEqual([
    `nonsense is not a property here (there are ${Object.keys(shapes).join(', ')})`,
  ]);
});

test('unknown and valid values have no problems', () => {
  expect(
    propertiesOf(Object.fromEntries(Object.keys(shapes).map((name) => [name, UNKNOWN])), shapes),
  ).toEqual([]);
  expect(messagesOf({ sshKeyIds: [UNKNOWN], tags: { team: 'ml' }, osVolume: { size: 1 } })).toEqual([]);
});
