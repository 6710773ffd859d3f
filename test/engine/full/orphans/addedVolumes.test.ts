import { TestEnvironment } from '../../support/testEnvironment';

const machine = (volumes: string) => `new cc.Instance('trainer', {
  hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: 'trainer-os', size: 50 }, powerState: 'offline', volumes: [${volumes}],
});`;

describe('a volume that an update adds to a machine', () => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ program: machine('') });
  });

  afterAll(async () => {
    await environment.close();
  });

  it('has no pending tag after the run, and is not named as an orphan', async () => {
    await environment.stack.up();
    await environment.stack.program(
      machine("{ name: 'data', size: 10, type: 'NVMe', tags: { stage: 'test' } }"),
    );
    const { output } = await environment.stack.up();
    const data = (await environment.cloud.volumes.list()).find(({ name }) => name === 'data');
    expect(data?.tags.map(({ key }) => key)).toEqual(['stage']);
    expect(output).not.toContain(data?.id ?? '');
  });
});
