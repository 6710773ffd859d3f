// The addresses of endpoint bindings and the blocks of address mappings, compared at preview with others.
import { UNKNOWN } from '../../../provider/schema/unknown';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

type Args = Record<string, string>;

describe('an endpoint binding', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const binding = async (endpointIp: string, name = 'it') => {
    const [network] = await stack.cloud.privateNetworks.list();
    return stack.resource('endpointBinding', name, {
      service: 'inference',
      sourcePrivateNetworkId: network?.id,
      endpointIp,
      targetWorkloadId: UNKNOWN,
    });
  };

  it('causes a warning at preview if its address is in no subnet of the network', async () => {
    const foreign = await binding('192.168.0.1');
    expect(await warnedBy(() => foreign.problems())).toMatch(
      /^endpointIp is in no subnet of the network, which has 10\./,
    );
    const known = await binding('10.0.0.200', 'other');
    expect(await warnedBy(() => known.problems())).toBe('');
  });

  it.each(['10.0.0.0', '10.0.0.1', '10.0.15.255'])(
    'is refused at preview if its address is reserved in a subnet: %s',
    async (address) => {
      expect(await (await binding(address)).problems()).toEqual([
        `endpointIp "${address}" is reserved in the subnet 10.0.0.0/20, whose first two addresses and last one belong to the network: choose another one`,
      ]);
    },
  );

  it('may have the first and the last address of a subnet that are not reserved', async () => {
    expect(await (await binding('10.0.0.2')).problems()).toEqual([]);
    expect(await (await binding('10.0.15.254', 'other')).problems()).toEqual([]);
  });

  it('causes a warning at preview if its address is that of a machine', async () => {
    const machine = await stack.up('instance', 'server', {
      ...{ hostname: 'server', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
    });
    const { private_ip: address } = await stack.cloud.instances.get(machine.id);
    const own = await binding(address ?? '');
    expect(await warnedBy(() => own.problems())).toBe(
      `endpointIp is the address of the instance server (${machine.id}): choose another one`,
    );
  });

  it('causes a warning at preview if an existing binding has its address, because it may be renamed', async () => {
    const [network] = await stack.cloud.privateNetworks.list();
    const machine = await stack.up('instance', 'server', {
      ...{ hostname: 'server', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
    });
    const { id } = await stack.up('endpointBinding', 'old', {
      ...{ service: 'inference', sourcePrivateNetworkId: network?.id },
      ...{ endpointIp: '10.0.0.200', targetWorkloadId: machine.id },
    });
    stack.newProcess();
    const renamed = await binding('10.0.0.200');
    expect(await warnedBy(() => renamed.problems())).toBe(
      `endpointIp is the address of the endpoint binding ${id}: choose another one, or adopt that binding with adoptId. ` +
        'If this resource was renamed in the program, add aliases: [{ name: "its old name" }] to the options',
    );
  });

  it('names the binding that has its address, which an interrupted replacement may have left', async () => {
    const [network] = await stack.cloud.privateNetworks.list();
    const machine = await stack.up('instance', 'server', {
      ...{ hostname: 'server', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
    });
    const args = {
      sourcePrivateNetworkId: network?.id,
      endpointIp: '10.0.0.200',
      targetWorkloadId: machine.id,
    };
    const { id } = await stack.up('endpointBinding', 'left', { ...args, service: 'training' });
    stack.newProcess();
    await expect(stack.up('endpointBinding', 'it', { ...args, service: 'inference' })).rejects.toThrow(
      `The endpoint binding ${id} has it; an interrupted run may have left that. Adopt it with adoptId: "${id}"`,
    );
  });

  it('is refused at preview if another binding of the program has its address', async () => {
    expect(await (await binding('10.0.0.200')).problems()).toEqual([]);
    expect(await (await binding('10.0.0.200', 'other')).problems()).toEqual([
      expect.stringMatching(/endpointIp is also used by endpointIp of the .*bound only once/) as string,
    ]);
  });
});

describe('an address mapping', () => {
  let stack: InProcessStack;
  let networkId: string;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    const [network] = await stack.cloud.privateNetworks.list();
    networkId = network?.id ?? '';
  });

  afterEach(async () => {
    await stack.stop();
  });

  const inputs = (args: Args = {}) => ({
    ...{ service: 'storage', locationCode: 'FIN-01', sourcePrivateNetworkId: networkId },
    ...{ sourceCidr: '10.0.8.0/24', targetPrivateNetworkId: networkId, targetCidr: '10.16.8.0/24' },
    ...args,
  });
  const mapping = (name: string, args?: Args) => stack.resource('addressMapping', name, inputs(args));

  it('is refused at preview if another mapping of the program has its block', async () => {
    expect(await mapping('one').problems()).toEqual([]);
    expect(await mapping('two', { service: 'other' }).problems()).toEqual([]);
    expect(await mapping('three').problems()).toEqual([
      expect.stringMatching(/sourceCidr overlaps 10\.0\.8\.0\/24 of the .*only once in a location/) as string,
    ]);
  });

  it('causes a warning at preview if its block overlaps that of another mapping', async () => {
    const one = await stack.up('addressMapping', 'one', inputs());
    const { id } = one;
    stack.newProcess();
    const part = mapping('two', { sourceCidr: '10.0.8.128/25', targetCidr: '10.16.8.128/25' });
    expect(await warnedBy(() => part.problems())).toContain(
      `sourceCidr overlaps 10.0.8.0/24 of the address mapping ${id}`,
    );
    expect(await warnedBy(() => part.problems())).toContain('add aliases: [{ name: "its old name" }]');
    // The mapping that it replaces is deleted first.
    stack.newProcess();
    const changed = { targetCidr: '10.16.9.0/24' };
    const warnedAtReplacement = await warnedBy(async () => {
      await one.problems(inputs(changed));
      await one.diff(inputs(changed));
      await mapping('one', changed).problems();
    });
    expect(warnedAtReplacement).toBe('');
    const beside = mapping('three', { sourceCidr: '10.0.9.0/24' });
    expect(await warnedBy(() => beside.problems())).toBe('');
  });
});
