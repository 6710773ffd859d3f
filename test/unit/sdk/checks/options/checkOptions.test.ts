import * as pulumi from '@pulumi/pulumi';
import { Cluster, Instance, SshKey, Tag, Volume } from 'pulumi-cloud-compute';
import type { InstanceArgs } from 'pulumi-cloud-compute';
import { checkOptions } from '../../../../../sdk/checks/options/checkOptions';
import { run, valueOf } from '../../support/program';

const volume = { size: 100, type: 'NVMe', locationCode: 'FIN-01' } as const;

const UNKNOWN =
  'has no effect, unless a later version of Pulumi has it. The options are listed at https://www.pulumi.com/docs/iac/concepts/resources/options/.';

describe('an option', () => {
  beforeEach(async () => {
    await run();
  });

  it('causes a warning if it is an argument, unless the arguments have it', () => {
    const warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue();
    new Volume('data', volume, { tags: { team: 'ml' }, size: 100 } as object);
    expect(warn.mock.calls).toEqual([
      ['The option tags of "data" has no effect: write it in the arguments, before the options.'],
    ]);
    warn.mockRestore();
  });

  it('causes a warning if neither Pulumi nor another tool has it', () => {
    const warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue();
    new Volume('data', volume, { purpose: 'scratch' } as object);
    expect(warn.mock.calls).toEqual([[`The option purpose of "data" ${UNKNOWN}`]]);
    warn.mockRestore();
  });

  const refusal = (opts: object): string => {
    try {
      new Volume('data', volume, opts);
    } catch (error) {
      expect(error).toBeInstanceOf(pulumi.RunError);
      return (error as Error).message;
    }
    return '';
  };

  test.each([
    [{ protected: true }, `protected of "data" is not an option of Pulumi: did you mean protect?`],
    [{ protect: 'yes' }, 'protect of "data" must be true or false, not a string.'],
    [{ retainOnDelete: 0 }, 'retainOnDelete of "data" must be true or false, not a number.'],
    [{ alias: 'old' }, `alias of "data" is not an option of Pulumi: did you mean aliases?`],
    [
      { ignoreChanges: ['sise'] },
      'ignoreChanges of "data" names "sise", which is not a property: did you mean "size"?',
    ],
    [
      { replaceOnChanges: ['taggs.team'] },
      'replaceOnChanges of "data" names "taggs.team", which is not a property: did you mean "tags"?',
    ],
    [
      { ignoreChanges: ['mountCommand'] },
      'ignoreChanges of "data" has no effect on "mountCommand", which is an output: name inputs only.',
    ],
    [
      { replaceOnChanges: ['longTerm.startDate'] },
      'replaceOnChanges of "data" has no effect on "longTerm.startDate", which is an output: name inputs only.',
    ],
    [
      { additionalSecretOutputs: 'size' },
      'additionalSecretOutputs of "data" must be a list, not a string: put it in brackets, additionalSecretOutputs: [ … ]',
    ],
    [
      { import: 'abc' },
      'import of "data" is not supported: the engine cannot import resources of dynamic providers. Write adoptId: "abc" in the arguments to adopt it.',
    ],
    [
      { lifecycle: { preventDestroy: true } },
      'lifecycle of "data" is not an option of Pulumi: write protect: true for prevent_destroy, and ignoreChanges: [ … ] for ignore_changes.',
    ],
    [{ preventDestroy: true }, 'preventDestroy of "data" is not an option of Pulumi: write protect: true.'],
    [
      { skip_destroy: true },
      'skip_destroy of "data" is not an option of Pulumi: write retainOnDelete: true.',
    ],
    [
      { count: 3 },
      'count of "data" is not an option of Pulumi: create the resources in a loop of the program.',
    ],
    [
      { region: 'FIN-01' },
      'region of "data" is not an option of Pulumi: write locationCode in the arguments, before the options.',
    ],
    [{ parent: 'lab' }, 'parent of "data" must be a resource, not a string.'],
    [{ dependsOn: 'key' }, 'dependsOn of "data" must be a resource or a list of resources, not a string.'],
    [{ dependsOn: [{}] }, 'dependsOn of "data" must be a resource or a list of resources, not an object.'],
    [
      { aliases: 'old' },
      'aliases of "data" must be a list, not a string: write aliases: [{ name: "old name" }].',
    ],
    [
      { ignoreChanges: [1] },
      'ignoreChanges of "data" takes names of properties, not a number: write them as text.',
    ],
    [
      { replaceOnChanges: ['tags['] },
      'replaceOnChanges of "data" has "tags[", which is not a path: write it like "tags.team" or "volumes[0].size".',
    ],
    [
      { aliases: [{ parent: 'lab' }] },
      'aliases of "data" has the parent "lab", which is no resource and no URN.',
    ],
    [{ aliases: [1] }, 'aliases of "data" has a number: write the old URN, or { name: "old name" }.'],
    [
      { aliases: ['urn:pulumi:nonsense'] },
      'aliases of "data" has "urn:pulumi:nonsense", which is not a URN: write { name: "old name" }.',
    ],
    [{ transforms: () => undefined }, 'transforms of "data" must be a list of functions, not a function.'],
    [
      { transformations: [{}] },
      'transformations of "data" must be a list of functions, not a list with an object.',
    ],
    [{ aliases: ['old'] }, 'aliases of "data" has "old", which is not a URN: write { name: "old" }.'],
    [
      { aliases: [{ nme: 'old' }] },
      'aliases of "data" has an alias with nme, which Pulumi does not know: did you mean name?',
    ],
    [
      { aliases: [{ name: 'old', region: 'FIN-01' }] },
      'aliases of "data" has an alias with region, which Pulumi does not know: an alias has name, type, parent, stack, project.',
    ],
  ])('is refused if it is %j', (opts, words) => {
    expect(refusal(opts)).toBe(`The option ${words}`);
  });

  test('is refused if it depends on an id', () => {
    const key = new SshKey('me', { key: 'ssh-ed25519 AAAA' });
    expect(refusal({ dependsOn: [key.id] })).toBe(
      'The option dependsOn of "data" must be a resource or a list of resources, not the id of a resource: leave out .id.',
    );
  });

  test('is refused together with all other wrong options', () => {
    const opts = { protected: true, protect: 'yes', ignoreChanges: ['sise', 'taggs'] };
    expect(refusal(opts).split('\n')).toEqual([
      'The option protected of "data" is not an option of Pulumi: did you mean protect?',
      'The option protect of "data" must be true or false, not a string.',
      'The option ignoreChanges of "data" names "sise", which is not a property: did you mean "size"?',
      'The option ignoreChanges of "data" names "taggs", which is not a property: did you mean "tags"?',
    ]);
  });

  test.each([
    [{ ignoreChanges: ['size', 'tags.team', 'tags["team"]', '*', '["size"]', 'tags["a.b"]', 'tags[*]'] }],
    [{ ignoreChanges: ['tags["with \\"quotes\\""]', '["tags"].team', 'tags[0]["key"]'] }],
    [{ replaceOnChanges: ['type'], additionalSecretOutputs: ['mountCommand', 'size'] }],
    [{ lifecycle: undefined }],
    [
      {
        dependsOn: [],
        aliases: [{ name: 'old', type: 't', stack: 's', project: 'p' }, 'urn:pulumi:dev::test::type::old'],
        parent: undefined,
      },
    ],
    [{ dependsOn: Promise.resolve([]) }],
    [{ provider: undefined, import: undefined, ignoreChanges: undefined }],
  ])('is accepted if it is %j', (opts) => {
    expect(refusal(opts)).toBe('');
  });

  test('names the properties if none resembles the given one', () => {
    expect(refusal({ ignoreChanges: ['xylophone'] })).toMatch(
      /^The option ignoreChanges of "data" names "xylophone", which is not a property: name one of .*\bsize\b/,
    );
  });

  test('import is refused without advice where nothing can be adopted', () => {
    const args = { resourceId: 'i', resourceType: 'instance', key: 'team', value: 'vision' } as never;
    expect(() => new Tag('team', args, { import: 'abc' })).toThrow(
      /dynamic providers\. Remove the option\.$/,
    );
  });

  test('deletedWith is refused for billed resources, and accepted for others', () => {
    const key = new SshKey('me', { key: 'ssh-ed25519 AAAA' });
    expect(refusal({ deletedWith: key })).toContain(
      'The option deletedWith of "data" would leave the resource billed and unmanaged',
    );
    expect(() => {
      checkOptions({ name: 'SshKey', inputs: {}, outputs: {} }, 'other', { deletedWith: key });
    }).not.toThrow();
    expect(() => new SshKey('other', { key: 'ssh-ed25519 AAAA' }, { deletedWith: 'me' as never })).toThrow(
      'The option deletedWith of "other" must be a resource, not a string.',
    );
  });

  test('replaceOnChanges reaches the provider', async () => {
    const registered = await run();
    await valueOf(new Volume('data', volume, { replaceOnChanges: ['size'] }).urn);
    expect(registered.find(({ name }) => name === 'data')?.inputs).toMatchObject({
      __context: { __replaceOn: ['size'] },
    });
  });
});

