import { TestEnvironment } from '../../support/testEnvironment';

const MACHINE = `image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01'`;
const program = (powerState: string) => `
  new cc.Instance('trainer', { ${MACHINE}, powerState: '${powerState}' });
  new cc.Fleet('workers', { count: 2, instance: { ${MACHINE} } });`;

describe('the progress lines of resources', () => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;
  beforeAll(async () => {
    // The deployment is slow enough for the first line with a time.
    const emulator = { timeScale: 4, durations: { provisioningSeconds: 60 } };
    environment = await TestEnvironment.start({ program: program('running'), emulator });
  });
  afterAll(() => environment.close());

  it('show the usual time of a create, also for a fleet, and end with its duration', async () => {
    const { progress } = await environment.stack.up();
    const { trainer = [], workers = [] } = progress;
    expect(trainer).toContainEqual(expect.stringMatching(/^deploying: \w+, \d+ s of about 1 min$/));
    expect(trainer.at(-1)).toMatch(/^ready after \d+ s$/);
    expect(workers).toContainEqual(expect.stringMatching(/^deploying: \d of 2 ready, \d+ s of about 1 min$/));
    expect(workers.at(-1)).toMatch(/^2 of 2 ready after \d+ s$/);
  });

  it('end with the duration of an update, not with the last status of its wait', async () => {
    await environment.stack.program(program('offline'));
    const { trainer = [] } = (await environment.stack.up()).progress;
    expect(trainer.length).toBeGreaterThan(1);
    expect(trainer.at(-1)).toMatch(/^updated after \d+ s$/);
  });
});
