// The limit of the price per hour, crossed by a new, a grown and a replaced resource.
import type { CloudComputeClient } from '../../../../api';
import { doors } from '../../support/doors';
import { TestEnvironment } from '../../support/testEnvironment';

/** 100 GB cost 0.0274 USD per hour. */
const volume = (name: string, size = 100, location = 'FIN-01') =>
  `new cc.Volume('${name}', { name: '${name}', size: ${String(size)}, type: 'NVMe', locationCode: '${location}' });`;

const TOO_DEAR = /The price would be [\d.]+ USD\/h, more than the limit of [\d.]+ USD\/h/;

describe.each(doors)('the limit of the price ($name)', (door) => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;
  let cloud: CloudComputeClient;
  let stack: TestEnvironment['stack'];

  beforeAll(async () => {
    const settings = { maxHourlyCost: '0.06' };
    environment = await TestEnvironment.start({ door, program: volume('old'), settings });
    ({ cloud, stack } = environment);
  });

  afterAll(() => environment.close());

  const failure = async (command: () => Promise<unknown>): Promise<string> => {
    const error = await command().then(
      () => undefined,
      (reason: unknown) => reason as Error,
    );
    // The terminal's lines may be wrapped.
    return (error?.message ?? 'it passed').replaceAll(/\s+/g, ' ');
  };
  const names = async () => (await cloud.volumes.list()).map(({ name }) => name).sort();

  it('lets a stack pass below it', async () => {
    await stack.preview();
    await stack.up();
    expect(await names()).toEqual(['old']);
  });

  it.each([
    ['a new resource', volume('old') + volume('new', 200), 'Volume new'],
    ['a resource that grows', volume('old', 300), 'Volume old'],
    ['a replacement, which costs both', volume('old', 150, 'FIN-02'), 'Volume old'],
  ])('refuses %s, at preview and in an update without one', async (_, program, name) => {
    await stack.program(program);
    for (const command of ['preview', 'up'] as const) {
      const text = `${command}: ${await failure(() => stack[command]())}`;
      expect(text).toMatch(TOO_DEAR);
      expect(text).toContain(`It is raised by ${name} (+`);
    }
    const [only, ...others] = await cloud.volumes.list();
    expect([only, others]).toEqual([expect.objectContaining({ size: 100, location: 'FIN-01' }), []]);
  });

  // The engine does not show a plugin the option.
  (door.name === 'dynamic' ? it : it.skip)('counts a replacement once that deletes first', async () => {
    const next = volume('old', 150, 'FIN-02').replace(' });', ' }, { deleteBeforeReplace: true });');
    await stack.program(next);
    expect((await stack.preview()).output).toMatch(/1 to replace/);
  });

  it('refuses nothing of a run that raises nothing', async () => {
    await stack.configure('maxHourlyCost', '0');
    await stack.program(volume('old').replace("name: 'old'", "name: 'renamed'"));
    await stack.preview();
    await stack.up();
    expect(await names()).toEqual(['renamed']);
  });

  it('creates no more of eight resources at once than it allows', async () => {
    await stack.configure('maxHourlyCost', '0.1');
    // Without a preview, a run counts what it has reached: the dependency makes that sure for the existing volume.
    const after = (text: string) => text.replace(' });', ' }, { dependsOn: [old] });');
    const eight = Array.from({ length: 8 }, (_, index) => after(volume(`data${String(index)}`)));
    await stack.program(`const old = ${volume('old')}${eight.join('\n')}`);
    expect(await failure(() => stack.up())).toMatch(TOO_DEAR);
    expect((await names()).length).toBeLessThanOrEqual(3);
  });
});
