// What was taken over (`adoptId`) exists once: while adoptId names it, nothing may delete it for a replacement, which
// could never take it over again. And it keeps its name where the program gives none.
import { Laptop } from './cloud';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const OTHER_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIFiwZHi37lIR2k+DkHAwZB0k+SEyT22+KkJtD8XVoMx';
const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };
const MACHINE = { image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' };
const GROUP = {
  ...{ locationCode: 'FIN-01', instanceType: '1V100.6V' },
  template: { image: 'ubuntu-24.04', osVolume: { size: 60 } },
};
const CLUSTER = { clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', locationCode: 'FIN-01' };

describe('an adopted resource', () => {
  let laptop: Laptop;

  beforeEach(async () => {
    laptop = await Laptop.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await laptop.stop();
  });

  const deletions = () =>
    Object.entries(laptop.emulator.control.requests.counts()).filter(([operation]) =>
      /delete|performInstanceAction|performVolumeAction/i.test(operation),
    );

  it.each([
    ['instance', { ...MACHINE, hostname: 'theirs' }, { hostname: 'mine' }],
    ['instance', { ...MACHINE, hostname: 'theirs' }, { contract: 'LONG_TERM', longTermPeriod: '1_MONTH' }],
    ['instance', { ...MACHINE, hostname: 'theirs' }, { description: 'new', replaceOn: ['description'] }],
    ['sshKey', { name: 'theirs', key: KEY }, { key: OTHER_KEY }],
    ['startupScript', { name: 'theirs', script: '#!/bin/sh\ntrue\n' }, { script: '#!/bin/sh\nfalse\n' }],
    ['volume', { name: 'theirs', ...DISK }, { type: 'NVMe_Shared' }],
    ['instanceGroup', { name: 'theirs', ...GROUP }, { template: { image: 'ubuntu-22.04' } }],
  ] as const)('is not replaced while adoptId names it: %s %#', async (kind, exists, change) => {
    const { id } = await laptop.up(kind, 'theirs', exists);
    laptop.newProcess();
    const mine = await laptop.up(kind, 'mine', { ...exists, adoptId: id });
    laptop.newProcess();
    const [property = ''] = Object.keys(change);
    await expect(mine.diff({ ...exists, ...change, adoptId: id })).rejects.toThrow(
      new RegExp(`${id}.*${property}.*adoptId.*Remove adoptId from the program`),
    );
    // What the sentence says to do helps.
    const { replaces } = await mine.diff({ ...exists, ...change });
    expect(replaces).toContain(property);
  });

  it('is gone: the preview explains how to create a new one', async () => {
    const { id } = await laptop.up('instance', 'theirs', { ...MACHINE, hostname: 'theirs' });
    laptop.newProcess();
    const mine = await laptop.up('instance', 'mine', { ...MACHINE, hostname: 'theirs', adoptId: id });
    await laptop.cloud.instances.perform({ action: 'delete', id });
    laptop.emulator.clock.advance(600_000);
    laptop.newProcess();
    await expect(mine.diff()).rejects.toThrow(/discontinued.*Remove adoptId from the program/);
  });

  it('is not deleted by a forced replacement, which has no diff and deletes first', async () => {
    const says = { ...MACHINE, hostname: 'theirs' };
    const { id } = await laptop.up('instance', 'theirs', says);
    laptop.newProcess();
    const mine = await laptop.up('instance', 'mine', { ...says, adoptId: id });
    laptop.newProcess();
    laptop.emulator.control.requests.reset();
    // The engine asks for a check as of a new resource, and then for the delete.
    const replacement = laptop.resource('instance', 'mine', { ...says, adoptId: id });
    expect(await replacement.problems()).toEqual([]);
    await expect(mine.delete()).rejects.toThrow(/adoptId.*Remove adoptId from the program/);
    expect(deletions()).toEqual([]);
    // Without adoptId, and at the end of the stack, it goes as anything does.
    laptop.newProcess();
    await mine.delete();
    expect(await mine.refresh()).toBe(false);
  });

  it.each([
    ['sshKey', 'name', { key: KEY }],
    ['startupScript', 'name', { script: '#!/bin/sh\ntrue\n' }],
    ['instanceGroup', 'name', GROUP],
    ['volume', 'name', DISK],
    ['instance', 'hostname', MACHINE],
    ['cluster', 'hostname', CLUSTER],
  ] as const)('keeps its name where the program gives none: %s', async (kind, name, says) => {
    const keys = kind === 'cluster' ? { sshKeyIds: [(await laptop.up('sshKey', 'k', { key: KEY })).id] } : {};
    const { id } = await laptop.up(kind, 'theirs', { ...says, ...keys, [name]: 'theirs' });
    laptop.newProcess();
    const mine = await laptop.up(kind, 'mine', { ...says, ...keys, adoptId: id });
    expect({ id: mine.id, name: mine.outputs[name] }).toEqual({ id, name: 'theirs' });
    expect(await mine.diff()).toMatchObject({ changes: false });
    expect(await mine.diff({ ...says, ...keys })).toMatchObject({ replaces: [] });
    expect(await mine.refresh()).toBe(true);
    expect(mine.outputs[name]).toBe('theirs');
    // Also where the program is not checked beforehand.
    laptop.configure({ 'cloudCompute:planChecks': 'off' });
    laptop.newProcess();
    expect((await laptop.up(kind, 'mine', { ...says, ...keys, adoptId: id })).outputs[name]).toBe('theirs');
  });
});
