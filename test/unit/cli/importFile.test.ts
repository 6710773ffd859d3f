// The built command against the emulator.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { orderOf, pendingTag } from '../../../core/pendingTag';
import type { TestCloud } from '../sdk/support/cloud';
import { startCloud } from '../sdk/support/cloud';
import { credentialsFor, runCommand } from './command';

let cloud: TestCloud;
let folder: string;
beforeEach(async () => {
  cloud = await startCloud();
  folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-import-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await cloud.close();
});

const run = (...args: string[]) =>
  runCommand(['import-file', ...args], credentialsFor(cloud.emulator.url), folder);

const resourcesIn = (text: string) =>
  (JSON.parse(text) as { resources: { type: string; name: string; id: string }[] }).resources;

const orderVolume = (name: string, tags: { key: string; value: string }[] = []) =>
  cloud.client.volumes.create({ name, size: 100, type: 'NVMe', location_code: 'FIN-01', tags });

const orderMachine = (hostname: string, more: object = {}) =>
  cloud.client.instances.deploy({
    ...{ hostname, description: 'trains', image: 'ubuntu-24.04' },
    ...{ instance_type: '1V100.6V', location_code: 'FIN-01', ...more },
  });

it('import-file lists machines with their data volumes, keys and scripts, but no operating-system volumes', async () => {
  const key = await cloud.client.sshKeys.create({
    name: 'my key',
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@example.com',
  });
  const script = await cloud.client.scripts.create({ name: 'setup', script: '#!/bin/sh\n' });
  const data = await orderVolume('data');
  const machine = await orderMachine('trainer', { existing_volumes: [data] });
  const { code, stdout, stderr } = await run();
  expect(code).toBe(0);
  expect(resourcesIn(stdout)).toEqual(
    expect.arrayContaining([
      { type: 'cloud-compute:index:SshKey', name: 'my-key', id: key },
      { type: 'cloud-compute:index:StartupScript', name: 'setup', id: script },
      { type: 'cloud-compute:index:Volume', name: 'data', id: data },
      { type: 'cloud-compute:index:Instance', name: 'trainer', id: machine },
    ]),
  );
  expect(resourcesIn(stdout)).toHaveLength(4);
  expect(stderr).toMatch(
    /^Left out: Volume .*: it is the operating-system volume of a machine, and belongs to that machine\.\n$/,
  );
});

