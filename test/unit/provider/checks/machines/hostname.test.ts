import { hostname } from '../../../../../provider/checks/machines/hostname';
import { PlannedResource } from '../../../../../provider/checks/plan';
import { Run } from '../../../../../provider/run/run';
import { callIn, messagesOf } from '../testCloud';

const run = new Run(() => undefined, {});
const problems = (value: string, name = 'trainer'): string[] =>
  messagesOf(hostname(new PlannedResource(callIn(run, name), { hostname: value }, undefined)));

test.each(['trainer', 'trainer-1', 'gpu.lab.example', '8xh100', 'A', 'a'.repeat(63)])(
  'the check accepts the host name %s',
  (value) => {
    expect(problems(value)).toEqual([]);
  },
);

test.each([
  [
    'my_trainer',
    'hostname has the character "_" at position 3; only letters, digits, hyphens and dots are allowed',
  ],
  [
    'my trainer',
    'hostname has the character " " at position 3; only letters, digits, hyphens and dots are allowed',
  ],
  [
    'träner',
    'hostname has the character "ä" at position 3; only letters, digits, hyphens and dots are allowed',
  ],
  [
    'my\u00a0trainer',
    'hostname has the invisible character U+00A0 (no-break space) at position 3; only letters, digits, hyphens and dots are allowed',
  ],
  [
    '\ufefftrainer',
    'hostname has the invisible character U+FEFF (byte order mark) at position 1; only letters, digits, hyphens and dots are allowed',
  ],
  ['-trainer', 'hostname has a part that begins or ends with a hyphen'],
  ['trainer-.lab', 'hostname has a part that begins or ends with a hyphen'],
  ['trainer.', 'hostname has an empty part: it must not begin or end with a dot, nor have two in a row'],
  ['gpu..lab', 'hostname has an empty part: it must not begin or end with a dot, nor have two in a row'],
  [
    'a'.repeat(64),
    'hostname has a part of more than 63 characters; at most that many are allowed between dots',
  ],
  [Array(70).fill('abc').join('.'), 'hostname has 279 characters; at most 253 are allowed'],
])('the check refuses the host name %s', (value, says) => {
  expect(problems(value)).toEqual([says]);
});

test('the check explains how to change a host name that was generated from the name in the program', () => {
  expect(problems('my_trainer-0a1b2c3', 'my_trainer')).toEqual([
    'hostname has the character "_" at position 3; only letters, digits, hyphens and dots are allowed (it was generated from the name in the program: set hostname)',
  ]);
});

test('the check does not report a host name that did not change', () => {
  const inputs = { hostname: 'my_trainer' };
  expect(hostname(new PlannedResource(callIn(run), inputs, inputs))).toEqual([]);
});
