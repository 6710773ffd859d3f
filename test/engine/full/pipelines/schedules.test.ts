// The schedules of docs/expired.md: checked by the tools of their services, and their commands run against the emulator.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { parse } from 'yaml';
import { CloudComputeClient } from '../../../../api';
import { expiryTag } from '../../../../core/expiryTag';
import manifest from '../../../../package.json';
import { cronJobCheck } from '../../../../tools/src/cache/cronJobCheck';
import { githubJob, gitlabJob, runBlocks } from '../../support/pipelines/blocks';
import { gitlabPreview } from '../../support/pipelines/gitlabPreview';
import { outputOf } from '../../support/texts/commandOutput';

// The first run builds the tools.
jest.setTimeout(600_000);

const root = path.resolve(__dirname, '..', '..', '..', '..');
const fileOf = (...names: string[]): string => path.join(root, 'examples', 'schedules', ...names);
const FILES = {
  github: path.join(root, 'examples', 'pipelines', 'github', 'expired.yml'),
  gitlab: fileOf('gitlab', '.gitlab-ci.yml'),
  kubernetes: fileOf('kubernetes', 'cronjob.yaml'),
  service: fileOf('systemd', 'pulumi-expired.service'),
  timer: fileOf('systemd', 'pulumi-expired.timer'),
};

let emulator: Emulator;
let client: CloudComputeClient;
let folder: string;
beforeEach(async () => {
  emulator = await startEmulator({ timeScale: 200 });
  client = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
  folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-schedule-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  client.close();
  await emulator.close();
});

const command = path.join(root, 'dist', 'cli', 'index.js');
/** A job has the packages: another test installs them. */
const SHELL = `set -euo pipefail
npm() { [ "$*" = ci ]; }
npx() {
  if [ "$1" = --yes ]; then shift; fi
  case "$1" in pulumi-cloud-compute|pulumi-cloud-compute@*) shift ;; *) return 1 ;; esac
  node '${command}' "$@"
}
`;

const shell = (script: string, variables: Readonly<Record<string, string>>): Promise<string> =>
  outputOf('bash', ['-c', SHELL + script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...variables },
  });

const credentials = () => ({
  CLOUD_COMPUTE_BASE_URL: emulator.url,
  ...{ CLOUD_COMPUTE_CLIENT_ID: 'emulator', CLOUD_COMPUTE_CLIENT_SECRET: 'emulator' },
});

interface CronJob {
  readonly spec: {
    readonly jobTemplate: { readonly spec: { readonly template: { readonly spec: PodSpec } } };
  };
}

interface PodSpec {
  readonly containers: readonly {
    readonly command: readonly string[];
    readonly env: readonly { readonly name: string }[];
  }[];
}

const containerOf = (file: string) => {
  const { spec } = parse(readFileSync(file, 'utf8')) as CronJob;
  const [container] = spec.jobTemplate.spec.template.spec.containers;
  if (!container) throw new Error(`${file} has no container.`);
  return container;
};

/** Runs the command of a service of systemd in a folder in which the package is installed. */
async function runService(): Promise<void> {
  const [, line = ''] = /^ExecStart=\/usr\/bin\/env (.*)$/m.exec(readFileSync(FILES.service, 'utf8')) ?? [];
  const bin = path.join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  const name = path.join(bin, 'pulumi-cloud-compute');
  writeFileSync(name, `#!/bin/sh\nexec node '${command}' "$@"\n`, { mode: 0o755 });
  await shell(line, credentials());
}

test.each<[string, () => Promise<unknown>]>([
  ['GitHub', () => runBlocks(githubJob(FILES.github, 'remove', {}), credentials(), shell)],
  [
    'GitLab',
    async () => runBlocks(await gitlabJob(FILES.gitlab, 'expired', credentials()), credentials(), shell),
  ],
  ['Kubernetes', () => shell(containerOf(FILES.kubernetes).command.join(' '), credentials())],
  ['systemd', runService],
])('the commands for %s remove a machine whose end has passed', async (_, run) => {
  const deploy = (hostname: string) =>
    client.instances.deploy({
      ...{ hostname, description: hostname, image: 'ubuntu-24.04' },
      ...{ instance_type: '1V100.6V', location_code: 'FIN-01' },
    });
  const machineId = await deploy('over');
  await deploy('endless');
  const expiresAt = emulator.clock.now() + 60_000;
  await client.tags.add(
    'instances',
    machineId,
    expiryTag({ expiresAt, onExpiry: 'delete', keepsOsVolume: false, machineId }),
  );
  emulator.clock.advance(600_000);
  await run();
  emulator.clock.advance(600_000);
  expect((await client.instances.list()).map(({ hostname }) => hostname)).toEqual(['endless']);
});

test('the file for GitLab matches its schema', async () => {
  expect(await gitlabPreview(FILES.gitlab)).toContain('expired --remove --yes');
});

test('the file for Kubernetes is a CronJob, with the settings of this version', async () => {
  const check = await cronJobCheck();
  expect(await outputOf(check, [FILES.kubernetes], {})).toBe('');
  const wrong = path.join(folder, 'wrong.yaml');
  writeFileSync(wrong, readFileSync(FILES.kubernetes, 'utf8').replace('backoffLimit:', 'backOffLimit:'));
  await expect(outputOf(check, [wrong], {})).rejects.toThrow(/backOffLimit/);
  const { command: words, env } = containerOf(FILES.kubernetes);
  const [major, minor] = manifest.version.split('.');
  expect(words).toContain(`pulumi-cloud-compute@${String(major)}.${String(minor)}`);
  expect(env.map(({ name }) => name)).toEqual(Object.keys(credentials()));
});

// Other systems than Linux with systemd have no systemd-analyze: then this test is skipped.
(spawnSync('systemd-analyze', ['--version']).status === 0 ? test : test.skip)(
  'systemd accepts the timer and its service',
  async () => {
    expect(await outputOf('systemd-analyze', ['verify', '--man=no', FILES.timer, FILES.service], {})).toBe(
      '',
    );
  },
);
