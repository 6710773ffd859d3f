// By its claim a state proves that a resource is its own. A delete with an older state keeps a resource that a later
// create has adopted, whatever the clock says.
import * as providers from '../../../provider';
import { warn } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const DISK = { name: 'theirs', size: 50, type: 'NVMe', locationCode: 'FIN-01' };
const ADOPTED = {
  sshKey: { name: 'theirs', key: KEY },
  startupScript: { name: 'theirs', script: '#!/bin/sh\ntrue\n' },
  volume: DISK,
  instanceGroup: {
    ...{ name: 'theirs', locationCode: 'FIN-01', instanceType: '1V100.6V' },
    template: { image: 'ubuntu-24.04', osVolume: { size: 60 } },
  },
  instance: {
    ...{ hostname: 'theirs', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  },
} as const;
type Adoptable = keyof typeof ADOPTED;
const KINDS = Object.keys(ADOPTED) as Adoptable[];

describe('a delete', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await stack.stop();
  });

  /** Another person created it, the program adopted it, and a forced replacement adopts it again. */
  const replacedByForce = async (kind: Adoptable) => {
    const args = ADOPTED[kind];
    const { id } = await stack.up(kind, 'theirs', args);
    stack.newProcess();
    const before = await stack.up(kind, 'mine', { ...args, adoptId: id });
    stack.newProcess();
    const after = await stack.up(kind, 'mine', { ...args, adoptId: id });
    return { id, before, after };
  };

  it.each(KINDS)('keeps a resource that a forced replacement has adopted: %s', async (kind) => {
    const { before, after } = await replacedByForce(kind);
    await before.delete();
    expect(await after.refresh()).toBe(true);
  });

  it.each(KINDS)(
    'keeps in a later run a resource that a newer state in the program owns: %s',
    async (kind) => {
      const { before, after } = await replacedByForce(kind);
      stack.newProcess();
      await after.diff();
      await before.delete();
      expect(await after.refresh()).toBe(true);
    },
  );

  it.each(KINDS)('a delete of both states, as in destroy, deletes the resource: %s', async (kind) => {
    const { before, after } = await replacedByForce(kind);
    stack.newProcess();
    await Promise.all([before.delete(), after.delete()]);
    expect(await after.refresh()).toBe(false);
  });

  it('a delete of both states deletes the resource after a refresh, which reads both', async () => {
    const { before, after } = await replacedByForce('sshKey');
    await before.refresh();
    const { outputs } = after;
    await providers.sshKey.read(after.id, outputs);
    await providers.sshKey.delete(before.id, before.outputs);
    await providers.sshKey.delete(after.id, outputs);
    expect(await stack.cloud.sshKeys.list()).toEqual([]);
  });

  it('keeps a resource that was adopted while the clock was wrong', async () => {
    const { id } = await stack.up('volume', 'theirs', DISK);
    stack.newProcess();
    const before = await stack.up('volume', 'mine', { ...DISK, adoptId: id });
    const { clock } = stack;
    stack.newProcess({
      now: () => clock.now() - 3_600_000,
      sleep: (ms, ...signals) => clock.sleep(ms, ...signals),
    });
    await stack.up('volume', 'mine', { ...DISK, adoptId: id });
    await before.delete();
    expect((await stack.cloud.volumes.get(id)).status).toBe('detached');
  });

  it('also owns nothing of another state if it has no claim, as after an import', async () => {
    const { id, before, after } = await replacedByForce('volume');
    const { __claim: _, ...unclaimed } = before.outputs;
    before.outputs = unclaimed;
    stack.newProcess();
    await after.diff();
    await before.delete();
    expect((await stack.cloud.volumes.get(id)).status).toBe('detached');
    // An update does not change the claim.
    await after.update({ ...DISK, adoptId: id, tags: { team: 'ml' } });
    await before.delete();
    stack.newProcess();
    await after.diff();
    await after.delete();
    expect(await after.refresh()).toBe(false);
  });

  it('a delete of a gate, which owns nothing, does not affect another gate of that name', async () => {
    const { id } = await stack.up('instance', 'theirs', ADOPTED.instance);
    const before = await stack.up('ready', 'gate', { instanceIds: [id] });
    stack.newProcess();
    await stack.up('ready', 'gate', { instanceIds: [id] });
    jest.mocked(warn).mockClear();
    await before.delete();
    expect(jest.mocked(warn)).not.toHaveBeenCalled();
  });

  it('a delete of a partial state deletes the created resource', async () => {
    // A copy is tagged after its order: with the pending tag, then with its own tags.
    const { id: sourceVolumeId } = await stack.up('volume', 'source', DISK);
    stack.fault('createVolumeTag', { kind: 'status', status: 400, skip: 1 });
    const data = stack.resource('volume', 'data', { ...DISK, sourceVolumeId, tags: { team: 'ml' } });
    await data.create().catch(() => undefined);
    expect(data.outputs['__claim']).toEqual(expect.any(String));
    await data.delete();
    expect(await data.refresh()).toBe(false);
  });
});
