// Somebody copies something of ours with its tags, or a proxy delivers an order twice.
import { relayTo } from '../../../relay';
import { InterruptibleStack } from '../../support/stacks/interruptibleStack';
import { pluginTest } from '../../support/stacks/pluginTest';

jest.setTimeout(600_000);

const test = pluginTest();

const DOORS = [
  ['dynamic', (text: string, url = test.emulator.url) => InterruptibleStack.create(url, text)],
  ['native', (text: string, url?: string) => test.deploy(text, url)],
] as const;

const KEPT = `new cc.Volume('kept', { name: 'kept', size: 10, type: 'NVMe', locationCode: 'FIN-01' });`;
const DISK = `new cc.Volume('data', { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' });`;

const named = async (name: string) =>
  (await test.cloud.volumes.list({})).filter((one) => one.name === name).map(({ id }) => id);

describe.each(DOORS)('%s', (_door, create) => {
  it('a copy that a person makes of a young volume, tags included, stays after up and destroy', async () => {
    const stack = await create(KEPT);
    try {
      await stack.up();
      await stack.program(KEPT + DISK);
      const before = test.emulator.control.requests.counts()['createVolume'] ?? 0;
      await stack.interruptUp(
        'kill both',
        () => (test.emulator.control.requests.counts()['createVolume'] ?? 0) > before,
      );
      const [original = ''] = await named('data');
      const { tags } = await test.cloud.volumes.get(original);
      test.emulator.clock.advance(5_000);
      const copy = await test.cloud.volumes.create({
        ...{ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01' },
        tags: tags.map(({ key, value }) => ({ key, value })),
      });
      expect(await stack.up()).toContain(copy);
      expect((await stack.resources()).map(({ id }) => id)).toContain(original);
      expect((await named('data')).sort()).toEqual([original, copy].sort());
      await stack.destroy();
      expect(await named('data')).toEqual([copy]);
    } finally {
      if (stack instanceof InterruptibleStack) await stack.dispose();
    }
  });

  it('if an order is delivered twice, the object without an answer is named', async () => {
    const relay = await relayTo(test.emulator.url, async ({ method, path }, pass) => {
      if (method === 'POST' && path.startsWith('/v1/volumes')) await pass();
      return pass();
    });
    const stack = await create(DISK, relay.url);
    try {
      const output = await stack.up();
      const [ours] = (await stack.resources()).filter(({ type }) => type.endsWith('Volume'));
      const [other = '', ...more] = (await named('data')).filter((id) => id !== ours?.id);
      expect(more).toEqual([]);
      expect(output).toContain(other);
    } finally {
      if (stack instanceof InterruptibleStack) await stack.dispose();
      await relay.close();
    }
  });
});
