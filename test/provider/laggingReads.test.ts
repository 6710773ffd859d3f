// Right after a POST, lists and reads may not show what was made. That is no error, and nothing is forgotten by it.
import { Laptop } from './cloud';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const GROUP = { locationCode: 'FIN-01', instanceType: 'CPU.4V.16G', template: { image: 'ubuntu-24.04' } };
const KINDS = [
  ['sshKey', 'ssh-keys', { name: 'me', key: KEY }],
  ['startupScript', 'scripts', { name: 'setup', script: '#!/bin/bash\ntrue' }],
  ['instanceGroup', 'instance-groups', { name: 'fleet', ...GROUP }],
] as const;

describe.each(KINDS)('a resource that the cloud shows late: %s', (kind, path, args) => {
  let laptop: Laptop;

  beforeEach(async () => {
    laptop = await Laptop.start();
  });

  afterEach(async () => {
    await laptop.stop();
  });

  const all = async () => {
    const { sshKeys, scripts, instanceGroups } = laptop.cloud;
    const lists = { sshKey: sshKeys, startupScript: scripts, instanceGroup: instanceGroups };
    return (await lists[kind].list()).map(({ id }) => id);
  };
  /** Lists and reads show the cloud as it was so many seconds ago. */
  const lag = (seconds: number) => {
    for (const operation of [`GET /v1/${path}`, `GET /v1/${path}/*`])
      laptop.emulator.control.faults.add({ operation, kind: 'lag', seconds, times: 'always' });
  };
  const showAll = () => {
    laptop.emulator.control.faults.clear();
  };

  it('is created without an error, with all its outputs', async () => {
    lag(4);
    const made = await laptop.up(kind, 'thing', args);
    showAll();
    expect(await all()).toEqual([made.id]);
    const { outputs } = made;
    await made.refresh();
    expect(outputs).toMatchObject(made.outputs);
  });

  it('stays in state at an immediate refresh', async () => {
    const made = await laptop.up(kind, 'thing', args);
    const { faults } = laptop.emulator.control;
    faults.add({ operation: `GET /v1/${path}`, kind: 'rewrite', set: { id: 'another' } });
    faults.add({ operation: `GET /v1/${path}/*`, kind: 'status', status: 404 });
    expect(await made.refresh()).toBe(true);
  });

  it('is in state as unfinished when the cloud does not show it for long, and the next `up` continues', async () => {
    lag(3_600);
    const made = laptop.resource(kind, 'thing', args);
    await expect(made.create()).rejects.toThrow(/was created, but the cloud does not show it/);
    showAll();
    expect(await all()).toEqual([made.id]);
    laptop.newProcess();
    expect(await made.diff()).toMatchObject({ changes: true, replaces: [] });
    await made.update(args);
    expect(await made.diff()).toMatchObject({ changes: false });
    expect(await all()).toEqual([made.id]);
  });

  it('is found when the reply of its create was lost as well', async () => {
    lag(6);
    laptop.emulator.control.faults.add({ operation: `POST /v1/${path}`, kind: 'reset', when: 'after' });
    const made = await laptop.up(kind, 'thing', args);
    showAll();
    expect(await all()).toEqual([made.id]);
  });
});

describe('a tag on a resource that the cloud shows late', () => {
  let laptop: Laptop;
  let tag: Record<string, string>;

  beforeEach(async () => {
    laptop = await Laptop.start();
    const disk = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
    const { id } = await laptop.up('volume', 'disk', disk);
    tag = { resourceType: 'volume', resourceId: id, key: 'team', value: 'ml' };
  });

  afterEach(async () => {
    await laptop.stop();
  });

  it('is added as soon as the resource is shown', async () => {
    const { faults } = laptop.emulator.control;
    faults.add({ operation: 'GET /v1/volumes/*', kind: 'status', status: 404, times: 2 });
    faults.add({ operation: 'GET /v1/volumes', kind: 'rewrite', set: { id: 'another' } });
    const { outputs } = await laptop.up('tag', 'team', tag);
    expect(outputs['tagId']).toMatch(/^tag_/);
  });

  it('stays in state at an immediate refresh', async () => {
    const made = await laptop.up('tag', 'team', tag);
    laptop.emulator.control.faults.add({ operation: 'GET /v1/volumes', kind: 'rewrite', set: { tags: [] } });
    expect(await made.refresh()).toBe(true);
  });
});