describe('the arguments of a constructor', () => {
  const create = (...args: unknown[]) => {
    new Volume(...(args as [string, typeof volume]));
  };

  beforeEach(async () => {
    await run();
  });

  test.each([
    [[volume, volume], 'new Volume takes a name first: new Volume("my-name", { … }), not an object.'],
    [
      // Pulumi's text for an output.
      ['Calling [toString] on an [Output<T>] is not supported.', volume],
      'new Volume: the name contains an output, a promise or an object that was converted to a string. ' +
        'Pulumi needs the name before it knows any output: write plain text.',
    ],
    [['', volume], 'new Volume takes a name first: new Volume("my-name", { … }), not an empty string.'],
    [['data', 'NVMe'], 'new Volume("data", { … }) takes an object of arguments, not a string.'],
    [['data', []], 'new Volume("data", { … }) takes an object of arguments, not a list.'],
    [['data', () => volume], 'new Volume("data", { … }) takes an object of arguments, not a function.'],
    [
      ['data', Promise.resolve(volume)],
      'new Volume("data", { … }) takes an object of arguments, not a promise: wait for it with await.',
    ],
    [
      ['data', pulumi.output(volume)],
      'new Volume("data", { … }) takes an object of arguments, not an output: each argument may be an output.',
    ],
    [
      ['data', volume, 'protect'],
      'new Volume("data", { … }, { … }) takes an object of options, not a string.',
    ],
  ])('are refused with an explanation (case %#)', (args, message) => {
    expect(() => {
      create(...args);
    }).toThrow(new pulumi.RunError(message));
  });

  test('may be null, like omitted arguments', async () => {
    const registered = await run();
    for (const Resource of [Volume, Instance, Cluster])
      await valueOf(new Resource('empty', null as never, null as never).urn);
    expect(registered.filter(({ name }) => name === 'empty')).toHaveLength(3);
  });
});

test('the arguments have types by which the compiler checks the properties of replaceOn', () => {
  const right: InstanceArgs = { replaceOn: ['sshKeyIds', 'startupScriptId'] };
  // @ts-expect-error the name of no property
  const slip: InstanceArgs = { replaceOn: ['sshKeyIDs'] };
  expect([right, slip]).toHaveLength(2);
});
