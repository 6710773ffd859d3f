// After one `up` the declared tags exist, whatever happens to the replies of the requests.
import { PENDING } from '../../../core/pendingTag';
import type { FaultEffect } from '../../../emulator/src/faults/definition';
import { InProcessStack } from '../support/inProcessStack';

const TAGS = { team: 'ml', stage: 'dev', cost: 'gpu' };

describe('tags whose replies are lost', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const disk = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
  const tagsOf = async (id: string) => {
    const { tags } = await stack.cloud.volumes.get(id);
    return Object.fromEntries(tags.map(({ key, value }) => [key, value]));
  };

  it.each<[string, FaultEffect]>([
    ['a fault of the service, before its effect', { kind: 'status', status: 500 }],
    ['a fault of the service, after its effect', { kind: 'status', status: 503, when: 'after' }],
    ['a reset connection', { kind: 'reset' }],
    ['a lost reply', { kind: 'reset', when: 'after' }],
    ['half a body', { kind: 'truncate' }],
  ])('all exist after one update, although three requests in a row had %s', async (_, effect) => {
    const volume = await stack.up('volume', 'disk', disk);
    stack.emulator.control.faults.add({ operation: 'POST /v1/volumes/*/tags', times: 3, ...effect });
    await volume.update({ ...disk, tags: TAGS });
    expect(await tagsOf(volume.id)).toMatchObject(TAGS);
  });

  it('also exist if they are Tag resources', async () => {
    const volume = await stack.up('volume', 'disk', disk);
    const tag = { resourceType: 'volume', resourceId: volume.id, key: 'Team', value: 'ml' };
    stack.emulator.control.faults.add({
      ...{ operation: 'POST /v1/volumes/*/tags', kind: 'reset', when: 'after', times: 2 },
    });
    const { outputs } = await stack.up('tag', 'team', tag);
    expect(await tagsOf(volume.id)).toMatchObject({ team: 'ml' });
    expect(outputs['tagId']).toMatch(/^tag_/);
  });

  it('do not replace another value that somebody has set since', async () => {
    const volume = await stack.up('volume', 'disk', disk);
    await stack.cloud.tags.add('volumes', volume.id, { key: 'team', value: 'theirs' });
    stack.emulator.control.faults.add({ operation: 'POST /v1/volumes/*/tags', kind: 'status', status: 500 });
    await expect(stack.cloud.tags.add('volumes', volume.id, { key: 'team', value: 'ml' })).rejects.toThrow(
      'conflict',
    );
    expect(await tagsOf(volume.id)).toMatchObject({ team: 'theirs' });
  });

  it('get the declared value if somebody set another value since the last list', async () => {
    const volume = await stack.up('volume', 'disk', disk);
    // The list that the update reads does not contain the tag that somebody else has just set.
    const shown = await stack.cloud.volumes.get(volume.id);
    await stack.cloud.tags.add('volumes', volume.id, { key: 'team', value: 'theirs' });
    stack.emulator.control.faults.add({
      ...{ operation: 'GET /v1/volumes', kind: 'rewrite', set: { tags: shown.tags }, times: 1 },
    });
    await volume.update({ ...disk, tags: { team: 'ml' } });
    expect(await tagsOf(volume.id)).toMatchObject({ team: 'ml' });
  });

  it('include the pending tag of a copy, although a replica does not show the copy yet', async () => {
    const source = await stack.up('volume', 'disk', disk);
    stack.emulator.control.faults.add({
      ...{ operation: 'POST /v1/volumes/*/tags', kind: 'status', status: 404, times: 2 },
    });
    const copy = await stack.up('volume', 'copy', { ...disk, name: 'copy', sourceVolumeId: source.id });
    expect(Object.keys(await tagsOf(copy.id))).toEqual([PENDING]);
  });
});
