import { PlannedResource } from '../../../../provider/checks/plan';
import { tags } from '../../../../provider/checks/tags';
import { defaultTags, withDefaultTags } from '../../../../provider/run/defaultTags';
import { Run } from '../../../../provider/run/run';
import { UNKNOWN } from '../../../../provider/schema/unknown';
import { callIn, messagesOf } from './testCloud';

const withDefaults = (setting?: unknown): Run =>
  new Run(
    (key) =>
      key === 'cloudCompute:defaultTags' && setting !== undefined ? JSON.stringify(setting) : undefined,
    {},
  );
const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${String(index)}`, 'value']));
/** The problems of the tags of an existing resource. */
const problems = (own: Record<string, string> | undefined, setting?: unknown): string[] =>
  messagesOf(tags(new PlannedResource(callIn(withDefaults(setting)), { tags: own }, { tags: {} }), 'tags'));

describe('default tags', () => {
  test('are read from the stack’s config', () => {
    expect(defaultTags(withDefaults({ team: 'research' }))).toEqual({
      tags: { team: 'research' },
      problems: [],
    });
    expect(defaultTags(withDefaults())).toEqual({ tags: {}, problems: [] });
  });

  // They were refused, but `pulumi config set --path` stores `5` as a number, and the program has no remedy.
  test('accept numbers and booleans of the stack’s config as text', () => {
    expect(defaultTags(withDefaults({ shift: 5, spare: true })).tags).toEqual({ shift: '5', spare: 'true' });
  });

  test.each([
    [['team'], 'cloudCompute:defaultTags must be an object of key: "value", not a list'],
    [{ team: ['ml'] }, 'cloudCompute:defaultTags["team"] must be a string, not a list'],
    [
      { Team: 'a', team: 'b' },
      'cloudCompute:defaultTags["team"] is the same key as "Team": the cloud lower-cases keys',
    ],
    [
      { 'pulumi-pending': 'x' },
      'cloudCompute:defaultTags["pulumi-pending"] is reserved for this package: choose another one',
    ],
  ])('must not be %j', (setting, says) => {
    expect(messagesOf(defaultTags(withDefaults(setting)).problems)).toEqual([says]);
  });

  test('get an error with the command that sets them when the text is not JSON', () => {
    const run = new Run(() => 'team=research', {});
    expect(messagesOf(defaultTags(run).problems)).toEqual([
      'cloudCompute:defaultTags must be an object: `pulumi config set --path cloudCompute:defaultTags.team research`',
    ]);
  });

  test('are overridden by tags of the resource, whatever the case of the key', () => {
    expect(withDefaultTags({ Team: 'research', stage: 'dev' }, { team: 'sales' })).toEqual({
      stage: 'dev',
      team: 'sales',
    });
    expect(withDefaultTags({ team: 'research' }, undefined)).toEqual({ team: 'research' });
  });
});

describe('the tags of a resource', () => {
  test('are limited to nine together with the defaults before it exists', () => {
    const plan = (own: Record<string, string>) =>
      new PlannedResource(callIn(withDefaults({ team: 'research' })), { tags: own }, undefined);
    expect(tags(plan(many(8)), 'tags')).toEqual([]);
    expect(messagesOf(tags(plan(many(9)), 'tags'))).toEqual([
      'tags has 9 tags, and cloudCompute:defaultTags adds 1; a new resource has at most 9, because it carries the tag pulumi-pending until its id is in state',
    ]);
  });

  test('are limited to ten together with the defaults', () => {
    expect(problems(many(9), { team: 'research' })).toEqual([]);
    expect(problems(many(10), { key0: 'default' })).toEqual([]);
    expect(problems(many(9), { team: 'research', stage: 'dev' })).toEqual([
      'tags has 9 tags, and cloudCompute:defaultTags adds 2; a resource has at most 10',
    ]);
    expect(problems(undefined, many(10))).toEqual([]);
  });

  test('cause a warning for an invisible character in a value, unless it joins letters or emojis', () => {
    const call = callIn(withDefaults({ stage: 'd\u200bev', team: '👩\u200d💻' }));
    const own = { team: 'rese\u00a0arch', word: 'می\u200cخواهم', unknown: UNKNOWN };
    expect(tags(new PlannedResource(call, { tags: own }, undefined), 'tags')).toEqual([]);
    const finds = 'no filter for the visible text finds it';
    expect(call.warnings).toEqual([
      `tags["team"] has the invisible character U+00A0 (no-break space) at position 5: ${finds}`,
      `cloudCompute:defaultTags["stage"] has the invisible character U+200B (zero-width space) at position 2: ${finds}`,
    ]);
  });

  test('are not checked while they do not change', () => {
    const inputs = { tags: many(10) };
    const call = callIn(withDefaults({ team: 'research' }));
    expect(tags(new PlannedResource(call, inputs, inputs), 'tags')).toEqual([]);
  });
});
