// Machines with an end: what the next `up` says and does after it, and to a tag that was copied from another machine.
import { EXPIRES, expiryOf } from '../../../../core/expiryTag';
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestEnvironment } from '../../support/testEnvironment';

jest.setTimeout(300_000);

const HOUR = 3_600_000;
const machine = (name: string, more: string, opts = '{}') => `new cc.Instance('${name}', {
  hostname: '${name}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', ${more} }, ${opts});`;
const PROGRAM = `
  const trainer = ${machine('trainer', `maxRunDuration: '8h', volumes: [{ name: 'data', size: 10, type: 'NVMe' }]`)}
  ${machine('copy', `maxRunDuration: '2d'`, `{ ignoreChanges: ['maxRunDuration'] }`)}
  exports.expiresAt = trainer.expiresAt;`;

describe.each(doors)('a machine with an end ($name)', (door) => {
  let environment: TestEnvironment;

  beforeEach(async () => {
    environment = await TestEnvironment.start({ door, program: PROGRAM, emulator: { balance: 1_000_000 } });
  });

  afterEach(() => environment.close());

  const machines = async () =>
    new Map((await environment.cloud.instances.list()).map((found) => [found.hostname, found]));
  const only = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('There is no such machine.');
    return one;
  };

  it('is made anew after its end, which a preview says, and gets its own tag instead of a copied one', async () => {
    const { cloud, emulator, stack } = environment;
    await environment.upAndPreview();
    const before = await machines();
    const [trainer, copy] = [only(before.get('trainer')), only(before.get('copy'))];
    const { expiresAt } = await stack.outputs();
    const tag = only(trainer.tags.find(({ key }) => key === EXPIRES));
    expect(expiryOf(trainer)?.expiresAt).toBe(Date.parse(String(expiresAt)));

    const own = only(copy.tags.find(({ key }) => key === EXPIRES));
    await cloud.tags.remove('instances', copy.id, own.id);
    await cloud.tags.add('instances', copy.id, { key: EXPIRES, value: tag.value });
    emulator.clock.advance(8 * HOUR);
    // As `expired --remove` does it.
    await cloud.instances.perform({
      ...{ action: 'delete', id: trainer.id, volume_ids: [trainer.os_volume_id ?? ''] },
    });
    emulator.clock.advance(HOUR);

    const output = await environment.preview(PROGRAM);
    expect(output).toMatch(
      new RegExp(
        `${trainer.id}\\)? ended with its time, at ${String(expiresAt)} \\(maxRunDuration\\): another takes`,
      ),
    );
    expect(output).toContain('Replacing it deletes data: the storage data (10 GB) is moved to the trash');
    expect(output).toContain(`The tag ${EXPIRES} of copy (${copy.id}) was not written for this machine`);

    await environment.upAndPreview();
    const after = await machines();
    expect(only(after.get('copy')).id).toBe(copy.id);
    expect(expiryOf(only(after.get('copy')))?.expiresAt).toBe(expiryOf(copy)?.expiresAt);
    expect(only(after.get('trainer')).id).not.toBe(trainer.id);
    expect((await stack.outputs())['expiresAt']).not.toBe(expiresAt);
    await stack.destroy();
    expect(await everythingIn(cloud)).toEqual([]);
  });
});
