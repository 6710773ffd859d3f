// The account of a stack under the native plugin: it never changes silently.
import { pluginTest } from '../../support/stacks/pluginTest';

jest.setTimeout(300_000);

const volume = (name: string) =>
  `new cc.Volume('${name}', { name: '${name}', type: 'NVMe', locationCode: 'FIN-01', size: 10 });`;
const UP = ['up', '--yes', '--skip-preview', '--stack', 'dev', '--color=never'];

const test = pluginTest({
  clients: [
    { id: 'emulator', secret: 'emulator' },
    { id: 'other', secret: 'other' },
  ],
});

const requests = () => test.emulator.control.requests.counts()['createVolume'] ?? 0;

it('the plugin creates nothing with the credentials of another account after a run that was killed', async () => {
  const stack = await test.deploy(volume('data'));
  await stack.interruptUp('kill the plugin', () => requests() > 0);
  stack.use({ id: 'other', secret: 'other' });
  expect(await stack.fails(...UP)).toContain('Nothing is created, because this stack was created with other');
  expect(requests()).toBe(1);
});

it('the plugin creates nothing with the credentials of another account before it has seen what is in state', async () => {
  const stack = await test.deploy(volume('data'));
  await stack.up();
  await stack.program(`${volume('first')} ${volume('data')}`);
  stack.use({ id: 'other', secret: 'other' });
  // Whether the new or the old volume fails first is left to the engine.
  expect(await stack.fails(...UP)).toContain('was created with other credentials or at another address');
  expect(requests()).toBe(1);
});
