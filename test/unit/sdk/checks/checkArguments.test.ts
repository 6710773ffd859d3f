import * as pulumi from '@pulumi/pulumi';
import type { GetImagesArgs } from '../../../../sdk';
import { Instance, InstancesReady, StartupScript, Volume, stackCost } from '../../../../sdk';
import { oneOf, required, text } from '../../../../core/validation/shape';
import { checkArguments } from '../../../../sdk/checks/checkArguments';
import { checkSettings } from '../../../../sdk/checks/checkSettings';
import { timeoutsOf } from '../../../../sdk/checks/options/timeouts';
import { run } from '../support/program';

const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    // For an error of this class, Pulumi prints only the message, without a stack trace.
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    return (error as Error).message;
  }
  throw new Error('The call was accepted.');
};

describe('arguments', () => {
  const shapes = { instanceType: text() };

  test.each([
    ['1V100.6V', 'getImages takes an object of arguments, { instanceType }, not a string.'],
    [{ instance_type: 'x' }, 'getImages: instance_type is not a property here: did you mean instanceType?'],
    [{ instanceType: 5 }, 'getImages: instanceType must be a string, not a number'],
  ])('are refused: %j', (given, message) => {
    expect(
      refusal(() => {
        checkArguments<GetImagesArgs>('getImages', given, shapes);
      }),
    ).toBe(message);
  });

  test('are refused by a data source that takes none', () => {
    expect(
      refusal(() => {
        checkArguments('getLocations', 'FIN-01', {});
      }),
    ).toBe('getLocations takes no arguments, not a string.');
  });

  test('are reported with all problems at once', () => {
    const message = refusal(() => {
      checkArguments('getX', { currency: 'gbp' }, { id: required(text()), currency: oneOf(['usd', 'eur']) });
    });
    expect(message).toBe('getX: id is required; currency is "gbp"; it must be one of usd, eur');
  });

  test('are accepted when they are valid', () => {
    checkArguments<GetImagesArgs>('getImages', { instanceType: 'x' }, shapes);
    checkArguments<GetImagesArgs>('getImages', {}, shapes);
  });
});

describe('stackCost', () => {
  test.each([
    [{}, 'stackCost takes a list of resources, or nothing for the whole stack: stackCost([trainer, data]).'],
    [
      [{}],
      'stackCost: [0] has no price. Use instances, volumes and clusters; for a Fleet, ...fleet.instances.',
    ],
    [
      [pulumi.output('volume-id')],
      'stackCost: [0] has no price. Use instances, volumes and clusters; for a Fleet, ...fleet.instances.',
    ],
    [
      [undefined],
      'stackCost: [0] has no price. Use instances, volumes and clusters; for a Fleet, ...fleet.instances.',
    ],
  ])('refuses %j', (given, message) => {
    expect(refusal(() => stackCost(given as never))).toBe(message);
  });
});

