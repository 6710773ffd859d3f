import { InProcessStack } from '../support/inProcessStack';

describe('a tag on a resource that the cloud shows late', () => {
  let stack: InProcessStack;
  let tag: Record<string, string>;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    const disk = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
    const { id } = await stack.up('volume', 'disk', disk);
    tag = { resourceType: 'volume', resourceId: id, key: 'team', value: 'ml' };
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('is added as soon as the resource is shown', async () => {
    const { faults } = stack.emulator.control;
    faults.add({ operation: 'GET /v1/volumes/*', kind: 'status', status: 404, times: 2 });
    faults.add({ operation: 'GET /v1/volumes', kind: 'rewrite', set: { id: 'another' } });
    const { outputs } = await stack.up('tag', 'team', tag);
    expect(outputs['tagId']).toMatch(/^tag_/);
  });

  it('stays in state at an immediate refresh', async () => {
    const made = await stack.up('tag', 'team', tag);
    stack.emulator.control.faults.add({ operation: 'GET /v1/volumes', kind: 'rewrite', set: { tags: [] } });
    expect(await made.refresh()).toBe(true);
  });
});
