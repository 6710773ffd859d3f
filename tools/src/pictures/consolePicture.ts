// Takes the picture of the emulator's console: the real engine deploys a stack while a browser looks at the page.
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { messageOf } from '../pulumiCli/run';
import { findChromium, startChromium } from '../testing/chromium';
import { EmulatorProcess } from '../testing/emulatorProcess';
import { ProgramFolder } from '../testing/programFolder';

const file = path.resolve(__dirname, '..', '..', '..', 'docs', 'pictures', 'console.png');
/** Milliseconds in which the first machines must run. */
const timeLimit = 300_000;
const viewport = { width: 1440, height: 1060 };

/** A stack whose machines take different times, so that the picture shows them in several statuses. */
const program = `
const { Cluster, Fleet, Instance, InstanceGroup, SshKey, StartupScript, Volume } = require('pulumi-cloud-compute');
const locationCode = 'FIN-01';
const image = 'ubuntu-24.04-cuda-12.8-open-docker';
const sshKeyIds = [new SshKey('laptop', {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf you@laptop',
}).id];
new StartupScript('setup', { script: '#!/bin/bash\\nnvidia-smi\\n' });
const datasets = new Volume('datasets', { size: 2000, type: 'NVMe', locationCode, tags: { team: 'research' } });
const servers = new InstanceGroup('servers', {
  locationCode, instanceType: '1H100.80S.30V', template: { image, sshKeyIds },
});
new Instance('trainer', {
  instanceType: '8H100.80S.176V', image, locationCode, sshKeyIds, existingVolumes: [datasets.id],
  tags: { team: 'research' },
});
new Instance('server', {
  instanceGroupId: servers.id, instanceType: '1H100.80S.30V', image, locationCode, sshKeyIds,
});
new Fleet('worker', {
  count: 3,
  instance: { instanceType: '1V100.6V', image, locationCode, isSpot: true, sshKeyIds, tags: { team: 'batch' } },
});
new Cluster('training', {
  clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode, sshKeyIds,
  sharedVolume: { name: 'scratch', size: 1000 },
});
`;

async function main(): Promise<void> {
  const executable = findChromium();
  if (executable === undefined)
    throw new Error('A Chromium is needed. Install one, or set CHROME_PATH to its executable.');
  const emulator = await EmulatorProcess.start(['--port', '0', '--time-scale', '10', '--control']);
  const folder = await ProgramFolder.create({ program, project: 'research' });
  const browser = await startChromium(executable);
  try {
    const control = `${emulator.url}/_emulator`;
    for (const fault of [
      { kind: 'evict', seconds: 3600, operation: 'deployInstance' },
      { kind: 'status', status: 503, retryAfter: 1, operation: 'listVolumes', times: 2 },
    ])
      await fetch(`${control}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      });
    const page = await browser.newPage({ viewport });
    await page.goto(emulator.url);
    await page.locator('#connection', { hasText: 'live' }).waitFor();
    const env = await folder.environment({
      CLOUD_COMPUTE_BASE_URL: emulator.url,
      CLOUD_COMPUTE_CLIENT_ID: 'emulator',
      CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
    });
    await pulumi(folder.path, env, ['stack', 'init', 'dev']);
    const up = pulumi(folder.path, env, [
      'up',
      '--yes',
      '--skip-preview',
      '--parallel',
      '32',
      '--stack',
      'dev',
    ]);
    const [picture] = await Promise.all([pictureOf(page), up]);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, picture);
    console.log(`${file}: ${Math.round(picture.length / 1024)} KB`);
  } finally {
    await browser.close();
    await emulator.stop();
    await folder.dispose();
  }
}

async function pictureOf(page: Page): Promise<Buffer> {
  const two = (tone: string) => ({ has: page.locator(`.status.${tone}`).nth(1) });
  await page
    .locator('section[data-kind="machines"]')
    .filter(two('good'))
    .filter(two('busy'))
    .waitFor({ timeout: timeLimit });
  return page.screenshot();
}

function pulumi(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('pulumi', [...args, '--non-interactive'], {
      cwd,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`pulumi ${args[0] ?? ''} ended with exit code ${String(code)}.`));
    });
  });
}

main().catch((error: unknown) => {
  console.error(`No picture was taken. ${messageOf(error)}`);
  process.exitCode = 1;
});