describe('the arguments of a resource', () => {
  const nested = { size: 1, tags: {} as Record<string, unknown> };
  nested.tags['self'] = nested;

  test.each<[object, string]>([
    [
      { id: 'volume-id' },
      'id is not an argument: adoptId adopts an existing object, and Volume.get looks it up.',
    ],
    [{ urn: 'x' }, 'urn is not an argument.'],
    [{ __owner: 'x' }, '__owner is not an argument.'],
    [
      { protect: true },
      'protect is an option of Pulumi and not an argument: write it after the arguments, { protect: … }.',
    ],
    [{ name: () => 'x' }, 'name is a function, which would be left out: call it and pass its result.'],
    [{ name: Symbol('x') }, 'name is a symbol, which would be left out.'],
    [{ size: 10n }, 'size is a bigint: write a number.'],
    [
      { tags: new Map([['a', 'b']]) },
      'tags is a Map, whose entries would be left out: pass Object.fromEntries(…) of it.',
    ],
    [
      { instanceIds: new Set(['a']) },
      'instanceIds is a Set, whose entries would be left out: pass […] of it.',
    ],
    [
      { tags: Object.assign(Object.create(null) as object, { team: 'ml' }) },
      'tags is an object without a prototype, which Pulumi cannot send: copy it with { ...value }.',
    ],
    [{ tags: { team: ['a', () => 'x'] } }, 'tags.team[1] is a function, which would be left out'],
    [{ tags: nested.tags }, 'tags.self.tags contains itself.'],
    [{ tags: new Headers({ team: 'ml' }) }, 'tags is an object whose values would be left out'],
    [{ tags: { at: new Date(0) } }, 'tags.at is a Date, which would be left out: pass its text.'],
    [{ tags: Object.create({ team: 'ml' }) as object }, 'tags is an object whose values would be left out'],
  ])('cannot be %p', async (args, message) => {
    await run();
    const wrong = { size: 100, type: 'NVMe', locationCode: 'FIN-01', ...args } as never;
    expect(refusal(() => new Volume('data', wrong))).toContain(`new Volume("data", { … }): ${message}`);
  });

  test('cannot be an object without properties of its own, and neither can the options', async () => {
    await run();
    class Sizes {
      get size() {
        return 500;
      }
    }
    expect(refusal(() => new Volume('data', new Map() as never))).toBe(
      'new Volume("data", { … }): the object of arguments is a Map, whose entries would be left out: pass Object.fromEntries(…) of it.',
    );
    expect(refusal(() => new Volume('data', new Sizes() as never))).toBe(
      'new Volume("data", { … }): the object of arguments is an object whose values would be left out, because no property is its own: pass a plain object, { … }.',
    );
    const args = { size: 100, type: 'NVMe', locationCode: 'FIN-01' } as const;
    expect(refusal(() => new Volume('data', args, new Map([['protect', true]]) as never))).toBe(
      'new Volume("data", { … }, { … }): the object of options is a Map, whose entries would be left out: pass Object.fromEntries(…) of it.',
    );
  });

  test('cannot be a resource, nor a copy of one, and neither can the options', async () => {
    await run();
    const args = { size: 100, type: 'NVMe', locationCode: 'FIN-01' } as const;
    const other = new Volume('other', args);
    for (const wrong of [other, Object.assign({}, other)])
      expect(refusal(() => new Volume('data', wrong as never))).toBe(
        'new Volume("data", { … }) takes an object of arguments, not a resource or a copy of one: write the arguments that are meant.',
      );
    expect(refusal(() => new Volume('data', args, other as never))).toBe(
      'new Volume("data", { … }, { … }) takes an object of options, not a resource: write { dependsOn: … } or { parent: … }.',
    );
  });

  test.each([
    ['existingVolumes', 'existingVolumes is a resource (Volume), whose id would be sent: write [volume.id].'],
    ['image', 'image is a resource (Volume), whose id would be sent: write volume.id.'],
    ['volumes', 'volumes is a resource (Volume), whose id would be sent: write the value that is meant.'],
  ])(
    'cannot have a resource as %s, where a preview would take its unknown id for any value',
    async (name, message) => {
      await run();
      const data = new Volume('data', { size: 100, type: 'NVMe', locationCode: 'FIN-01' });
      expect(refusal(() => new Instance('trainer', { [name]: data }))).toBe(
        `new Instance("trainer", { … }): ${message}`,
      );
    },
  );

  test('may have a resource where its id is meant', async () => {
    await run();
    const script = new StartupScript('boot', { script: '#!/bin/sh' });
    const data = new Volume('data', { size: 100, type: 'NVMe', locationCode: 'FIN-01' });
    const args = { startupScriptId: script, existingVolumes: [data] } as never;
    expect(() => new Instance('trainer', args)).not.toThrow();
  });

  test('may use one object twice', async () => {
    await run();
    const shared = { team: 'a' };
    const args = {
      size: 100,
      type: 'NVMe',
      locationCode: 'FIN-01',
      tags: shared,
      replaceOn: shared,
    } as never;
    expect(() => new Volume('data', args)).not.toThrow();
  });
});

describe('a gate', () => {
  test('refuses a resource that is no instance', async () => {
    await run();
    const data = new Volume('data', { size: 100, type: 'NVMe', locationCode: 'FIN-01' });
    expect(refusal(() => new InstancesReady('all', { instances: [data as never] }))).toBe(
      'instances[0] of the gate "all" is a Volume, not an Instance or its id.',
    );
  });

  test.each([
    [null, 'null'],
    [undefined, 'undefined'],
    [['id'], 'a list'],
    [7, 'a number'],
  ])('refuses %j, and names the input', async (instance, kind) => {
    await run();
    expect(refusal(() => new InstancesReady('all', { instances: [instance as never] }))).toBe(
      `instances[0] of the gate "all" is ${kind}, not an Instance or its id.`,
    );
  });
});

