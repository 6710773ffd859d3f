// A run is killed between the request for an unbilled thing and its state. The notes of this computer say what it made.
import type { CloudComputeClient } from '../../../api';
import { intentLogIn } from '../../../core/orphans/intentLog';
import { leftOnThisComputer } from '../../../core/orphans/unbilled';
import { warn } from '../../../provider/run/progress';
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';
import { endProcesses } from '../support/killedRuns';
import { warned } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me';
const OTHER_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDHHrUT4QPx3MBWuHXeWh5TW5RsbEJNKyfKd7VfTsq2S me';
const SCRIPT = '#!/bin/sh\ntrue\n';
const GROUP = {
  ...{ locationCode: 'FIN-01', instanceType: 'CPU.4V.16G' },
  template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
};

interface Kind {
  readonly kind: 'sshKey' | 'startupScript' | 'instanceGroup' | 'endpointBinding' | 'addressMapping';
  readonly args: () => Record<string, unknown>;
  /** The arguments of a changed program, whose result needs the same name or address if only one can have it. */
  readonly changed: () => Record<string, unknown>;
  /** Whether the cloud refuses a second one. */
  readonly isUnique: boolean;
  readonly list: (cloud: CloudComputeClient) => Promise<{ id: string }[]>;
}

describe('what a killed run has created', () => {
  let stack: InProcessStack;
  let networks: readonly string[];
  let machine: string;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
    jest.mocked(warn).mockClear();
    const { privateNetworks, instances } = stack.cloud;
    const [one] = await privateNetworks.list();
    const other = await privateNetworks.create({ name: 'other' });
    networks = [one?.id ?? '', other.id];
    machine = await instances.deploy({
      ...{ hostname: 'server', image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G', location_code: 'FIN-01' },
      description: '',
    });
  });
  afterEach(() => stack.stop());

  const bindingArgs = (targetWorkloadId: string, service = 'inference') => ({
    ...{ service, sourcePrivateNetworkId: networks[0], endpointIp: '10.0.8.10' },
    targetWorkloadId,
  });
  const KINDS: readonly Kind[] = [
    {
      kind: 'sshKey',
      args: () => ({ key: KEY }),
      changed: () => ({ key: OTHER_KEY }),
      isUnique: false,
      list: ({ sshKeys }) => sshKeys.list(),
    },
    {
      kind: 'sshKey',
      args: () => ({ name: 'mine', key: KEY }),
      changed: () => ({ name: 'mine', key: OTHER_KEY }),
      isUnique: false,
      list: ({ sshKeys }) => sshKeys.list(),
    },
    {
      kind: 'startupScript',
      args: () => ({ script: SCRIPT }),
      changed: () => ({ script: `${SCRIPT}true\n` }),
      isUnique: false,
      list: ({ scripts }) => scripts.list({}),
    },
    {
      kind: 'instanceGroup',
      args: () => GROUP,
      changed: () => ({ ...GROUP, instanceType: 'CPU.8V.32G' }),
      isUnique: true,
      list: ({ instanceGroups }) => instanceGroups.list(),
    },
    {
      kind: 'instanceGroup',
      args: () => ({ ...GROUP, name: 'fleet' }),
      changed: () => ({ ...GROUP, name: 'fleet', instanceType: 'CPU.8V.32G' }),
      isUnique: true,
      list: ({ instanceGroups }) => instanceGroups.list(),
    },
    {
      kind: 'endpointBinding',
      args: () => bindingArgs(machine),
      changed: () => bindingArgs(machine, 'training'),
      isUnique: true,
      list: ({ privateNetworks }) => privateNetworks.endpointBindings.list(networks[0] ?? ''),
    },
    {
      kind: 'addressMapping',
      args: () => ({
        ...{ service: 'storage', locationCode: 'FIN-01', sourcePrivateNetworkId: networks[0] },
        ...{ sourceCidr: '10.0.8.0/24', targetPrivateNetworkId: networks[1], targetCidr: '10.16.8.0/24' },
      }),
      changed: () => ({
        ...{ service: 'storage', locationCode: 'FIN-01', sourcePrivateNetworkId: networks[0] },
        ...{ sourceCidr: '10.0.8.0/24', targetPrivateNetworkId: networks[1], targetCidr: '10.32.8.0/24' },
      }),
      isUnique: true,
      list: ({ privateNetworks }) => privateNetworks.addressMappings.list(networks[0] ?? ''),
    },
  ];
  const CASES = KINDS.flatMap((kind) =>
    (['before its answer', 'after its answer'] as const).map((moment) => [kind.kind, moment, kind] as const),
  );

  /** The processes of the notes have ended, and the notes say something else. */
  function rewriteNotes(change: object): void {
    const log = intentLogIn(stack.environment);
    for (const { file, owner, resource, ...order } of log.unbilled()) {
      log.removeUnbilled(file);
      log.addUnbilled(owner, resource, { ...order, ...change });
    }
    endProcesses(stack);
  }

  /** Creates it in a run that is killed before state has it. */
  async function killed({ kind, args }: Kind, moment: string, name = 'thing'): Promise<void> {
    await stack.resource(kind, name, args()).create();
    rewriteNotes(moment === 'before its answer' ? { id: undefined } : {});
    stack.newProcess();
  }

  const idsOf = async ({ list }: Kind) => (await list(stack.cloud)).map(({ id }) => id);
  const notes = () => intentLogIn(stack.environment).unbilled();
  const left = () => leftOnThisComputer(stack.cloud, notes(), () => false);
  const next = (kind: Kind, args = kind.args()): TestResource => stack.resource(kind.kind, 'thing', args);

  it.each(CASES)('is taken over by the next up: %s, killed %s', async (_name, moment, kind) => {
    await killed(kind, moment);
    const [made, ...more] = await idsOf(kind);
    expect(more).toEqual([]);
    const resource = next(kind);
    await resource.create();
    expect([resource.id, await idsOf(kind)]).toEqual([made, [made]]);
    expect(warned()).toContain(`Took over the`);
    await stack.endRun();
    expect(notes()).toEqual([]);
    stack.newProcess();
    expect(await resource.diff()).toMatchObject({ changes: false });
    await resource.delete();
    expect(await idsOf(kind)).toEqual([]);
  });

  it.each(CASES)('is removed by destroy: %s, killed %s', async (_name, moment, kind) => {
    await killed(kind, moment);
    expect(await left()).toMatchObject([{ thing: { id: (await idsOf(kind))[0] }, isSure: true }]);
    await stack.deleteOwner();
    expect(await idsOf(kind)).toEqual([]);
    expect(notes()).toEqual([]);
  });

  it.each(CASES)(
    'is removed or named if the program has changed: %s, killed %s',
    async (_n, moment, kind) => {
      await killed(kind, moment);
      const [made = ''] = await idsOf(kind);
      const resource = next(kind, kind.changed());
      await resource.create();
      expect(resource.id).not.toBe(made);
      const all = await idsOf(kind);
      expect(all.sort()).toEqual([resource.id, ...(kind.isUnique ? [] : [made])].sort());
      expect(warned()).toContain(made);
      await stack.endRun();
      await resource.delete();
      await stack.deleteOwner();
      expect(await idsOf(kind)).toEqual([]);
    },
  );

  describe('is not certainly its own', () => {
    const [, own] = KINDS;
    const OWN = own as Kind;

    it('with a name of the program, if somebody has created the same: nothing is taken over or removed', async () => {
      await killed(OWN, 'before its answer');
      await stack.cloud.sshKeys.create({ name: 'mine', key: KEY });
      const two = await idsOf(OWN);
      const resource = next(OWN);
      await resource.create();
      expect((await idsOf(OWN)).sort()).toEqual([...two, resource.id].sort());
      for (const id of two) expect(warned()).toContain(id);
      await stack.endRun();
      await resource.delete();
      await stack.deleteOwner();
      expect((await idsOf(OWN)).sort()).toEqual(two.sort());
    });

    it('if it existed before, also under the same name', async () => {
      const before = await stack.cloud.sshKeys.create({ name: 'mine', key: KEY });
      await killed(OWN, 'before its answer');
      const made = (await idsOf(OWN)).find((id) => id !== before);
      const resource = next(OWN);
      await resource.create();
      expect(resource.id).toBe(made);
      await stack.endRun();
      await resource.delete();
      await stack.deleteOwner();
      expect(await idsOf(OWN)).toEqual([before]);
    });

    it('if two interrupted orders have ordered the same', async () => {
      await killed(OWN, 'before its answer', 'one');
      const log = intentLogIn(stack.environment);
      const [note] = log.unbilled();
      log.addUnbilled('another0owner', '0123456789abcdef', {
        ...(note as NonNullable<typeof note>),
        orderedAt: 1,
      });
      endProcesses(stack);
      await stack.deleteOwner();
      expect(await idsOf(OWN)).toHaveLength(1);
      expect(warned()).toContain('may be of another stack or a person');
    });

    it('if the cloud sends no time and shows when a thing was created', async () => {
      const kind: Kind = {
        ...(KINDS[2] as Kind),
        args: () => ({ name: 'boot', script: SCRIPT }),
      };
      await killed(kind, 'before its answer');
      rewriteNotes({ isDated: false });
      const made = await idsOf(kind);
      const boot = next(kind);
      await boot.create();
      expect(made).not.toContain(boot.id);
      expect(warned()).toContain(made[0]);
    });
  });

  it('has no note any more once a state shows it', async () => {
    const [kind] = KINDS as [Kind];
    const resource = await stack.up(kind.kind, 'thing', kind.args());
    endProcesses(stack);
    stack.newProcess();
    expect(await left()).toHaveLength(1);
    expect(await resource.diff()).toMatchObject({ changes: false });
    expect(await left()).toEqual([]);
  });

  it('stays if the program keeps it', async () => {
    const [kind] = KINDS as [Kind];
    await killed({ ...kind, args: () => ({ key: KEY, __keep: true }) }, 'before its answer');
    await stack.deleteOwner();
    expect(await idsOf(kind)).toHaveLength(1);
    expect(warned()).toContain('because of retainOnDelete or protect');
  });

  it('is taken over under another name in the program, if only one can have its name', async () => {
    const kind = KINDS[4] as Kind;
    await killed(kind, 'before its answer', 'old-name');
    const made = await idsOf(kind);
    const resource = next(kind);
    await resource.create();
    expect([resource.id]).toEqual(made);
  });

  it('is named with adoptId if it is a group that has instances and differs', async () => {
    const kind = KINDS[4] as Kind;
    await killed(kind, 'before its answer');
    const [made = ''] = await idsOf(kind);
    await stack.cloud.instances.deploy({
      ...{ hostname: 'member', image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G', location_code: 'FIN-01' },
      ...{ description: '', instance_group_id: made },
    });
    await expect(next(kind, kind.changed()).create()).rejects.toThrow(`adoptId: "${made}"`);
    expect(await idsOf(kind)).toEqual([made]);
  });
});
