// The resources in a private network: they are not billed, have no name, and the API cannot change them.
import type { PrivateNetwork } from '../../../api';
import type { NetworkMembersApi } from '../../../api/services/privateNetworks';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

type Args = Record<string, string>;

interface Member {
  readonly kind: 'addressMapping' | 'endpointBinding';
  readonly noun: string;
  readonly prefix: RegExp;
  readonly path: string;
  readonly service: 'addressMappings' | 'endpointBindings';
  readonly args: (
    networks: readonly [PrivateNetwork, PrivateNetwork],
    stack: InProcessStack,
  ) => Promise<Args>;
  /** An input with another value, which replaces the resource. */
  readonly changed: Args;
  /** Invalid inputs, and the message about each. */
  readonly problems: readonly (readonly [Args, RegExp])[];
}

const NO_MACHINE = '00000000-0000-4000-8000-000000000000';

const MEMBERS: readonly Member[] = [
  {
    kind: 'addressMapping',
    noun: 'address mapping',
    prefix: /^am_/,
    path: 'address-mappings',
    service: 'addressMappings',
    args: ([source, target]) =>
      Promise.resolve({
        service: 'storage',
        locationCode: 'FIN-01',
        sourcePrivateNetworkId: source.id,
        sourceCidr: '10.0.8.0/24',
        targetPrivateNetworkId: target.id,
        targetCidr: '10.16.8.0/24',
      }),
    changed: { targetCidr: '10.16.9.0/24' },
    problems: [
      [{ sourceCidr: '10.0.8.0' }, /sourceCidr "10\.0\.8\.0" is not a block of addresses, such as/],
      [{ sourceCidr: '10.0.8.0/33' }, /sourceCidr .* is not a block of addresses/],
      [{ sourceCidr: '10.0.8.0/024' }, /sourceCidr .* is not a block of addresses/],
      [
        { targetCidr: '10.16.8.1/24' },
        /targetCidr .* is not the first address of its block: use 10\.16\.8\.0\/24/,
      ],
      [{ locationCode: 'MARS-1' }, /locationCode "MARS-1" is not a location/],
      [
        { targetPrivateNetworkId: 'inner' },
        /is the name of a private network, not its id: did you mean "pn_/,
      ],
    ],
  },
  {
    kind: 'endpointBinding',
    noun: 'endpoint binding',
    prefix: /^epb_/,
    path: 'endpoint-bindings',
    service: 'endpointBindings',
    args: async ([source], stack) => {
      const machine = {
        ...{ hostname: 'server', instanceType: 'CPU.4V.16G' },
        ...{ image: 'ubuntu-24.04', locationCode: 'FIN-01' },
      };
      const { id } = await stack.up('instance', 'server', machine);
      return {
        service: 'inference',
        sourcePrivateNetworkId: source.id,
        endpointIp: '10.0.0.200',
        targetWorkloadId: id,
      };
    },
    changed: { endpointIp: '10.0.0.201' },
    problems: [
      [{ endpointIp: '10.0.0.0/24' }, /endpointIp "10\.0\.0\.0\/24" is not an address, such as 10\.0\.0\.7/],
      [{ targetWorkloadId: 'server' }, /targetWorkloadId is the name of an instance or cluster, not its id/],
      [{ targetWorkloadId: NO_MACHINE }, /targetWorkloadId .* is not the id of any instance or cluster/],
      [{ sourcePrivateNetworkId: 'pn_none' }, /"pn_none" is not the id of any private network/],
    ],
  },
];

