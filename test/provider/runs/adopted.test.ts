// While `adoptId` names an adopted resource, nothing may delete it for a replacement, because the replacement could not
// adopt it again. If the program gives no name, the resource keeps its own.
import { InProcessStack } from '../support/inProcessStack';

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
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await stack.stop();
  });

  const deletions = () =>
    Object.entries(stack.emulator.control.requests.counts()).filter(([operation]) =>
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
    const { id } = await stack.up(kind, 'theirs', exists);
    stack.newProcess();
    const mine = await stack.up(kind, 'mine', { ...exists, adoptId: id });
    stack.newProcess();
    const [property = ''] = Object.keys(change);
    await expect(mine.diff({ ...exists, ...change, adoptId: id })).rejects.toThrow(
      new RegExp(`${id}.*${property}.*adoptId.*Remove adoptId from the program`),
    );
    // The remedy in the message works.
    const { replaces } = await mine.diff({ ...exists, ...change });
    expect(replaces).toContain(property);
  });

  it('causes an error at preview when it is gone, which explains how to create a new one', async () => {
    const { id } = await stack.up('instance', 'theirs', { ...MACHINE, hostname: 'theirs' });
    stack.newProcess();
    const mine = await stack.up('instance', 'mine', { ...MACHINE, hostname: 'theirs', adoptId: id });
    await stack.cloud.instances.perform({ action: 'delete', id });
    stack.emulator.clock.advance(600_000);
    stack.newProcess();
    await expect(mine.diff()).rejects.toThrow(/discontinued.*Remove adoptId from the program/);
  });

  it('is not deleted by a forced replacement, which has no diff and deletes first', async () => {
    const args = { ...MACHINE, hostname: 'theirs' };
    const { id } = await stack.up('instance', 'theirs', args);
    stack.newProcess();
    const mine = await stack.up('instance', 'mine', { ...args, adoptId: id });
    stack.newProcess();
    stack.emulator.control.requests.reset();
    // The engine calls check as for a new resource, and then the delete.
    const replacement = stack.resource('instance', 'mine', { ...args, adoptId: id });
    expect(await replacement.problems()).toEqual([]);
    await expect(mine.delete()).rejects.toThrow(/adoptId.*Remove adoptId from the program/);
    expect(deletions()).toEqual([]);
    // Without adoptId, and at the end of the stack, the resource is deleted normally.
    stack.newProcess();
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
  ] as const)('keeps its name if the program gives none: %s', async (kind, name, args) => {
    const keys = kind === 'cluster' ? { sshKeyIds: [(await stack.up('sshKey', 'k', { key: KEY })).id] } : {};
    const { id } = await stack.up(kind, 'theirs', { ...args, ...keys, [name]: 'theirs' });
    stack.newProcess();
    const mine = await stack.up(kind, 'mine', { ...args, ...keys, adoptId: id });
    expect({ id: mine.id, name: mine.outputs[name] }).toEqual({ id, name: 'theirs' });
    expect(await mine.diff()).toMatchObject({ changes: false });
    expect(await mine.diff({ ...args, ...keys })).toMatchObject({ replaces: [] });
    expect(await mine.refresh()).toBe(true);
    expect(mine.outputs[name]).toBe('theirs');
    // Also without the checks at preview.
    stack.configure({ 'cloudCompute:planChecks': 'off' });
    stack.newProcess();
    expect((await stack.up(kind, 'mine', { ...args, ...keys, adoptId: id })).outputs[name]).toBe('theirs');
  });
});
