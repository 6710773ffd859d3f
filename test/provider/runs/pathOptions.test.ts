// The paths of Pulumi's options `replaceOnChanges` and `ignoreChanges`, which may name a part of an input.
import { InProcessStack } from '../support/inProcessStack';

const OS = { name: 'os', size: 50 };
const [A, B] = ['a', 'b'].map((name) => ({ name, size: 100, type: 'NVMe' }));
const MACHINE = {
  ...{ image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', osVolume: OS },
  ...{ allowShutdown: true, volumes: [A, B], tags: { role: 'db', 'a.b': '1' } },
};

let stack: InProcessStack;

beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

describe('a path of replaceOnChanges', () => {
  it.each<[string, object, string[]]>([
    ['osVolume.size', { osVolume: { ...OS, keep: true } }, []],
    ['osVolume.size', { osVolume: { ...OS, size: 60 } }, ['osVolume']],
    ['osVolume', { osVolume: { ...OS, size: 60 } }, ['osVolume']],
    ['volumes[0].keep', { volumes: [A, { ...B, keep: true }] }, []],
    ['volumes[1].size', { volumes: [A, { ...B, size: 200 }] }, ['volumes']],
    ['volumes[*].type', { volumes: [A, { ...B, tags: { x: 'y' } }] }, []],
    ['volumes[*].size', { volumes: [A, { ...B, size: 200 }] }, ['volumes']],
    ['tags.role', { tags: { role: 'db', 'a.b': '2' } }, []],
    ['tags["a.b"]', { tags: { role: 'db', 'a.b': '2' } }, ['tags']],
    ['*', { tags: { role: 'web' } }, ['tags']],
  ])('%s counts only if its value changes: %j', async (path, change, replaces) => {
    const machine = stack.resource('instance', `box-${path}`, MACHINE);
    await machine.create();
    expect(await machine.diff({ ...MACHINE, ...change, __replaceOn: [path] })).toMatchObject({
      changes: true,
      replaces,
    });
  });
});

describe('a path of ignoreChanges into the list of volumes', () => {
  it('is refused while the program has another volume there, whose values would be taken', async () => {
    const machine = await stack.up('instance', 'box', MACHINE);
    const args = { ...MACHINE, __ignoreChanges: ['volumes[0].keep'] };
    expect(await machine.problems(args)).toEqual([]);
    expect(await machine.problems({ ...args, volumes: [B, A] })).toEqual([
      expect.stringMatching(
        /^volumes\[0\] is "b", but the state has the volume "a" there, .*remove this path/,
      ),
    ]);
    expect(await machine.problems({ ...args, volumes: [B, A], __ignoreChanges: ['volumes'] })).toEqual([]);
  });
});

describe('a path of an option', () => {
  it('is refused with the right form if it writes the dot of a tag key like that of a property', async () => {
    const volumes = [{ ...A, tags: { 'c.d.e': '1' } }];
    const machine = await stack.up('instance', 'box', { ...MACHINE, volumes });
    const problems = (path: string, args: object = { volumes }) =>
      machine.problems({ ...MACHINE, ...args, __ignoreChanges: [path] });
    const says = (path: string, right: string) => [
      `The option ignoreChanges has the path "${path}", which names no tag: put the key with the dot in quotation marks, ${right}`,
    ];
    expect(await problems('tags.a.b')).toEqual(says('tags.a.b', 'tags["a.b"]'));
    expect(await problems('volumes[*].tags.c.d.e')).toEqual(
      says('volumes[*].tags.c.d.e', 'volumes[*].tags["c.d.e"]'),
    );
    // The tag is only in state.
    expect(await problems('tags.a.b', { volumes, tags: { role: 'db' } })).toHaveLength(1);
    for (const path of ['tags["a.b"]', 'tags.role', 'tags.x.y', 'tags[*]'])
      expect(await problems(path)).toEqual([]);
  });

  it.each(['osVolume.sise', 'volumes[0].sise', 'volumes[*].sise', '["osVolume"].sise'])(
    '%s has a wrong name inside an input, and is refused with the right name',
    async (path) => {
      const machine = stack.resource('instance', 'box', MACHINE);
      const problem = `has the path ${JSON.stringify(path)}: sise is not a property here: did you mean size?`;
      expect(await machine.problems({ ...MACHINE, __ignoreChanges: [path], __replaceOn: [path] })).toEqual([
        `The option ignoreChanges ${problem}`,
        `The option replaceOnChanges ${problem}`,
      ]);
    },
  );

  it.each([
    'osVolume.size',
    'volumes[*]',
    'volumes[*].tags.*',
    'tags["a.b"]',
    'tags.*',
    '*',
    'hostname',
    'ip',
  ])('%s is accepted', async (path) => {
    const machine = stack.resource('instance', 'box', MACHINE);
    expect(await machine.problems({ ...MACHINE, __ignoreChanges: [path], __replaceOn: [path] })).toEqual([]);
  });
});
