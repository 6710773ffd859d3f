// Random programs whose machine keeps some of its volumes, of which most runs are killed or disturbed: each volume that is
// left was named.
import fc from 'fast-check';
import { playRandomly } from '../../support/histories';
import type { Declared } from '../../support/inProcessStack';
import { tags, volumesOf } from '../../support/randomProgram';
import { wasToldAbout } from '../../support/warnings';

jest.mock('../../../../provider/run/progress');

const keep = fc.constantFrom(true, false, undefined);
const editions = fc.record({
  isDeclared: fc.constantFrom(true, true, true, false),
  hostname: fc.constantFrom('trainer', 'trainer', 'worker'),
  powerState: fc.constantFrom('running', 'running', 'offline'),
  inline: fc.subarray(['scratch', 'cache']),
  more: fc.subarray(['more']),
  keep,
  keepOs: keep,
  // A hibernated machine keeps all of them.
  atDelete: fc.constantFrom('delete', 'keep', 'hibernate'),
  tags,
});
type Edition = typeof editions extends fc.Arbitrary<infer T> ? T : never;

/** @param inline the same for all editions. */
function programOf(
  { isDeclared, inline: _first, more, keep, keepOs, atDelete, tags, ...settings }: Edition,
  inline: readonly string[],
): Declared[] {
  const hibernate = atDelete === 'hibernate';
  const keepOf = (given?: boolean) => (given === undefined || hibernate ? {} : { keep: given });
  const machine = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
  const args = (idOf: (name: string) => string) => ({
    ...{ ...machine, ...settings, tags, allowShutdown: true, hibernate },
    ...(!hibernate && { keepVolumes: atDelete === 'keep' }),
    osVolume: { name: 'system', size: 50, ...keepOf(keepOs) },
    volumes: inline.map((name) => ({ name, size: 10, type: 'NVMe', tags, ...keepOf(keep) })),
    existingVolumes: more.map(idOf),
  });
  return isDeclared ? [...volumesOf(more), { kind: 'instance', name: 'trainer', needs: more, args }] : [];
}

const isNamed = (id: string) => wasToldAbout(id, /is kept|stays/);

it(
  'one up after killed runs makes the machine as the program says, and each volume that is left was named',
  () =>
    playRandomly(editions, 20, () => {
      jest.clearAllMocks();
      let inline: readonly string[] | undefined;
      return {
        programOf: (edition: Edition) => programOf(edition, (inline ??= edition.inline)),
        differences: () => [],
        isNamed,
      };
    }),
  600_000,
);
