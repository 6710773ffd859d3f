// The built command against the emulator and against files of states; OpenSSH itself reads what it prints.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestCloud } from '../sdk/support/cloud';
import { startCloud } from '../sdk/support/cloud';
import { credentialsFor, runCommand } from './command';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-ssh-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(['ssh-config', ...args], env, folder);

/** Without OpenSSH on this computer, the tests that ask it are skipped. */
const itWithSsh = spawnSync('ssh', ['-V']).status === 0 ? it : it.skip;

/** The settings that OpenSSH has for a host. */
function settingsOf(config: string, host: string): Record<string, string> {
  const file = path.join(folder, 'config');
  writeFileSync(file, config);
  const lines = execFileSync('ssh', ['-G', '-F', file, host], { encoding: 'utf8' }).trim().split('\n');
  const settings = lines.map((line): [string, string] => [
    line.replace(/ .*/, ''),
    line.replace(/^\S+ ?/, ''),
  ]);
  return Object.fromEntries(settings);
}

interface Resource {
  readonly type?: string;
  readonly name?: string;
  readonly id: string;
  readonly inputs?: object;
  readonly outputs?: object;
}

/** A file as `pulumi stack export` writes it. */
function stateOf(resources: readonly Resource[], stack = 'dev'): string {
  const file = path.join(folder, `${stack}.json`);
  const whole = resources.map(({ type = 'cloud-compute:index:Instance', name = 'trainer', ...rest }) => ({
    ...{ urn: `urn:pulumi:${stack}::lab::${type}::${name}`, type, custom: true },
    ...rest,
  }));
  writeFileSync(file, JSON.stringify({ version: 3, deployment: { resources: whole } }));
  return file;
}

const machine = (hostname: string, ip: unknown = '203.0.113.7', more: object = {}) => ({
  id: '3f2a9c1e-1111-4222-8333-444455556666',
  outputs: { hostname, ip, ...more },
});

describe('of the project', () => {
  let cloud: TestCloud;
  beforeEach(async () => {
    cloud = await startCloud();
  });
  afterEach(() => cloud.close());

  const deploy = (hostname: string) =>
    cloud.client.instances.deploy({
      ...{ hostname, description: 'trains', image: 'ubuntu-24.04' },
      ...{ instance_type: '1V100.6V', location_code: 'FIN-01' },
    });

  itWithSsh(
    'each machine is a host that OpenSSH knows, and equal names have the beginning of the id',
    async () => {
      await deploy('trainer');
      const [one, other] = [await deploy('worker'), await deploy('worker')];
      cloud.emulator.clock.advance(3_600_000);
      const { code, stdout, stderr } = await run(['--prefix', 'lab'], credentialsFor(cloud.emulator.url));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect([...stdout.matchAll(/^Host (.*)$/gm)].map(([, host]) => host).sort()).toEqual(
        ['lab-trainer', `lab-worker-${one.slice(0, 8)}`, `lab-worker-${other.slice(0, 8)}`].sort(),
      );
      const [trainer] = (await cloud.client.instances.list()).filter(
        ({ hostname }) => hostname === 'trainer',
      );
      expect(settingsOf(stdout, 'lab-trainer')).toMatchObject({
        ...{ hostname: trainer?.ip, user: 'root', hostkeyalias: 'lab-trainer' },
      });
    },
  );

  it.each([
    [[], '--prefix NAME is needed'],
    [['--prefix', 'a b'], '--prefix may have'],
    [['--prefix', 'a', '--known-hosts', 'keys'], '--known-hosts needs --state'],
    [['--state', 'nowhere.json'], 'there is no such file'],
  ])('%j is refused', async (args, sentence) => {
    const { code, stdout, stderr } = await run(args, credentialsFor(cloud.emulator.url));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(sentence);
  });
});

describe('of a state', () => {
  itWithSsh('names begin with the stack; user, port and host key come from the state', async () => {
    const waitFor = [{ port: 80 }, { ssh: { user: 'ubuntu', port: 2222 } }];
    const trainer = { ...machine('trainer', '203.0.113.7', { sshHostKey: KEY }), inputs: { waitFor } };
    const { code, stdout } = await run(['--state', stateOf([trainer]), '--known-hosts', 'keys of 100%']);
    expect(code).toBe(0);
    const settings = settingsOf(stdout, 'dev-trainer');
    expect(settings).toMatchObject({
      ...{ hostname: '203.0.113.7', user: 'ubuntu', port: '2222', hostkeyalias: 'dev-trainer' },
      stricthostkeychecking: 'true',
    });
    const file = path.join(folder, 'keys of 100%');
    expect(settings['userknownhostsfile']).toContain('keys of 100%');
    expect(readFileSync(file, 'utf8')).toContain(`\ndev-trainer ${KEY}\n`);
    // What it has written, it writes again.
    expect((await run(['--state', stateOf([trainer]), '--known-hosts', 'keys of 100%'])).code).toBe(0);
  });

  itWithSsh.each([
    ['npm package', 'pulumi-nodejs:dynamic/cloud-compute:Ready'],
    ['native plugin', 'cloud-compute:index:InstancesReady'],
  ])('a machine of a gate of the %s has the address and the host key of the gate', async (_, type) => {
    const trainer = machine('trainer', null);
    const instances = [{ id: trainer.id, ip: '203.0.113.9', sshHostKey: KEY }];
    const gate = { type, id: 'all', outputs: { instances } };
    const { stdout } = await run(['--state', stateOf([trainer, gate]), '--known-hosts', 'keys']);
    expect(settingsOf(stdout, 'dev-trainer')).toMatchObject({ hostname: '203.0.113.9' });
    expect(readFileSync(path.join(folder, 'keys'), 'utf8')).toContain(KEY);
  });

  it('several states can be given', async () => {
    const files = [stateOf([machine('trainer')]), stateOf([machine('trainer')], 'prod')];
    const { stdout } = await run(files.flatMap((file) => ['--state', file]));
    expect(stdout).toMatch(/^Host dev-trainer\n[^]*^Host prod-trainer\n/m);
  });

  it.each([
    ['a space', machine('a b')],
    ['a line break', machine('a\n  ProxyCommand touch /tmp/x')],
    ['a pattern', machine('*')],
    ['two dots', machine('a..b')],
    ['nothing', machine('')],
    ['an address that is none', machine('trainer', '-oProxyCommand=x')],
    ['no address', machine('trainer', null)],
    ['a user that is none', { ...machine('trainer'), inputs: { waitFor: [{ ssh: { user: 'a\nb' } }] } }],
  ])('a machine with %s is left out and named', async (_what, one) => {
    const { code, stdout, stderr } = await run(['--state', stateOf([one])]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(
      /^Left out: .*\(3f2a9c1e-1111-4222-8333-444455556666\): .*\.\nThere is no machine to log in to\.\n$/,
    );
  });

  it('a file with known hosts of somebody else stays', async () => {
    writeFileSync(path.join(folder, 'known_hosts'), `example.com ${KEY}\n`);
    const { code, stderr } = await run([
      '--state',
      stateOf([machine('trainer')]),
      '--known-hosts',
      'known_hosts',
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('this command has not written it');
    expect(readFileSync(path.join(folder, 'known_hosts'), 'utf8')).toBe(`example.com ${KEY}\n`);
  });
});
