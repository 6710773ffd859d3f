// The native plugin under the real engine: the same verbs as the dynamic resources, and the features that
// only a plugin can have.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerHttp2Session } from 'node:http2';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { PENDING } from '../../../../core/pendingTag';
import { pluginTest } from '../../support/stacks/pluginTest';

jest.setTimeout(300_000);

const clients = [
  { id: 'emulator', secret: 'emulator' },
  { id: 'other', secret: 'other' },
];
const machine = (more = '') => `new cc.Instance('trainer', {
  hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', ${more}
})`;
const volume = (more: string, opts = '{}') => `new cc.Volume('data', {
  name: 'data', type: 'NVMe', locationCode: 'FIN-01', ${more}
}, ${opts})`;

const test = pluginTest({ clients });

const liveMachines = async () =>
  (await test.cloud.instances.list()).filter(({ status }) => status !== 'discontinued');

it('the plugin creates, shows no change, updates in place, refreshes and destroys', async () => {
  const stack = await test.deploy(
    `const data = ${volume('size: 100, tags: { team: "a" }')};
     const trainer = ${machine('existingVolumes: [data.id]')};
     exports.ip = trainer.ip;`,
  );
  expect(await stack.preview()).toMatch(/\+ 3 to create/);
  await stack.up();
  const [instance] = await liveMachines();
  expect(instance).toMatchObject({ hostname: 'trainer', status: 'running' });
  expect(await stack.preview('--expect-no-changes')).toMatch(/3 unchanged/);
  await stack.program(
    `const data = ${volume('size: 200, tags: { team: "b" }')};
     ${machine('existingVolumes: [data.id]')};`,
  );
  expect(await stack.preview('--diff')).toMatch(/~ size: 100 => 200\s+~ tags: \{\s+~ team: "a" => "b"/);
  await stack.up();
  expect(await test.cloud.volumes.list()).toContainEqual(
    expect.objectContaining({ name: 'data', size: 200 }),
  );
  // A run that changes something removes the pending tags of resources that an earlier run has saved.
  const tags = (await liveMachines()).flatMap((one) => one.tags.map(({ key }) => key));
  expect(tags).not.toContain(PENDING);
  expect(await stack.refresh()).toMatch(/3 unchanged/);
  await stack.destroy();
  expect(await liveMachines()).toEqual([]);
  expect(await stack.resources()).toEqual([]);
});

it('the plugin replaces a machine, and says for which property', async () => {
  const stack = await test.deploy(machine());
  await stack.up();
  const [before] = await liveMachines();
  await stack.program(machine('description: "x"').replace('CPU.4V.16G', 'CPU.8V.32G'));
  expect(await stack.preview('--diff')).toMatch(/~ instanceType: "CPU\.4V\.16G" => "CPU\.8V\.32G"/);
  await stack.up();
  const after = await liveMachines();
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({ instance_type: 'CPU.8V.32G' });
  expect(after[0]?.id).not.toBe(before?.id);
});

it('the plugin imports existing resources, and the next preview is empty', async () => {
  const id = await test.cloud.volumes.create({
    name: 'data',
    size: 50,
    type: 'NVMe',
    location_code: 'FIN-01',
  });
  const stack = await test.deploy(volume('size: 50', '{ protect: true }'));
  expect(await stack.import('Volume', 'data', id)).toMatch(/1 imported/);
  expect(await stack.preview('--expect-no-changes')).toMatch(/unchanged/);
  expect(await stack.resources()).toEqual([expect.objectContaining({ id })]);
});

const started: ChildProcess[] = [];
afterEach(() => {
  for (const plugin of started.splice(0)) plugin.kill('SIGKILL');
});

it('the plugin ends when its engine ends before it has configured the provider', async () => {
  const engine = createServer();
  const sessions: ServerHttp2Session[] = [];
  engine.on('session', (session) => sessions.push(session));
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${String((engine.address() as AddressInfo).port)}`;
  const plugin = spawn(process.execPath, [path.join(test.folder, 'index.js'), address]);
  started.push(plugin);
  const ended = once(plugin, 'exit');
  await once(plugin.stdout, 'data');
  while (sessions.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  engine.close();
  for (const session of sessions) session.destroy();
  expect(await ended).toEqual([0, null]);
});

it('the plugin takes over the machine of a run that was killed', async () => {
  const stack = await test.deploy(machine());
  const deployed = () => (test.emulator.control.requests.counts()['deployInstance'] ?? 0) > 0;
  await stack.interruptUp('kill both', deployed);
  expect(await stack.up()).toMatch(/Took over the instance/);
  expect(await liveMachines()).toHaveLength(1);
  await stack.destroy();
  expect(await liveMachines()).toEqual([]);
});

it('the plugin keeps the id of a machine when Ctrl-C ends the wait, and continues with it', async () => {
  const stack = await test.deploy(machine());
  test.emulator.clock.scale = 1;
  const waiting = () => (test.emulator.control.requests.counts()['listInstances'] ?? 0) > 1;
  await stack.interruptUp('Ctrl-C', waiting);
  const [instance] = await liveMachines();
  expect(await stack.resources()).toEqual([expect.objectContaining({ id: instance?.id })]);
  test.emulator.clock.scale = 200;
  expect(await stack.up()).toMatch(/~ 1 updated/);
  expect((await liveMachines()).map(({ id, status }) => ({ id, status }))).toEqual([
    { id: instance?.id, status: 'running' },
  ]);
});

it('the plugin serves two accounts in one program, each by a provider of its own', async () => {
  const url = JSON.stringify(test.emulator.url);
  const stack = await test.deploy(`
    const other = new cc.Provider('other', { baseUrl: ${url}, clientId: 'other', clientSecret: 'other' });
    ${volume('size: 10')};
    new cc.Volume('theirs', { name: 'theirs', size: 20, type: 'NVMe', locationCode: 'FIN-01' }, { provider: other });
  `);
  await stack.up();
  expect((await test.cloud.volumes.list()).map(({ name }) => name)).toEqual(['data']);
  const secrets = JSON.stringify(await stack.resources());
  expect(secrets).not.toContain('"other","clientSecret"');
  await stack.destroy();
  expect(await test.cloud.volumes.list()).toEqual([]);
});

it('the plugin reports wrong inputs, wrong settings and unknown names at preview, in sentences', async () => {
  const stack = await test.deploy(
    volume('size: 100').replace('"NVMe"', '"NVME"').replace("'NVMe'", "'NVMEE'"),
  );
  const output = await stack.fails('preview', '--stack', 'dev', '--color=never');
  expect(output).toMatch(/type .*NVMEE.*did you mean "NVMe"/);
  await stack.program(`new cc.Volume('data', {}, { provider: new cc.Provider('p', { clientID: 'x' }) });`);
  const wrong = await stack.fails('preview', '--stack', 'dev', '--color=never');
  expect(wrong).toMatch(/clientID is not a setting of this provider: did you mean "clientId"/);
  const withProvider = (settings: string) =>
    volume('size: 100', `{ provider: new cc.Provider('theirs', { ${settings} }) }`);
  await stack.program(withProvider("clientId: 'emulator', clientSecret: 'wrong'"));
  const refused = await stack.fails('preview', '--stack', 'dev', '--color=never');
  expect(refused).toMatch(
    /refused the credentials of the provider "theirs" \(401 .*\)\. Correct clientId and/,
  );
  await stack.program(withProvider("clientId: 'emulator'"));
  const halfOfProvider = await stack.fails('preview', '--stack', 'dev', '--color=never');
  expect(halfOfProvider).toMatch(
    /without clientSecret of the provider "theirs"\. .*Set clientSecret in the program\./,
  );
  await stack.program(volume('size: 100'));
  await stack.config('cloud-compute:clientId', 'emulator');
  const half = await stack.fails('preview', '--stack', 'dev', '--color=never');
  expect(half).toContain('`pulumi config set --secret cloud-compute:clientSecret …`');
});

it('the plugin serves data sources as functions', async () => {
  const stack = await test.deploy(
    `exports.codes = cc.getLocations().then((all) => all.map(({ code }) => code).join());`,
  );
  expect(await stack.up()).toMatch(/codes\s*: "FIN-01/);
  await stack.program(`exports.zone = cc.getLocations({ zone: 1 });`);
  const wrong = await stack.fails('preview', '--stack', 'dev', '--color=never');
  expect(wrong).toMatch(/getLocations.* failed: zone is not a property here \(there are none\) \(zone\)$/m);
});
