// When a resource fails, the engine ends the program at once. What the run has just created still carries its pending
// tag, but it is in state.
import { doors } from '../../support/doors';
import { TestEnvironment } from '../../support/testEnvironment';

jest.setTimeout(180_000);

const machine = (name: string, image: string, options = '{}') => `new cc.Instance('${name}', {
  image: '${image}', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', osVolume: { name: 'os', size: 50 },
}, ${options});`;
const FIRST = `const first = ${machine('first', 'ubuntu-24.04')}`;
const FAILS = machine('fails', 'ubuntu-24.04', '{ dependsOn: first }');

describe('a run that failed after it had created a machine', () => {
  let environment: TestEnvironment;
  let id: string;

  beforeEach(async () => {
    environment = await TestEnvironment.start({ program: FIRST + FAILS });
    environment.emulator.control.faults.add({ operation: 'deployInstance', kind: 'noCapacity', skip: 1 });
    await expect(environment.stack.up()).rejects.toThrow('no capacity');
    environment.emulator.control.faults.clear();
    ({ id = '' } = await environment.stack.resource('Instance'));
  });

  afterEach(async () => {
    await environment.close();
  });

  const machines = async () => (await environment.cloud.instances.list()).map((one) => one.id);

  it('leaves a machine that somebody removed from the state: a destroy only names it', async () => {
    await environment.stack.editState((resources) => resources.filter((one) => one.id !== id));
    const { output } = await environment.stack.destroy();
    // All orders have their answers, so nothing waits for lists.
    expect(output).not.toContain('an earlier run was interrupted');
    expect(output).toMatch(new RegExp(`The instance first-\\w+ \\(${id}\\).* stays and is billed`));
    expect(await machines()).toEqual([id]);
    expect((await environment.cloud.volumes.list()).map(({ name }) => name)).toEqual(['os']);
  });

  it('keeps a machine that was renamed in state when a new one gets its name, also on another computer', async () => {
    await environment.stack.editState((resources) =>
      resources.map((one) => (one.id === id ? { ...one, urn: one.urn.replace(/first$/, 'renamed') } : one)),
    );
    await environment.stack.forgetNotes();
    const second = `const first = ${machine('first', 'ubuntu-22.04')}`;
    await environment.stack.program(second + machine('renamed', 'ubuntu-24.04', '{ dependsOn: first }'));
    expect((await environment.stack.up()).output).not.toMatch(/Took over|another takes its place/);
    expect(await machines()).toHaveLength(2);
    expect((await environment.stack.resources()).map((one) => one.id)).toContain(id);
    await environment.stack.destroy();
    expect(await machines()).toEqual([]);
  });
});

describe.each(doors)('a run that goes on after an error ($name)', (door) => {
  it('creates what does not depend on the failed resource, also if others need its id', async () => {
    const environment = await TestEnvironment.start({
      door,
      program: `
        const bad = ${machine('bad', 'ubuntu-24.04').replace('CPU.4V.16G', '1V100.6V')}
        new cc.Tag('label', { resourceType: 'instance', resourceId: bad.id, key: 'team', value: 'ml' });
        const data = new cc.Volume('data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' });
        ${machine('good', 'ubuntu-24.04', '{ dependsOn: data }')}`,
    });
    try {
      environment.emulator.control.capacity.set({ type: '1V100.6V', location: 'FIN-01' }, 0);
      const failed = environment.stack.up({ continuesOnError: true });
      await expect(failed).rejects.toThrow('no capacity for 1V100.6V');
      const types = (await environment.cloud.instances.list()).map((one) => one.instance_type);
      expect(types).toEqual(['CPU.4V.16G']);
    } finally {
      await environment.stack.destroy();
      await environment.close();
    }
  });
});
