import { TestEnvironment } from '../../support/testEnvironment';

const machines = (count: number) => `for (let i = 0; i < ${String(count)}; i += 1)
  new cc.Instance('worker-' + i, { image: 'ubuntu-24.04', instanceType: '1H100.80S.30V', locationCode: 'FIN-01' });`;

describe('a preview of several machines', () => {
  jest.setTimeout(180_000);
  const before = process.env['PULUMI_PARALLEL'];
  let environment: TestEnvironment;
  beforeAll(async () => {
    process.env['PULUMI_PARALLEL'] = '2';
    environment = await TestEnvironment.start({ program: machines(3) });
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['PULUMI_PARALLEL'];
    else process.env['PULUMI_PARALLEL'] = before;
    await environment.close();
  });

  it('warns once at its end if the engine creates fewer at once, with the remedy', async () => {
    const { output } = await environment.stack.preview();
    const [, diagnostics = ''] = output.split('Diagnostics:');
    expect(diagnostics.match(/at a time/g)).toHaveLength(1);
    expect(diagnostics).toContain(
      'warning: 3 machines, 2 at a time: about 3 min. With `--parallel 3` (or PULUMI_PARALLEL=3): about 2 min.',
    );
  });

  it('does not warn if the engine creates all at once', async () => {
    expect(await environment.preview(machines(2))).not.toContain('at a time');
  });
});