it('import-file escapes control characters of names', async () => {
  const order = orderOf({ owner: '0a1b2c3d4e5f', urn: 'urn:pulumi:dev::test::Volume::data' }, {});
  await orderVolume('data\u001b[31m\n', [pendingTag(order, cloud.emulator.clock.now())]);
  const { stderr } = await run();
  expect(stderr).toMatch(/^Left out: Volume data\\u001b\[31m\\u000a \(/);
});

it('import-file gives equal names numbers, the oldest first', async () => {
  const first = await orderVolume('data');
  cloud.emulator.clock.advance(1_000);
  const second = await orderVolume('data');
  const { stdout } = await run();
  expect(resourcesIn(stdout)).toEqual([
    { type: 'cloud-compute:index:Volume', name: 'data', id: first },
    { type: 'cloud-compute:index:Volume', name: 'data-2', id: second },
  ]);
});

it('import-file leaves out resources in the trash, in a state, or ordered by a run that is not confirmed', async () => {
  const trashed = await orderVolume('trashed');
  await cloud.client.volumes.delete(trashed);
  const known = await orderVolume('known');
  const order = orderOf({ owner: 'a1b2c3d4e5f6', urn: 'urn:pulumi:dev::p::t::ordered' }, {});
  const ordered = await orderVolume('ordered', [pendingTag(order, cloud.emulator.clock.now())]);
  const free = await orderVolume('free');
  // The outputs of the resource show another volume, which is no resource.
  const type = 'cloud-compute:index:Instance';
  const outputs = { ownVolumeIds: [], volumeIds: [free] };
  const resources = [{ urn: 'urn:pulumi:dev::p::t::known', id: known, type, outputs }];
  writeFileSync(path.join(folder, 'state.json'), JSON.stringify({ deployment: { resources } }));
  const { stdout, stderr } = await run('--state', 'state.json');
  expect(resourcesIn(stdout).map(({ id }) => id)).toEqual([free]);
  expect(stderr).toContain(`Volume known (${known}): it is in the state, in urn:pulumi:dev::p::t::known.`);
  expect(stderr).toContain(`Volume ordered (${ordered}): it has a pending tag`);
  expect(stderr).not.toContain(trashed);
});

it('import-file leaves out resources in any of several states', async () => {
  const [dev, prod, free] = [await orderVolume('dev'), await orderVolume('prod'), await orderVolume('free')];
  const write = (stack: string, id: string) => {
    const resources = [{ urn: `urn:pulumi:${stack}::p::t::v`, id, type: 'cloud-compute:index:Volume' }];
    writeFileSync(path.join(folder, `${stack}.json`), JSON.stringify({ deployment: { resources } }));
  };
  write('dev', dev);
  write('prod', prod);
  const { stdout } = await run('--state', 'dev.json', '--state', 'prod.json');
  expect(resourcesIn(stdout).map(({ id }) => id)).toEqual([free]);
});

it('import-file says that the machine of an operating-system volume has the pending tag, and not the volume', async () => {
  const order = orderOf(
    { owner: 'a1b2c3d4e5f6', urn: 'urn:pulumi:dev::p::t::new' },
    { hasUntaggedVolumes: true },
  );
  const id = await cloud.client.instances.deploy({
    ...{ hostname: 'new', description: 'new', image: 'ubuntu-24.04', instance_type: '1V100.6V' },
    ...{ location_code: 'FIN-01', tags: [pendingTag(order, cloud.emulator.clock.now())] },
  });
  const [volume] = await cloud.client.volumes.list({});
  const { stderr } = await run();
  expect(stderr).toContain(`Instance new (${id}): it has a pending tag: a run of a stack has ordered it.`);
  expect(stderr).toContain(
    `(${volume?.id ?? ''}): its machine has a pending tag: a run of a stack has ordered both.`,
  );
});

it('import-file writes a file, names the next command, and overwrites the file only with --force', async () => {
  await orderVolume('data');
  const file = path.join(folder, 'import.json');
  const written = await run('--out', 'import.json');
  expect(written).toMatchObject({ code: 0, stdout: '' });
  expect(written.stderr).toContain('`pulumi import --file import.json`');
  expect(resourcesIn(readFileSync(file, 'utf8'))).toHaveLength(1);
  writeFileSync(file, 'mine');
  const refused = await run('--out', 'import.json');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('import.json exists. Choose another name with --out, or overwrite it');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await run('--out', 'import.json', '--force')).code).toBe(0);
  expect(resourcesIn(readFileSync(file, 'utf8'))).toHaveLength(1);
  const nowhere = await run('--out', 'no/such/folder.json');
  expect(nowhere).toMatchObject({ code: 1, stdout: '' });
  expect(nowhere.stderr).toMatch(
    /no\/such\/folder\.json cannot be written: .*\. Choose another name with --out\./,
  );
});

it('import-file says so if there is nothing to import', async () => {
  const { code, stdout, stderr } = await run();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toBe('Nothing in this project can be imported.\n');
});

it('import-file says why it cannot write the file', async () => {
  await orderVolume('data');
  const file = path.join(folder, 'no', 'import.json');
  expect(await run('--out', folder)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `${folder} cannot be written: it is a folder. Choose another name with --out.`,
    ) as string,
  });
  expect(await run('--out', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `${file} cannot be written: its folder does not exist. Choose another name with --out.`,
    ) as string,
  });
});

it('orphans names its command if the given one is misspelled', async () => {
  expect(await runCommand(['orphans', 'remov', 'an-id'], {}, folder)).toMatchObject({
    code: 2,
    stderr: "error: unknown command 'remov'. Write `orphans remove`, or leave it out for the list.\n",
  });
});
