// A preview refuses conditions that cannot be met, and names machines whose startup scripts nothing waits for.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { utils } from 'ssh2';
import { info, warn } from '../../../provider/run/progress';
import { UNKNOWN } from '../../../provider/schema/unknown';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const mine = utils.generateKeyPairSync('ed25519');
const MACHINE = { image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' };

let stack: InProcessStack;
let folder: string;
const agent = process.env['SSH_AUTH_SOCK'];

beforeEach(async () => {
  stack = await InProcessStack.start();
  folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-keys-'));
  delete process.env['SSH_AUTH_SOCK'];
  jest.mocked(info).mockClear();
  jest.mocked(warn).mockClear();
});

afterEach(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true });
  if (agent !== undefined) process.env['SSH_AUTH_SOCK'] = agent;
});

const problemsOf = (waitFor: unknown[]) =>
  stack.resource('instance', 'trainer', { ...MACHINE, waitFor, __preview: true }).problems();

/** The text of a private key with a passphrase. */
function locked(): string {
  const { private: text } = utils.generateKeyPairSync('ed25519', {
    passphrase: 'hunter22',
    cipher: 'aes256-ctr',
    rounds: 16,
  });
  return text;
}

const fileWith = (text: string): string => {
  const file = path.join(folder, 'key');
  writeFileSync(file, text);
  return file;
};

describe('a condition', () => {
  it.each<[string, object, string | RegExp]>([
    ['of no kind', {}, 'must have exactly one of port, http and ssh, and has none of them'],
    ['of two kinds', { port: 22, http: { port: 80 } }, 'and has port and http: write a list entry for each'],
    ['with a port that is none', { port: 70_000 }, /65,?535/],
    ['with a path without a slash', { http: { port: 80, path: 'health' } }, 'must begin with a slash'],
    ['with a public key', { ssh: { privateKey: mine.public } }, 'is a public key: pass the private key'],
    [
      'with a path as the text of the key',
      { ssh: { privateKey: '~/.ssh/id_ed25519' } },
      'is not a private key. Pass the text',
    ],
    [
      'with a key that is damaged',
      { ssh: { privateKey: mine.private.slice(0, 90) } },
      'cannot be read as a private key',
    ],
    [
      'without a key and an agent',
      { ssh: {} },
      'has no key, and no SSH agent runs here (SSH_AUTH_SOCK is not set)',
    ],
    [
      'with a file that does not exist',
      { ssh: { privateKeyFile: '/nowhere/key' } },
      'does not exist on this computer',
    ],
    [
      'with a host key that is none',
      { ssh: { privateKey: mine.private, hostKey: 'SHA256:abc' } },
      'must be a public key',
    ],
  ])('%s is refused', async (_what, condition, reason) => {
    const [problem = '', ...more] = await problemsOf([condition]);
    expect(more).toEqual([]);
    expect(problem).toContain('waitFor[0]');
    expect(problem).toMatch(reason);
    expect(problem).not.toContain('PRIVATE KEY');
  });

  it('with a key that has a passphrase is refused, as a text and as a file', async () => {
    const text = locked();
    for (const ssh of [{ privateKey: text }, { privateKeyFile: fileWith(text) }])
      expect(await problemsOf([{ ssh }])).toEqual([
        expect.stringContaining('has a passphrase: add it to an SSH agent with `ssh-add`'),
      ]);
  });

  it('with both forms of a key is refused', async () => {
    const ssh = { privateKey: mine.private, privateKeyFile: fileWith(mine.private) };
    expect(await problemsOf([{ ssh }])).toEqual([
      expect.stringContaining('has both privateKey and privateKeyFile: leave one of them out'),
    ]);
  });

  it('that can be met is accepted: a port, a page, a key, a file, an agent, values that are not known yet', async () => {
    const ssh = (more: object) => ({ ssh: more });
    const good = [
      { port: 22 },
      {
        http: { port: 8000, path: '/health', scheme: 'https', status: 204, verify: false },
        address: 'private',
      },
      ...[ssh({ privateKey: mine.private }), ssh({ privateKeyFile: fileWith(mine.private) })],
      ...[ssh({ privateKey: UNKNOWN }), ssh({ privateKeyFile: UNKNOWN })],
      { port: UNKNOWN },
    ];
    expect(await problemsOf(good)).toEqual([]);
    process.env['SSH_AUTH_SOCK'] = '/run/agent';
    expect(await problemsOf([ssh({})])).toEqual([]);
  });
});

describe('a startup script that nothing waits for', () => {
  const said = () =>
    jest
      .mocked(info)
      .mock.calls.map(([, text]) => text)
      .filter((text) => text.includes('startup script'));

  async function preview(...machines: object[]): Promise<string[]> {
    for (const [index, args] of machines.entries())
      await stack
        .resource('instance', `machine-${String(index)}`, { ...MACHINE, __preview: true, ...args })
        .problems();
    await stack.endRun();
    return said();
  }

  const scriptId = async () => (await stack.up('startupScript', 'setup', { script: '#!/bin/sh\n' })).id;

  it('is said once for all machines', async () => {
    const startupScriptId = await scriptId();
    stack.newProcess();
    expect(
      await preview(
        { startupScriptId },
        { startupScriptId: UNKNOWN },
        {},
        { startupScriptId, waitFor: [{ port: 22 }] },
      ),
    ).toEqual([
      expect.stringContaining('returns once machine-0, machine-1 run, before the startup script has ended'),
    ]);
  });

  it('is said of the script of a group, too', async () => {
    const template = { image: 'ubuntu-24.04', startupScriptId: await scriptId() };
    const group = await stack.up('instanceGroup', 'group', {
      instanceType: 'CPU.4V.16G',
      locationCode: 'FIN-01',
      template,
    });
    stack.newProcess();
    const output = await preview({ instanceGroupId: group.id, image: undefined, instanceType: undefined });
    expect(output).toEqual([expect.stringContaining('returns once machine-0 runs, before')]);
  });

  it('is not said with the setting startupScriptHint: off', async () => {
    const startupScriptId = await scriptId();
    stack.configure({ 'cloudCompute:startupScriptHint': 'off' });
    stack.newProcess();
    expect(await preview({ startupScriptId })).toEqual([]);
  });
});

// The keys of these tests are made by the library; OpenSSH writes the same forms.
it('a key of ssh-keygen is accepted', async () => {
  const file = path.join(folder, 'own');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  expect(await problemsOf([{ ssh: { privateKeyFile: file } }])).toEqual([]);
});
