// A resource that a run creates has at most nine tags: the pending tag takes a place. Existing ones keep ten.
import { PENDING } from '../../../core/pendingTag';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
};
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${String(index)}`, 'value']));
const WHY =
  'a new resource has at most 9, because it carries the tag pulumi-pending until its id is in state';

describe('the most tags of a resource', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  const keysOf = async (id: string) => (await stack.cloud.volumes.get(id)).tags.map(({ key }) => key);

  it.each([
    ['volume', { ...DISK, tags: many(10) }, `tags has 10 tags; ${WHY}`],
    ['instance', { ...MACHINE, tags: many(10) }, `tags has 10 tags; ${WHY}`],
    [
      'instance',
      { ...MACHINE, volumes: [{ name: 'scratch', size: 10, type: 'NVMe', tags: many(10) }] },
      `volumes[0].tags has 10 tags; ${WHY}`,
    ],
  ] as const)('is nine for a new one: %s', async (kind, args, problem) => {
    expect(await stack.resource(kind, 'it', args).problems()).toEqual([problem]);
  });

  it('counts the default tags, also of inline volumes', async () => {
    stack.configure({ 'cloudCompute:defaultTags': JSON.stringify({ team: 'ml', project: 'x' }) });
    const volumes = [{ name: 'scratch', size: 10, type: 'NVMe', tags: many(8) }];
    expect(await stack.resource('instance', 'it', { ...MACHINE, tags: many(8), volumes }).problems()).toEqual(
      [
        `volumes[0].tags has 8 tags, and cloudCompute:defaultTags adds 2; ${WHY}`,
        `tags has 8 tags, and cloudCompute:defaultTags adds 2; ${WHY}`,
      ],
    );
  });

  it('is ten for an existing one, whose pending tag gives its place', async () => {
    const disk = await stack.up('volume', 'disk', { ...DISK, tags: many(9) });
    expect(await keysOf(disk.id)).toEqual([PENDING, ...Object.keys(many(9))]);
    stack.newProcess();
    await disk.update({ ...DISK, tags: many(10) });
    expect((await keysOf(disk.id)).sort()).toEqual(Object.keys(many(10)).sort());
    stack.newProcess();
    expect(await disk.diff()).toMatchObject({ changes: false });
  });

  it('is ten for an adopted or restored one', async () => {
    const is = (status: string) => async () => (await stack.cloud.volumes.get(adoptId)).status === status;
    const adoptId = await stack.cloud.volumes.create({
      ...{ name: 'theirs', size: 10, type: 'NVMe', location_code: 'FIN-01' },
      tags: Object.entries(many(10)).map(([key, value]) => ({ key, value })),
    });
    await stack.until(is('detached'));
    const adopted = { ...DISK, name: 'theirs', tags: many(10), adoptId };
    expect(await stack.resource('volume', 'adopted', adopted).problems()).toEqual([]);
    await stack.cloud.volumes.delete(adoptId);
    await stack.until(is('deleted'));
    stack.newProcess();
    const restored = { ...DISK, name: 'theirs', tags: many(10), restoreVolumeId: adoptId };
    expect(await stack.resource('volume', 'restored', restored).problems()).toEqual([]);
  });
});
