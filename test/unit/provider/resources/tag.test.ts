import { checkTag } from '../../../../provider/resources/tag';
import { UNKNOWN } from '../../../../provider/schema/unknown';
import { UNKNOWN_ID, callIn, testCloud, messagesOf } from '../checks/testCloud';

jest.mock('../../../../provider/run/progress');

const here = testCloud();

describe('a tag', () => {
  test('needs an existing resource', async () => {
    const inputs = { resourceType: 'volume' as const, resourceId: UNKNOWN_ID, key: 'team' };
    await expect(checkTag(callIn(here.run), inputs, undefined).then(messagesOf)).resolves.toEqual([
      `resourceId "${UNKNOWN_ID}" is not the id of any volume in this project: this project has none`,
    ]);
  });

  test('can be the tenth tag of a resource, but not the eleventh', async () => {
    const create = (count: number): Promise<string> =>
      here.run.client.volumes.create({
        name: 'data',
        size: 10,
        type: 'NVMe',
        location_code: 'FIN-01',
        tags: Array.from({ length: count }, (_, index) => ({ key: `key${String(index)}` })),
      });
    const problems = async (resourceId: string, key: string): Promise<string[]> =>
      messagesOf(await checkTag(callIn(here.run), { resourceType: 'volume', resourceId, key }, undefined));
    await expect(problems(await create(9), 'team')).resolves.toEqual([]);
    const full = await create(10);
    await expect(problems(full, 'KEY3')).resolves.toEqual([]);
    await expect(problems(full, 'team')).resolves.toEqual([
      `resourceId names the volume ${full}, which has 10 tags already: that is the limit`,
    ]);
  });

  test('a tag of a resource that is not known yet is left to the update', async () => {
    const call = callIn(here.run);
    for (const inputs of [
      { key: 'team' },
      { resourceType: 'volume' as const, resourceId: UNKNOWN, key: 'team' },
    ])
      await expect(checkTag(call, inputs, undefined)).resolves.toEqual([]);
    expect(call.warnings).toEqual([]);
  });

  test('must not use the reserved keys of this package', async () => {
    const inputs = { resourceType: 'instance' as const, resourceId: UNKNOWN, key: 'pulumi-pending' };
    await expect(checkTag(callIn(here.run), inputs, undefined).then(messagesOf)).resolves.toEqual([
      'key is reserved for this package: choose another one',
    ]);
  });

  test('must not have an invisible character in its key, and causes a warning for one in its value', async () => {
    const call = callIn(here.run);
    const inputs = {
      resourceType: 'instance' as const,
      resourceId: UNKNOWN,
      key: 'te\u00a0am',
      value: 'm\u200bl',
    };
    await expect(checkTag(call, inputs, undefined).then(messagesOf)).resolves.toEqual([
      'key is not a tag key: it has the invisible character U+00A0 (no-break space) at position 3; type the key again',
    ]);
    expect(call.warnings).toEqual([
      'value has the invisible character U+200B (zero-width space) at position 2: no filter for the visible text finds it',
    ]);
  });

  test('must not have a key that is too long in lower case', async () => {
    const inputs = { resourceType: 'instance' as const, resourceId: UNKNOWN, key: '\u0130'.repeat(63) };
    await expect(checkTag(callIn(here.run), inputs, undefined).then(messagesOf)).resolves.toEqual([
      'key has 126 characters in lower case; at most 63 are allowed: shorten it',
    ]);
  });

  test('is refused on a deleted resource, and causes a warning when it takes over or replaces another', async () => {
    const client = here.run.client;
    const made = await client.volumes.create({
      ...{ name: 'tagged', size: 10, type: 'NVMe', location_code: 'FIN-01' },
      tags: [{ key: 'team', value: 'theirs' }],
    });
    const call = callIn(here.run);
    const tag = { resourceType: 'volume', resourceId: made, key: 'Team' } as const;
    await expect(checkTag(call, { ...tag, value: UNKNOWN }, undefined)).resolves.toEqual([]);
    await expect(checkTag(call, { ...tag, value: 'theirs' }, { ...tag, value: 'theirs' })).resolves.toEqual(
      [],
    );
    expect(call.warnings).toEqual([]);
    await expect(checkTag(call, { ...tag, value: 'theirs' }, undefined)).resolves.toEqual([]);
    await expect(checkTag(call, { ...tag, value: 'ours' }, undefined)).resolves.toEqual([]);
    expect(call.warnings).toEqual([
      `key is on the volume ${made} already with the same value: this resource takes that tag over, and a delete of this resource removes it. If the tag is not yours, choose another key`,
      `key is on the volume ${made} already with another value, which this tag replaces`,
    ]);
    await client.volumes.delete(made);
    await expect(checkTag(callIn(here.cloud.run()), tag, undefined).then(messagesOf)).resolves.toEqual([
      `resourceId names the volume ${made}, which is deleted: choose another one, or remove the tag`,
    ]);
  });
});
