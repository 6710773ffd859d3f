import { InProcessStack } from '../support/inProcessStack';

const MACHINE = {
  hostname: 'theirs',
  image: 'ubuntu-24.04',
  instanceType: 'CPU.4V.16G',
  locationCode: 'FIN-01',
};
const GROUP = {
  ...{ name: 'theirs', locationCode: 'FIN-01', instanceType: '1V100.6V' },
  template: { image: 'ubuntu-24.04', osVolume: { size: 60 } },
};

const messageOf = (error: unknown): string => (error as Error).message;

describe('an instance to adopt', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('gets a larger operating-system volume in place if it is an instance', async () => {
    const theirs = await stack.up('instance', 'theirs', { ...MACHINE, osVolume: { size: 60 } });
    stack.newProcess();
    const args = { ...MACHINE, osVolume: { size: 80 }, adoptId: theirs.id };
    const mine = await stack.up('instance', 'mine', args);
    const { os_volume_id: id } = await stack.cloud.instances.get(mine.id);
    expect((await stack.cloud.volumes.get(id ?? '')).size).toBe(80);
    expect(await mine.diff()).toMatchObject({ changes: false });
  });

  it('an instance is refused if it is in no group or in another one, and accepted in its group', async () => {
    const group = await stack.up('instanceGroup', 'g', { ...GROUP, name: 'g' });
    const other = await stack.up('instanceGroup', 'other', { ...GROUP, name: 'other' });
    const machine = {
      hostname: 'theirs',
      instanceType: '1V100.6V',
      image: 'ubuntu-24.04',
      locationCode: 'FIN-01',
    };
    const alone = await stack.up('instance', 'alone', machine);
    const member = await stack.up('instance', 'member', { ...machine, instanceGroupId: group.id });
    stack.newProcess();
    const adopting = (adoptId: string, instanceGroupId: string) =>
      stack.resource('instance', 'mine', { ...machine, instanceGroupId, adoptId });
    const refusal = (id: string, wanted: string, has: string) => [
      `instanceGroupId is "${wanted}", but the instance ${id} to adopt has ${has}: change the program to match, or leave adoptId out`,
    ];
    expect(await adopting(alone.id, group.id).problems()).toEqual(refusal(alone.id, group.id, 'none'));
    expect(await adopting(member.id, other.id).problems()).toEqual(
      refusal(member.id, other.id, `"${group.id}"`),
    );
    stack.configure({ 'cloudCompute:planChecks': 'off' });
    stack.newProcess();
    expect(await adopting(alone.id, group.id).create().then(String, messageOf)).toMatch(
      /instanceGroupId is none, the program says/,
    );
    stack.newProcess();
    const mine = adopting(member.id, group.id);
    await mine.create();
    expect(await mine.diff()).toMatchObject({ changes: false });
  });
});
