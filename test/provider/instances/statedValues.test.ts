// An input that states the present value explicitly does not replace the machine.
import { InProcessStack } from '../support/inProcessStack';

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };

describe('an input that states the present value', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  /** A group of machines like `MACHINE`. */
  const group = async () => {
    const { id: keyId } = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me',
    });
    const { id: scriptId } = await stack.up('startupScript', 'setup', { script: '#!/bin/sh' });
    const { id: instanceGroupId } = await stack.up('instanceGroup', 'servers', {
      ...{ instanceType: '1V100.6V', locationCode: 'FIN-01' },
      template: {
        ...{ image: 'ubuntu-24.04', osVolume: { size: 60 } },
        ...{ sshKeyIds: [keyId], startupScriptId: scriptId },
      },
    });
    return { instanceGroupId, keyId, scriptId };
  };

  it.each([
    ['contract: PAY_AS_YOU_GO', {}, { contract: 'PAY_AS_YOU_GO' }],
    ['isSpot: false', {}, { isSpot: false }],
    ['contract: SPOT for isSpot', { isSpot: true }, { contract: 'SPOT' }],
    ['contract: SPOT beside isSpot', { isSpot: true }, { isSpot: true, contract: 'SPOT' }],
    [
      'the period that the cloud chose',
      { contract: 'LONG_TERM' },
      { contract: 'LONG_TERM', longTermPeriod: '1_MONTH' },
    ],
  ])('does not replace an instance: %s, and the other way round', async (_what, one, other) => {
    for (const [before, after] of [
      [one, other],
      [other, one],
    ]) {
      const machine = await stack.up('instance', 'trainer', { ...MACHINE, ...before });
      stack.newProcess();
      expect(await machine.diff({ ...MACHINE, ...after })).toMatchObject({ replaces: [] });
      await machine.update({ ...MACHINE, ...after });
      expect(await machine.diff()).toMatchObject({ changes: false });
    }
  });

  it.each([
    ['another contract', {}, { contract: 'SPOT' }, ['contract']],
    ['no spot machine any more', { contract: 'SPOT' }, {}, ['contract']],
    ['spot instead of pay as you go', {}, { isSpot: true }, ['isSpot']],
    ['a longer period', { contract: 'LONG_TERM' }, { longTermPeriod: '1_YEAR' }, ['longTermPeriod']],
  ])(
    'is not confused with a change that replaces the instance: %s',
    async (_what, before, after, replaces) => {
      const machine = await stack.up('instance', 'trainer', { ...MACHINE, ...before });
      const args = { ...MACHINE, ...(Object.keys(after).length > 0 && before), ...after };
      expect(await machine.diff(args)).toMatchObject({ replaces });
    },
  );

  it('does not replace a member of a group: type, image, location and keys of the template', async () => {
    const { instanceGroupId, keyId } = await group();
    const member = await stack.up('instance', 'server', { instanceGroupId });
    const whole = { ...MACHINE, instanceGroupId, sshKeyIds: [keyId], replaceOn: ['sshKeyIds'] };
    expect(await member.diff(whole)).toMatchObject({ replaces: [] });
    await member.update(whole);
    expect(await member.diff({ instanceGroupId })).toMatchObject({ replaces: [] });
  });

  it.each([
    ['contract: PAY_AS_YOU_GO', {}, { contract: 'PAY_AS_YOU_GO' }],
    ['isSpot: false', {}, { isSpot: false }],
    ['contract: SPOT for isSpot', { isSpot: true }, { contract: 'SPOT' }],
    ['no keys', {}, { sshKeyIds: [] }],
  ])(
    'does not change the meaning of an interrupted order: %s, and the other way round',
    async (_what, one, other) => {
      for (const [before, after] of [
        [one, other],
        [other, one],
      ]) {
        const { id } = await stack.up('instance', 'trainer', { ...MACHINE, ...before });
        stack.newProcess();
        const again = await stack.up('instance', 'trainer', { ...MACHINE, ...after });
        expect(again.id).toBe(id);
        await again.delete();
      }
    },
  );

  it('does not change the meaning of an interrupted order of a member of a group', async () => {
    const { instanceGroupId, keyId, scriptId } = await group();
    const { id } = await stack.up('instance', 'server', { instanceGroupId });
    stack.newProcess();
    const again = await stack.up('instance', 'server', {
      ...{ ...MACHINE, instanceGroupId, sshKeyIds: [keyId], startupScriptId: scriptId },
      osVolume: { size: 60 },
    });
    expect(again.id).toBe(id);
    stack.newProcess();
    expect((await stack.up('instance', 'server', { instanceGroupId })).id).toBe(id);
  });
});
