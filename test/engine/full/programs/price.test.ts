import { TestEnvironment } from '../../support/testEnvironment';

const machine = (more = '') => `new cc.Instance('trainer', {
  hostname: 'trainer', image: 'ubuntu-24.04', instanceType: '1H100.80S.30V', locationCode: 'FIN-01', ${more}
});`;
const volume = (size: number) =>
  `new cc.Volume('data', { name: 'data', size: ${String(size)}, type: 'NVMe', locationCode: 'FIN-01' });`;

const SUM = 'exports.cost = cc.stackCost();';

/** The price messages under Diagnostics, where the engine repeats each message. */
function prices(output: string): string[] {
  const [, diagnostics = ''] = output.split('Diagnostics:');
  return diagnostics
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /USD\/h/.test(line));
}

describe('the price of a stack', () => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await TestEnvironment.start({ program: machine() + volume(100) + SUM });
  });
  afterAll(() => environment.close());

  it('is shown in a preview: once for each resource, and the sum at its end', async () => {
    const { output } = await environment.stack.preview();
    expect(prices(output).sort()).toEqual([
      'Price of the stack: 2.33 USD/h (+2.33 USD/h, now 0.00).',
      '≈ 0.027 USD/h',
      '≈ 2.30 USD/h (1H100.80S.30V 2.29, volumes 0.014)',
    ]);
    expect(output).toMatch(/pulumi:pulumi:Stack \(test-dev\):\n\s+Price of the stack/);
  });

  it('is the sum of the prices in the outputs after an update, which shows it once', async () => {
    const { output } = await environment.stack.up();
    expect(prices(output)).toEqual(['Price of the stack: 2.33 USD/h (+2.33 USD/h, before 0.00).']);
    const costs = (await environment.stack.resources()).map(({ outputs }) => Number(outputs['hourlyCost']));
    const hourlyCost = costs.reduce((sum, cost) => sum + cost, 0);
    expect(hourlyCost).toBeCloseTo(2.33, 2);
    expect((await environment.stack.outputs())['cost']).toEqual({
      hourlyCost: expect.closeTo(hourlyCost, 5) as unknown,
      monthlyCost: expect.closeTo(730 * hourlyCost, 2) as unknown,
      currency: 'usd',
    });
  });

  it('is not shown when nothing changes it', async () => {
    expect(prices((await environment.stack.preview()).output)).toEqual([]);
  });

  it('counts a replacement once, and a volume that grows in place', async () => {
    await environment.stack.program(machine('isSpot: true,') + volume(1100) + SUM);
    expect(prices((await environment.stack.preview()).output).sort()).toEqual([
      'Price of the stack: 1.12 USD/h (−1.21 USD/h, now 2.33). Resources that the program no longer has are not counted.',
      '≈ 0.81 USD/h (spot 1H100.80S.30V 0.80, volumes 0.014)',
    ]);
    expect(prices((await environment.stack.up()).output)).toEqual([
      'Price of the stack: 1.12 USD/h (−1.21 USD/h, before 2.33).',
    ]);
    expect((await environment.stack.outputs())['cost']).toMatchObject({
      hourlyCost: expect.closeTo(1.12, 2) as unknown,
    });
  });

  it('counts only created resources after a failed update', async () => {
    environment.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    expect(prices(await environment.failure(machine() + volume(2100)))).toEqual([
      'Price of the stack: 1.39 USD/h (+0.27 USD/h, before 1.12).',
    ]);
  });

  it('counts only the targets of a run with --target', async () => {
    await environment.stack.program(machine('isSpot: true,') + volume(3100));
    const { urn } = await environment.stack.resource('Volume');
    expect(prices((await environment.stack.up({ target: [urn] })).output)).toEqual([
      'Price of the targets: 0.85 USD/h (+0.27 USD/h, before 0.58).',
    ]);
  });

  it('counts resources that an update deletes, and is not shown for destroy', async () => {
    await environment.stack.program(volume(3100));
    expect(prices((await environment.stack.up()).output)).toEqual([
      'Price of the stack: 0.85 USD/h (−0.81 USD/h, before 1.66).',
    ]);
    expect(prices((await environment.stack.destroy()).output)).toEqual([]);
  });
});
