// A preview names each change that is only stored in state and does not change the existing resource.
import * as definitions from '../../../provider/resources';
import { changesBetween, onlyStored } from '../../../provider/schema/rules';
import type { ChangeRule, ChangeRules } from '../../../provider/schema/rules';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const SCRATCH = { name: 'scratch', size: 50, type: 'NVMe' };

describe('a change', () => {
  const rules = Object.values(definitions).flatMap(({ name, changes }) =>
    Object.entries(changes as Record<string, ChangeRule<unknown>>).map(
      ([property, { effect }]) =>
        [name, property, effect, changes as unknown as ChangeRules<Record<string, unknown>>] as const,
    ),
  );
  const silent = ['update', 'replace', 'setting'];

  it.each(rules.filter(([, , effect]) => !silent.includes(effect)))(
    'a change of %s.%s, which does not affect the existing resource, is reported',
    (_name, property, _effect, changes) => {
      const [olds, news] = [{ [property]: ['old'] }, { [property]: ['new'] }];
      const messages = onlyStored(changes, changesBetween(changes, olds, news), olds, news);
      expect(messages).toEqual([expect.stringMatching(new RegExp(`^${property} .*stored`))]);
    },
  );
});

describe('a preview', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('names inputs for the next machine and creation-only inputs, and nothing for a replacement', async () => {
    const machine = await stack.up('instance', 'trainer', {
      ...{ ...MACHINE, isSpot: true, volumes: [SCRATCH], coupon: 'WELCOME' },
    });
    const wanted = {
      ...{ ...MACHINE, isSpot: true, coupon: 'AGAIN', description: 'better' },
      volumes: [{ ...SCRATCH, onSpotDiscontinue: 'delete_permanently' }],
    };
    const messages = await warnedBy(() => machine.diff(wanted));
    expect(messages).toContain(
      'description, volumes[0].onSpotDiscontinue cannot change on a machine that exists: stored for the next one. ' +
        'To replace this machine now, add replaceOn: ["description","volumes"].',
    );
    expect(messages).toContain(
      'coupon only matters at creation: the new value is stored, and the existing resource stays as it is.',
    );
    const replaced = await warnedBy(() => machine.diff({ ...wanted, replaceOn: ['volumes'] }));
    expect(replaced).not.toMatch(/cannot change|at creation/);
    await machine.update(wanted);
    expect(await warnedBy(() => machine.diff())).toBe('');
    expect(await machine.diff()).toMatchObject({ changes: false });
    expect(await warnedBy(() => machine.diff({ ...wanted, coupon: undefined }))).not.toContain('coupon');
  });

  it('reports that the policy of the operating-system volume changes for all volumes of a machine', async () => {
    const spot = (policy?: string) => ({
      ...{ ...MACHINE, isSpot: true, volumes: [SCRATCH] },
      osVolume: { name: 'os', size: 60, onSpotDiscontinue: policy },
    });
    const machine = await stack.up('instance', 'spot', spot('delete_permanently'));
    expect(await warnedBy(() => machine.diff(spot('move_to_trash')))).toContain(
      'move_to_trash will also apply to scratch (50 GB).',
    );
    // Without a policy, the default of the cloud applies again.
    await machine.update(spot());
    stack.emulator.control.evict(machine.id);
    stack.emulator.clock.advance(600_000);
    const left = (await stack.cloud.volumes.list()).map(({ name }) => name);
    expect(left.sort()).toEqual(['os', 'scratch']);
  });

  it('reports that the members of a group keep their present settings', async () => {
    const template = { image: 'ubuntu-24.04', osVolume: { size: 60 } };
    const group = { instanceType: '1V100.6V', locationCode: 'FIN-01', template };
    const servers = await stack.up('instanceGroup', 'servers', group);
    const { id } = await stack.up('startupScript', 'boot', { script: '#!/bin/sh\ntrue\n' });
    const wanted = { ...group, template: { ...template, startupScriptId: id } };
    expect(await warnedBy(() => servers.diff(wanted))).not.toContain('Members');
    await stack.up('instance', 'server', { instanceGroupId: servers.id });
    stack.newProcess();
    expect(await warnedBy(() => servers.diff(wanted))).toContain('Existing members (1) keep');
  });
});

describe('a copy', () => {
  it('does not change when the program no longer names its source', async () => {
    const stack = await InProcessStack.start();
    try {
      const disk = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };
      const source = await stack.up('volume', 'source', disk);
      const copy = await stack.up('volume', 'copy', { ...disk, sourceVolumeId: source.id });
      expect(await copy.diff(disk)).toMatchObject({ changes: false, replaces: [] });
      const other = await stack.up('volume', 'other', disk);
      expect((await copy.diff({ ...disk, sourceVolumeId: other.id })).replaces).toEqual(['sourceVolumeId']);
    } finally {
      await stack.stop();
    }
  });
});
