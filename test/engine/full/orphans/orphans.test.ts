// The real engine shows orphans at the end of a run, and no run removes them.
import { LocalWorkspace } from '@pulumi/pulumi/automation';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Emulator } from 'cloud-compute-emulator';
import { Volume } from 'pulumi-cloud-compute';
import type { CloudComputeClient } from '../../../../api';
import { PENDING } from '../../../../core/pendingTag';
import { leftVolume } from '../../support/stacks/leftVolume';
import { TestStack } from '../../support/stacks/stack';
import { OFFLINE } from '../../../../tools/src/pulumiCli/offline';
import { startCloud } from '../../support/testCloud';

jest.setTimeout(300_000);

let emulator: Emulator;
let cloud: CloudComputeClient;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ emulator, cloud, close } = await startCloud());
});
afterAll(() => close());

const volume = (name: string, more = '') =>
  `new cc.Volume('${name}', { size: 10, type: 'NVMe', locationCode: 'FIN-01', ${more} });`;

describe('the end of a program in its own process', () => {
  let stack: TestStack;
  let left: string;
  beforeAll(async () => {
    stack = await TestStack.create({ url: emulator.url, program: volume('data') });
    await stack.up();
    left = await leftVolume(cloud, await stack.owner());
  });
  afterAll(async () => {
    await stack.destroy();
    await stack.dispose();
  });

  it('names orphans with the command, and removes nothing', async () => {
    const { output } = await stack.up();
    expect(output).toContain('not a resource of this program');
    expect(output).toContain(`volume left (${left})`);
    expect(output).toContain('npx pulumi-cloud-compute orphans remove');
    expect((await cloud.volumes.list({})).map(({ id }) => id)).toContain(left);
  });

  it('names orphans also if the program declares nothing billed', async () => {
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf me';
    await stack.program(`new cc.SshKey('me', { key: '${key}' });`);
    const { output } = await stack.up();
    expect(output).toContain(`volume left (${left})`);
  });

  it('names and removes nothing in a preview', async () => {
    await stack.program(volume('data'));
    expect((await stack.preview()).output).not.toContain(left);
  });

  it('removes nothing in a refresh that runs the program', async () => {
    await stack.refresh({ runsProgram: true });
    expect((await cloud.volumes.list({})).map(({ id }) => id)).toContain(left);
  });
});

describe('the end of an inline program', () => {
  it('names orphans, removes the pending tags of its own resources, and removes nothing else', async () => {
    const home = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-inline-'));
    try {
      const program = (): Promise<void> => {
        new Volume('data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' });
        return Promise.resolve();
      };
      const stack = await LocalWorkspace.createStack(
        { stackName: 'dev', projectName: 'test', program },
        {
          pulumiHome: home,
          projectSettings: {
            name: 'test',
            runtime: 'nodejs',
            main: process.cwd(),
            backend: { url: `file://${home}` },
          },
          envVars: { PULUMI_CONFIG_PASSPHRASE: 'engine test', ...OFFLINE },
        },
      );
      await stack.setAllConfig({
        'cloudCompute:baseUrl': { value: emulator.url },
        'cloudCompute:clientId': { value: 'emulator' },
        'cloudCompute:clientSecret': { value: 'emulator', secret: true },
      });
      await stack.up();
      const exported = (await stack.exportStack()).deployment as {
        resources: { type: string; id?: string }[];
      };
      const owner = exported.resources.find(({ type }) => type.endsWith(':Owner'))?.id ?? '';
      const left = await leftVolume(cloud, owner);
      const { stdout } = await stack.up();
      expect(stdout).toContain(`volume left (${left})`);
      const pending = (await cloud.volumes.list({})).filter(({ tags }) =>
        tags.some(({ key }) => key === PENDING),
      );
      expect(pending.filter(({ name }) => name !== 'left')).toEqual([]);
      expect(pending.map(({ id }) => id)).toContain(left);
      await stack.destroy();
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});

describe('a run', () => {
  it('notes the address of its engine, by which another run of the stack sees it', async () => {
    const stack = await TestStack.create({ url: emulator.url, program: volume('data') });
    const notedRuns = async () =>
      (await stack.notes()).filter((name) => /^run\.\w+\.127\.0\.0\.1%3A\d+$/.test(name));
    try {
      await stack.forgetNotes();
      await stack.up();
      const first = await notedRuns();
      expect(first).toHaveLength(1);
      await stack.upInline(`const cc = require('pulumi-cloud-compute'); ${volume('data')}`);
      const second = await notedRuns();
      expect(second).toHaveLength(1);
      expect(second).not.toEqual(first);
    } finally {
      await stack.destroy();
      await stack.dispose();
    }
  });
});

describe('the end of the first inline program of a process, which imports the package itself', () => {
  it('names orphans', async () => {
    const stack = await TestStack.create({ url: emulator.url, program: volume('data') });
    try {
      await stack.up();
      const left = await leftVolume(cloud, await stack.owner());
      expect(await stack.upInline(`const cc = require('pulumi-cloud-compute'); ${volume('data')}`)).toContain(
        `volume left (${left})`,
      );
    } finally {
      await stack.destroy();
      await stack.dispose();
    }
  });
});