describe('customTimeouts', () => {
  test.each([pulumi.output('5m'), Promise.resolve('5m')])('refuse a value that comes later', (later) => {
    const customTimeouts = { create: later as unknown as string };
    expect(refusal(() => timeoutsOf('trainer', { customTimeouts }))).toBe(
      'customTimeouts.create of "trainer" must be text such as "30m", not an output or a promise: the program must know it.',
    );
  });

  test('must be an object of the verbs that have a timeout', () => {
    const wrong = { creation: '5m' } as pulumi.CustomTimeouts;
    expect(refusal(() => timeoutsOf('trainer', { customTimeouts: wrong }))).toBe(
      'customTimeouts.creation of "trainer" is not a timeout; there are create, update, delete.',
    );
    const text = '5m' as unknown as pulumi.CustomTimeouts;
    expect(refusal(() => timeoutsOf('trainer', { customTimeouts: text }))).toBe(
      'customTimeouts of "trainer" must be an object such as { create: "30m" }, not a string.',
    );
  });

  test('are refused with all wrong timeouts at once', () => {
    const wrong = { create: 'soon', creation: '5m' } as pulumi.CustomTimeouts;
    expect(refusal(() => timeoutsOf('trainer', { customTimeouts: wrong })).split('\n')).toEqual([
      'customTimeouts.create of "trainer" is "soon"; it must be a duration such as "30m", "90s" or "1h30m".',
      'customTimeouts.creation of "trainer" is not a timeout; there are create, update, delete.',
    ]);
  });

  test.each([600, '600', '10 minutes', '1d', '0s'])('must not contain %j, which is no time', (create) => {
    expect(refusal(() => timeoutsOf('trainer', { customTimeouts: { create: create as string } }))).toBe(
      `customTimeouts.create of "trainer" is ${JSON.stringify(create)}; it must be a duration such as "30m", "90s" or "1h30m".`,
    );
  });

  test('must not be longer than the engine accepts', () => {
    expect(refusal(() => timeoutsOf('trainer', { customTimeouts: { create: '9999999h' } }))).toBe(
      'customTimeouts.create of "trainer" is "9999999h"; the engine accepts at most 2562047h.',
    );
    expect(timeoutsOf('trainer', { customTimeouts: { create: '2562047h' } })).toBeDefined();
  });

  test('are passed on', () => {
    expect(timeoutsOf('trainer', { customTimeouts: { create: '1h30m' } })).toEqual({ create: '1h30m' });
    expect(timeoutsOf('trainer', {})).toBeUndefined();
  });
});

describe('settings', () => {
  const warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue(undefined);
  beforeEach(() => warn.mockClear());

  test('are refused with a suggestion when the name is misspelled', async () => {
    await run({ config: { 'cloudCompute:clientID': 'x', 'other:clientID': 'x' } });
    expect(refusal(checkSettings)).toBe(
      'cloudCompute:clientID is not a setting of this package: did you mean cloudCompute:clientId? `pulumi config rm cloudCompute:clientID` removes it.',
    );
  });

  test.each(['cloudcompute:baseUrl', 'cloud-compute:baseUrl', 'pulumi-cloud-compute:baseUrl'])(
    'are refused if they begin with a namespace that this package does not read: %s',
    async (key) => {
      await run({ config: { [key]: 'x' } });
      expect(refusal(checkSettings)).toBe(
        `${key} has no effect: settings of this package are written cloudCompute:baseUrl. \`pulumi config rm ${key}\` removes it.`,
      );
    },
  );

  test('cause a warning if the name is unknown', async () => {
    await run({ config: { 'cloudCompute:theme': 'x' } });
    checkSettings();
    expect(warn).toHaveBeenCalledWith(
      'cloudCompute:theme is not a setting of this package; there are baseUrl, clientId, clientSecret, acceptAccount, planChecks, requireCapacity, startupScriptHint, maxHourlyCost, maxRunDuration, defaultTags.',
    );
  });

  // Settings are checked once in a run.
  test.each([
    ['valid', { 'cloudCompute:baseUrl': 'x', 'cloudCompute:planChecks': 'on' }],
    ['misspelled, but checks are off', { 'cloudCompute:clientID': 'x', 'cloudCompute:planChecks': 'off' }],
    ['misspelled, but checks are Off', { 'cloudCompute:clientID': 'x', 'cloudCompute:planChecks': 'Off' }],
  ])('are accepted if they are %s', async (_, config) => {
    await run({ config });
    checkSettings();
    expect(warn).not.toHaveBeenCalled();
  });
});
