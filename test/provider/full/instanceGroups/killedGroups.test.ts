// Random programs with a group, its members, a key and a script, of which most runs are killed or disturbed.
import fc from 'fast-check';
import type { Compared } from '../../support/histories';
import { playRandomly } from '../../support/histories';
import type { Declared } from '../../support/inProcessStack';
import { tags, volumesOf } from '../../support/randomProgram';

jest.mock('../../../../provider/run/progress');

const editions = fc.record({
  declares: fc.subarray(['group', 'group', 'member', 'member', 'second', 'key', 'script'], { minLength: 1 }),
  script: fc.constantFrom('true', 'true', 'false'),
  osSize: fc.constantFrom(50, 50, 60),
  tags,
  more: fc.subarray(['scratch']),
  hibernate: fc.constantFrom(false, false, true),
});
type Edition = typeof editions extends fc.Arbitrary<infer T> ? T : never;
const MEMBERS = ['member', 'second'];
const PLACE = { locationCode: 'FIN-01' } as const;
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';

function programOf(edition: Edition): Declared[] {
  const has = (name: string) => edition.declares.includes(name);
  const key: Declared = { kind: 'sshKey', name: 'key', needs: [], args: () => ({ key: KEY }) };
  const script: Declared = {
    kind: 'startupScript',
    name: 'script',
    needs: [],
    args: () => ({ script: edition.script }),
  };
  const group: Declared = {
    ...{ kind: 'instanceGroup', name: 'group', needs: ['key', 'script'].filter(has) },
    args: (idOf) => ({
      ...{ ...PLACE, instanceType: 'CPU.4V.16G' },
      template: {
        ...{
          image: 'ubuntu-24.04',
          osVolume: { size: edition.osSize },
          sshKeyIds: has('key') ? [idOf('key')] : [],
        },
        ...(has('script') && { startupScriptId: idOf('script') }),
      },
    }),
  };
  const moreOf = (name: string) => edition.more.map((one) => `${name}-${one}`);
  const member = (name: string): Declared => ({
    ...{ kind: 'instance', name, needs: ['group', ...moreOf(name)] },
    args: (idOf) => ({
      ...{
        hostname: name,
        instanceGroupId: idOf('group'),
        tags: edition.tags,
        allowShutdown: true,
        hibernate: false,
      },
      volumes: [{ name: 'local', size: 10, type: 'NVMe' }],
      existingVolumes: moreOf(name).map(idOf),
    }),
  });
  const members = has('group') ? MEMBERS.filter(has) : [];
  return [
    ...[key, script, group].filter(({ name }) => has(name)),
    ...members.flatMap((name) => [...volumesOf(moreOf(name)), member(name)]),
  ];
}

/** The members that are in no group, or do not run. */
async function differences({ stack, idOf, argsOf }: Compared): Promise<unknown[]> {
  const members = [...argsOf.keys()].filter((name) => MEMBERS.includes(name));
  if (members.length === 0) return [];
  const { instances } = await stack.cloud.instanceGroups.get(idOf('group'));
  const machines = await Promise.all(members.map((name) => stack.cloud.instances.get(idOf(name))));
  return machines.filter(
    ({ id, status }) => status !== 'running' || !instances.some((member) => member.id === id),
  );
}

it(
  'one up after killed runs makes the members of a group as the program says, and destroy leaves nothing',
  () => playRandomly(editions, 20, () => ({ programOf, differences })),
  600_000,
);
