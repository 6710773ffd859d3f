// After one step succeeds and the next fails, the created resource is in state with the reason, and the next up
// completes it.
import type { Emulator } from 'cloud-compute-emulator';
import type { CloudComputeClient } from '../../../../api';
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import type { Relay } from '../../../relay';
import { relayTo } from '../../../relay';
import { OperationFailed, TestStack } from '../../support/stacks/stack';
import { startCloud } from '../../support/testCloud';

const machine = (name: string, more = '') => `const ${name} = new cc.Instance('${name}', {
  hostname: '${name}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: '${name}-os', size: 50 }, ${more}
});`;
const volume = (name: string, more = '') =>
  `new cc.Volume('${name}', { name: '${name}', size: 10, type: 'NVMe', locationCode: 'FIN-01', ${more} });`;
const TAGS = JSON.stringify(
  Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`key-${index}`, ''])),
);

describe.each(doors)('a partial failure ($name)', (door) => {
  jest.setTimeout(300_000);
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let close: () => Promise<void>;
  let stack: TestStack;
  let relay: Relay;
  /** The machines whose deletion is refused within an accepted bulk request. */
  const undeletable = new Set<string>();

  beforeAll(async () => {
    ({ emulator, cloud, close } = await startCloud());
    relay = await relayTo(emulator.url, async (request, pass) => {
      const asked =
        request.method === 'PUT' && request.path === '/v1/instances'
          ? (JSON.parse(request.body) as { action: string; id: string[]; volume_ids?: string[] })
          : undefined;
      const refused = asked?.action === 'delete' ? [asked.id].flat().filter((id) => undeletable.has(id)) : [];
      if (!asked || refused.length === 0) return pass();
      const held = await Promise.all(refused.map((id) => cloud.instances.get(id)));
      const kept = held.flatMap(({ os_volume_id: os, volume_ids: ids }) => [os, ...ids]);
      request.body = JSON.stringify({
        ...asked,
        id: [asked.id].flat().filter((id) => !undeletable.has(id)),
        volume_ids: asked.volume_ids?.filter((id) => !kept.includes(id)),
      });
      const answer = await pass();
      const results = answer.status === 204 ? [] : (JSON.parse(answer.body) as object[]);
      return {
        ...answer,
        status: 207,
        body: JSON.stringify([
          ...results,
          ...refused.map((instanceId) => ({
            ...{ action: 'delete', instanceId, status: 'error', statusCode: 400 },
            error: 'A backup of this machine is under way',
          })),
        ]),
      };
    });
    stack = await TestStack.create({ door, url: relay.url, program: '' });
  });

  afterAll(async () => {
    await stack.dispose();
    await relay.close();
    await close();
  });

  const refusal = async (): Promise<string> => {
    const failed: unknown = await stack.up().catch((error: unknown) => error);
    if (!(failed instanceof OperationFailed)) throw new Error('The update succeeded.');
    expect(failed.output).not.toMatch(/\n\s+at /);
    return failed.output;
  };
  const inState = async () =>
    Object.fromEntries((await stack.resources()).map((one) => [one.urn.split('::').at(-1) ?? '', one]));

  it('is repaired by the next up, for a tag that fails after a create, and an attach that fails after an order', async () => {
    const off = `powerState: 'offline'`;
    await stack.program(machine('holder', off));
    await stack.up();
    // A volume is tagged after it was copied, and attached after it was created.
    const source = await cloud.volumes.create({
      name: 'source',
      size: 10,
      type: 'NVMe',
      location_code: 'FIN-01',
    });
    emulator.clock.advance(60_000);
    const all =
      machine('holder', off) +
      volume('attached', 'instanceIds: [holder.id]') +
      volume('copied', `sourceVolumeId: '${source}', tags: { team: 'ml' }`);
    emulator.control.faults.add({
      ...{ operation: 'PUT /v1/volumes', action: 'attach', kind: 'status', status: 403, times: 'always' },
      message: 'The machine is locked.',
    });
    emulator.control.faults.add({
      ...{ operation: 'createVolumeTag', kind: 'status', status: 403, times: 'always', skip: 1 },
      message: 'Tags are out of order.',
    });
    await stack.program(all);
    const printed = await refusal();
    expect(printed).toContain('The machine is locked.');
    const before = await inState();
    const { id = '' } = before['attached'] ?? {};
    expect((await cloud.volumes.get(id)).status).toBe('detached');
    expect(before['attached']?.initErrors?.join()).toContain('The machine is locked.');
    expect(before['copied']?.initErrors?.join()).toContain('Tags are out of order.');
    emulator.control.faults.clear();
    emulator.control.requests.reset();
    await stack.up();
    expect((await inState())['attached']?.id).toBe(id);
    expect((await cloud.volumes.get(id)).instance_id).toBe((await inState())['holder']?.id);
    expect(emulator.control.requests.counts()['createVolume'] ?? 0).toBe(0);
    const copies = (await cloud.volumes.list()).filter(({ name }) => name === 'copied');
    expect(copies).toEqual([expect.objectContaining({ id: (await inState())['copied']?.id })]);
    expect(copies[0]?.tags.map(({ key }) => key)).toEqual(['team']);
    expect((await stack.preview()).changes).toEqual({ same: 3 });
    await stack.destroy();
    await cloud.volumes.delete(source, { isPermanent: true });
  });

  it('concerns only the failed resources if a bulk delete is answered with 207', async () => {
    const names = ['one', 'two', 'three'];
    await stack.program(names.map((name) => machine(name, `tags: ${TAGS}`)).join(''));
    await stack.up();
    const two = (await inState())['two']?.id ?? '';
    undeletable.add(two);
    await stack.program('');
    emulator.control.requests.reset();
    expect(await refusal()).toMatch(new RegExp(`${two}.*A backup of this machine is under way`));
    expect(Object.keys(await inState())).toEqual(['two']);
    expect(await cloud.instances.list()).toEqual([expect.objectContaining({ id: two, status: 'running' })]);
    expect((await cloud.volumes.list()).map(({ name }) => name)).toEqual(['two-os']);
    undeletable.clear();
    await stack.up();
    expect(await inState()).toEqual({});
    expect(await everythingIn(cloud)).toEqual([]);
  });
});
