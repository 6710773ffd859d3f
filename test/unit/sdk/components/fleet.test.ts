import * as pulumi from '@pulumi/pulumi';
import { Fleet } from 'pulumi-cloud-compute';
import type { Answer, Registered } from '../support/program';
import { CONTEXT } from '../../../../core/hiddenProperties';
import { run, runOnMocks, valueOf } from '../support/program';

const machine = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };

/** Answers like the cloud: the gate's outputs contain the addresses of its machines. */
const cloud: Answer = ({ name, type, inputs }) => ({
  id: `${name}-id`,
  state: type.endsWith(':Ready')
    ? {
        ...inputs,
        instances: (inputs['instanceIds'] as string[]).map((id, index) => ({
          id,
          ip: index === 1 ? null : `192.0.2.${String(index)}`,
          privateIp: `10.0.0.${String(index)}`,
        })),
      }
    : inputs,
});

const of = (registered: readonly Registered[], type: string) =>
  registered.filter((resource) => resource.type.endsWith(`:${type}`));

describe('a fleet', () => {
  test('orders its machines without waiting, and waits for all of them in one gate', async () => {
    const registered = await runOnMocks({ answer: cloud });
    const fleet = new Fleet('workers', { count: 3, instance: machine });
    expect(await valueOf(fleet.addresses)).toEqual(['192.0.2.0', null, '192.0.2.2']);
    expect(await valueOf(fleet.privateAddresses)).toEqual(['10.0.0.0', '10.0.0.1', '10.0.0.2']);
    expect(of(registered, 'Instance').map(({ name, inputs }) => ({ name, inputs }))).toEqual(
      [0, 1, 2].map((index) => ({
        name: `workers-${String(index)}`,
        inputs: { ...machine, awaitReady: false },
      })),
    );
    expect(of(registered, 'Ready')).toEqual([
      expect.objectContaining({
        name: 'workers',
        inputs: { instanceIds: ['workers-0-id', 'workers-1-id', 'workers-2-id'] },
      }),
    ]);
  });

  test('is the parent of all of them', async () => {
    await runOnMocks({ answer: cloud });
    const fleet = new Fleet('workers', { count: 1, instance: machine });
    const urn = await valueOf(fleet.instances[0]?.urn ?? pulumi.output(''));
    expect(urn).toContain(
      '::cloud-compute:index:Fleet$pulumi-nodejs:dynamic/cloud-compute:Instance::workers-0',
    );
  });

  test('adds the index to a common host name', async () => {
    const registered = await runOnMocks({ answer: cloud });
    const fleet = new Fleet('workers', {
      count: 2,
      instance: { ...machine, hostname: pulumi.output('worker') },
    });
    await valueOf(fleet.addresses);
    expect(of(registered, 'Instance').map(({ inputs }) => inputs['hostname'])).toEqual([
      'worker-0',
      'worker-1',
    ]);
  });

  test('passes its options to the machines, and its timeouts to the gate too', async () => {
    const registered = await run();
    const fleet = new Fleet(
      'workers',
      { count: 1, instance: machine },
      { customTimeouts: { create: '2h' }, replaceOnChanges: ['hostname'], retainOnDelete: true },
    );
    await valueOf(fleet.instances[0]?.urn ?? pulumi.output(''));
    await valueOf(fleet.machines);
    const contextOf = (type: string) => of(registered, type)[0]?.inputs[CONTEXT];
    expect(contextOf('Instance')).toMatchObject({
      __timeouts: { create: '2h' },
      __replaceOn: ['hostname'],
      __keep: true,
    });
    expect(contextOf('Ready')).toMatchObject({ __timeouts: { create: '2h' } });
  });

  test.each([
    [
      { deleteBeforeReplace: true },
      'The option deleteBeforeReplace of "workers" has no effect on a component: remove it.',
    ],
    [{ import: 'x' }, 'The option import of "workers" has no effect on a component: remove it.'],
    [
      { additionalSecretOutputs: ['addresses'] },
      'The option additionalSecretOutputs of "workers" has no effect on a component: remove it.',
    ],
    [{ protect: 'yes' }, 'The option protect of "workers" must be true or false, not a string.'],
    ['protect', 'new Fleet("workers", { … }, { … }) takes an object of options, not a string.'],
    [{ protct: true }, 'The option protct of "workers" is not an option of Pulumi: did you mean protect?'],
    [
      { customTimeouts: { create: 'soon' } },
      'customTimeouts.create of "workers" is "soon"; it must be a duration',
    ],
    [
      { ignoreChanges: ['imagee'] },
      'The option ignoreChanges of "workers-0" names "imagee", which is not a property',
    ],
  ])('refuses the options %j', async (opts, message) => {
    await run();
    expect(
      () => new Fleet('workers', { count: 1, instance: machine }, opts as pulumi.ComponentResourceOptions),
    ).toThrow(message);
  });

  test('takes undefined arguments and options as left out', async () => {
    await runOnMocks({ answer: cloud });
    const instance = { ...machine, adoptId: undefined, awaitReady: undefined };
    const fleet = new Fleet('workers', { count: 1, instance }, { deleteBeforeReplace: undefined } as object);
    expect(await valueOf(fleet.addresses)).toEqual(['192.0.2.0']);
  });

  test('takes no options as null', async () => {
    const registered = await runOnMocks({ answer: cloud });
    const fleet = new Fleet('workers', { count: 1, instance: machine }, null);
    expect(await valueOf(fleet.addresses)).toEqual(['192.0.2.0']);
    expect(of(registered, 'Instance')).toHaveLength(1);
  });

  test.each([
    [undefined, 'new Fleet takes a name first: new Fleet("my-name", { … }), not undefined.'],
    ['', 'new Fleet takes a name first: new Fleet("my-name", { … }), not an empty string.'],
    [5, 'new Fleet takes a name first: new Fleet("my-name", { … }), not a number.'],
  ])('refuses the name %j', async (name, message) => {
    await run();
    expect(() => new Fleet(name as string, { count: 1, instance: machine })).toThrow(message);
  });

  test.each([
    [{ hostname: '' }, { hostname: '' }],
    [{ hostname: 5 }, { hostname: 5 }],
  ])('leaves a wrong host name to the checks of an instance: %j', async (args, expected) => {
    const registered = await runOnMocks({ answer: cloud });
    const fleet = new Fleet('workers', { count: 1, instance: { ...machine, ...(args as object) } });
    await valueOf(fleet.addresses);
    expect(of(registered, 'Instance')[0]?.inputs).toMatchObject(expected);
  });

  test('has undefined addresses if the mocks of a test return no machines', async () => {
    await runOnMocks();
    const fleet = new Fleet('workers', { count: 1, instance: machine });
    expect(await valueOf(fleet.addresses)).toBeUndefined();
    expect(await valueOf(fleet.privateAddresses)).toBeUndefined();
  });

  test('gets the arguments of each machine from a function', async () => {
    const registered = await runOnMocks({ answer: cloud });
    const locations = ['FIN-01', 'ICE-01'];
    const fleet = new Fleet('workers', {
      count: 2,
      instance: (index) => ({ ...machine, locationCode: locations[index] ?? '' }),
    });
    await valueOf(fleet.addresses);
    expect(of(registered, 'Instance').map(({ inputs }) => inputs['locationCode'])).toEqual(locations);
  });

  test.each([
    ['undefined', () => undefined],
    ['null', () => null],
    ['a promise: wait for what it needs before the fleet', () => Promise.resolve(machine)],
    ['an output: each argument may be an output', () => pulumi.output(machine)],
  ])('refuses a function that returns %s', async (what, instance) => {
    await runOnMocks({ answer: cloud });
    const wrong = instance as unknown as () => typeof machine;
    expect(() => new Fleet('workers', { count: 2, instance: wrong })).toThrow(
      new RegExp(`^The fleet "workers": the function instance returns ${what}.*It must return the arguments`),
    );
  });

  test('may have no machines', async () => {
    const registered = await runOnMocks({ answer: cloud });
    expect(await valueOf(new Fleet('workers', { count: 0, instance: machine }).addresses)).toEqual([]);
    expect(of(registered, 'Instance')).toEqual([]);
  });

  test.each([
    [{ count: -1, instance: machine }, 'count is -1; it must be at least 0'],
    [{ count: 100_000, instance: machine }, 'count is 100000; it must be at most 10000'],
    [
      { count: 2, instance: { ...machine, awaitReady: true } },
      'awaitReady is set by the fleet, which waits for all machines: remove it from the arguments of each machine',
    ],
    [
      { count: 2, instance: { ...machine, adoptId: 'x' } },
      'adoptId is the id of a single machine: write an Instance with it beside the fleet',
    ],
    [{ count: 1.5, instance: machine }, 'count is 1.5; it must be a whole number'],
    [
      { count: NaN, instance: machine },
      'count must be a number, not NaN: check the values that it is computed from',
    ],
    [{ count: 2 }, 'instance is required, e.g. instance: { instanceType, image, locationCode }'],
    [
      { count: 2, instance: 'small' },
      'instance must be an object with the arguments of an Instance, or a function of the index',
    ],
    [{ count: 2, instance: machine, size: 3 }, 'size is not a property here (there are count, instance)'],
  ])('refuses %j', async (args, message) => {
    await runOnMocks();
    expect(() => new Fleet('workers', args as never)).toThrow(`The fleet "workers": ${message}`);
  });
});
