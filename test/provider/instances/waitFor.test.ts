// A create returns when the machine answers: its port, its page, or a login after its startup script has ended.
import { utils } from 'ssh2';
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/testResource';

const mine = utils.generateKeyPairSync('ed25519');
const PORTS = { ssh: 2222, http: 8000 };
const MACHINE = {
  hostname: 'trainer',
  image: 'ubuntu-24.04',
  instanceType: 'CPU.4V.16G',
  locationCode: 'FIN-01',
};

let stack: InProcessStack;
let keyId: string;
let scriptId: string;

beforeEach(async () => {
  stack = await InProcessStack.start({ machinesAnswer: true, machinePorts: PORTS, balance: 1_000_000 });
  keyId = (await stack.up('sshKey', 'me', { key: mine.public })).id;
  scriptId = (await stack.up('startupScript', 'setup', { script: '#!/bin/sh\nsleep 60\n' })).id;
});

afterEach(() => stack.stop());

const argsOf = (more: object) => ({
  ...MACHINE,
  ...{ sshKeyIds: [keyId], startupScriptId: scriptId },
  ...more,
});

const machine = (more: object = {}): TestResource => stack.resource('instance', 'trainer', argsOf(more));

const ssh = (more: object = {}) => ({ ssh: { port: PORTS.ssh, privateKey: mine.private, ...more } });

it.each([
  ['a port', { port: PORTS.ssh }],
  ['a page', { http: { port: PORTS.http } }],
  ['the startup script', ssh()],
])('a create waits for %s', async (_what, condition) => {
  const before = stack.clock.now();
  const trainer = machine({ waitFor: [condition] });
  await trainer.create();
  const waited = (stack.clock.now() - before) / 1_000;
  const plain = stack.resource('instance', 'plain', { ...MACHINE, hostname: 'plain', sshKeyIds: [keyId] });
  const start = stack.clock.now();
  await plain.create();
  expect(waited).toBeGreaterThan((stack.clock.now() - start) / 1_000 + 15);
});

it('state holds the host key that the machine has shown', async () => {
  const trainer = machine({ waitFor: [ssh()] });
  await trainer.create();
  const [shown] = stack.emulator.control.machines.list();
  expect(trainer.outputs).toMatchObject({ sshHostKey: shown?.hostKey });
});

it('a machine whose script has failed stays, and the next update waits again', async () => {
  stack.fault('deployInstance', { kind: 'scriptFailed', output: 'E: no such package' });
  const trainer = machine({ waitFor: [ssh()] });
  await expect(trainer.create()).rejects.toThrow(
    /The startup script has failed, with exit code 1[^]*E: no such package[^]*waits again/,
  );
  const { id } = trainer;
  expect((await stack.cloud.instances.get(id)).status).toBe('running');
  await expect(trainer.update()).rejects.toThrow('The startup script has failed');
  stack.emulator.control.machines.endScript(id);
  await trainer.update();
  expect(await stack.cloud.instances.list()).toHaveLength(1);
});

it('an eviction ends the wait, and is said as such', async () => {
  stack.fault('deployInstance', { kind: 'noSsh' });
  stack.fault('deployInstance', { kind: 'evict', seconds: 60 });
  const spot = machine({ waitFor: [ssh()], isSpot: true, contract: 'SPOT' });
  await expect(spot.create()).rejects.toThrow(
    /the instance is \w+, as a spot machine is after an eviction, while/,
  );
});

it('a machine that never answers fails at the deadline with the last reason, and stays', async () => {
  stack.fault('deployInstance', { kind: 'noSsh' });
  const trainer = machine({ waitFor: [{ port: PORTS.ssh }] });
  await expect(trainer.create()).rejects.toThrow(
    /port 2222 did not answer within .* min.*: connection refused\. Give it more time/,
  );
  expect((await stack.cloud.instances.get(trainer.id)).status).toBe('running');
});

it('a wrong key fails at the deadline: the login is refused', async () => {
  const other = utils.generateKeyPairSync('ed25519');
  const trainer = machine({ waitFor: [ssh({ privateKey: other.private })] });
  await expect(trainer.create()).rejects.toThrow('login as root refused');
});

it('an update waits for an added condition, and replaces nothing', async () => {
  const trainer = machine({ waitFor: [{ port: PORTS.ssh }] });
  await trainer.create();
  const { id } = trainer;
  const changed = argsOf({ waitFor: [{ port: PORTS.ssh }, ssh({ command: 'nvidia-smi' })] });
  stack.emulator.control.machines.setResult({
    ...{ command: 'nvidia-smi', exitCode: 9, stderr: 'No devices were found' },
  });
  await expect(trainer.update(changed)).rejects.toThrow(/exit code 9[^]*No devices were found/);
  stack.emulator.control.machines.clearResults();
  await trainer.update(changed);
  expect(trainer.id).toBe(id);
});

it('a gate waits for the conditions of its machines, and shows their host keys', async () => {
  const machines = ['one', 'two', 'three'].map((hostname) =>
    stack.resource('instance', hostname, {
      ...MACHINE,
      ...{ hostname, sshKeyIds: [keyId], startupScriptId: scriptId, awaitReady: false, waitFor: [ssh()] },
    }),
  );
  await Promise.all(machines.map((one) => one.create()));
  const gate = stack.resource('ready', 'all', { instanceIds: machines.map(({ id }) => id) });
  await gate.create();
  const keys = stack.emulator.control.machines.list().map(({ hostKey }) => hostKey);
  expect(gate.outputs).toMatchObject({
    instances: machines.map(({ id }) => ({
      id,
      sshHostKey: expect.stringMatching(/^ssh-ed25519 /) as string,
    })),
  });
  expect(new Set(keys).size).toBe(3);
});

it('a gate waits in a later run for a new condition whose wait was killed', async () => {
  const args = { sshKeyIds: [keyId], awaitReady: false };
  const trainer = machine({ ...args, waitFor: [{ port: PORTS.ssh }] });
  await trainer.create();
  const gate = stack.resource('ready', 'all', { instanceIds: [trainer.id] });
  await gate.create();
  const changed = argsOf({ ...args, waitFor: [{ port: PORTS.ssh }, ssh({ command: 'nvidia-smi' })] });
  await trainer.update(changed);
  // The run is killed before the update of the gate.
  stack.newProcess();
  expect(await trainer.diff(changed)).toMatchObject({ changes: false });
  expect(await gate.diff()).toMatchObject({ changes: true });
  await gate.update();
  expect(await gate.diff()).toMatchObject({ changes: false });
  const [shown] = stack.emulator.control.machines.list();
  expect(gate.outputs).toMatchObject({ instances: [{ id: trainer.id, sshHostKey: shown?.hostKey }] });
});