describe.each(MEMBERS)('$kind', ({ kind, noun, prefix, path, service, args, changed, problems }) => {
  let stack: InProcessStack;
  let network: PrivateNetwork;
  let says: Args;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    const inner = await stack.cloud.privateNetworks.create({ name: 'inner' });
    const [first] = await stack.cloud.privateNetworks.list();
    network = first as PrivateNetwork;
    says = await args([network, inner], stack);
  });

  afterEach(async () => {
    await stack.stop();
  });

  const members = () =>
    stack.cloud.privateNetworks[service] as NetworkMembersApi<{ readonly id: string }, never>;
  const inCloud = async () => (await members().list(network.id)).map(({ id }) => id);
  const refuse = (status: number, below = `/*/${path}`) => {
    const operation = `GET /v1/private-networks${below}`;
    stack.emulator.control.faults.add({ operation, kind: 'status', status, times: 'always' });
  };

  it('is created, and a refresh and a second preview find no change', async () => {
    const made = await stack.up(kind, 'it', says);
    expect(made.id).toMatch(prefix);
    expect(await inCloud()).toEqual([made.id]);
    expect(await made.diff()).toMatchObject({ changes: false });
    expect(await made.refresh()).toBe(true);
    expect(await made.diff()).toMatchObject({ changes: false });
  });

  it('is created once although the reply is lost', async () => {
    const operation = `POST /v1/private-networks/*/${path}`;
    stack.emulator.control.faults.add({ operation, kind: 'reset', when: 'after' });
    const made = await stack.up(kind, 'it', says);
    expect(await inCloud()).toEqual([made.id]);
  });

  it('is replaced by every change, and the old resource is deleted first', async () => {
    const made = await stack.up(kind, 'it', says);
    expect(await made.diff({ ...says, ...changed })).toMatchObject({
      replaces: Object.keys(changed),
      deleteBeforeReplace: true,
    });
  });

  it('is replaced when it is gone', async () => {
    const made = await stack.up(kind, 'it', says);
    await members().delete(network.id, made.id);
    await stack.clock.sleep(60_000);
    stack.newProcess();
    const warned = await warnedBy(async () => {
      // There is nothing to delete first, as this test asserted before.
      expect(await made.diff()).toMatchObject({ changes: true, deleteBeforeReplace: false });
    });
    expect(warned).toBe(`The ${noun} ${made.id} is gone: another takes its place.`);
    expect(await made.refresh()).toBe(false);
  });

  it('counts as gone if its network is gone', async () => {
    const made = await stack.up(kind, 'it', says);
    await stack.clock.sleep(60_000);
    for (const below of ['', `/${path}`]) refuse(404, `/${network.id}${below}`);
    expect(await made.refresh()).toBe(false);
  });

  it('is adopted if it matches the program', async () => {
    const { id } = await stack.up(kind, 'theirs', says);
    stack.newProcess();
    const adopted = await stack.up(kind, 'mine', { ...says, adoptId: id });
    expect(adopted.id).toBe(id);
    expect(await inCloud()).toEqual([id]);
    stack.newProcess();
    const other = stack.resource(kind, 'other', { ...says, ...changed, adoptId: id });
    expect(await other.problems()).toEqual([expect.stringContaining(`but the ${noun} ${id} to adopt has`)]);
  });

  it('stays when an older state is deleted after another state has adopted it', async () => {
    const { id } = await stack.up(kind, 'theirs', says);
    stack.newProcess();
    const before = await stack.up(kind, 'mine', { ...says, adoptId: id });
    stack.newProcess();
    const after = await stack.up(kind, 'mine', { ...says, adoptId: id });
    await before.delete();
    expect(await after.refresh()).toBe(true);
  });

  it('is deleted, also if somebody deleted it before', async () => {
    const made = await stack.up(kind, 'it', says);
    await made.delete();
    expect(await inCloud()).toEqual([]);
    await made.delete();
  });

  it.each([403, 404])('does not count as gone if the API answers %d to the list', async (status) => {
    const made = await stack.up(kind, 'it', says);
    await stack.clock.sleep(60_000);
    refuse(status);
    await expect(made.refresh()).rejects.toThrow(/the API of this account may not offer it/);
  });

  it.each(problems)('is refused at preview: %j', async (wrong, problem) => {
    const [reason, ...others] = await stack.resource(kind, 'it', { ...says, ...wrong }).problems();
    expect(reason).toMatch(problem);
    expect(others).toEqual([]);
  });
});
