import { readFileSync, writeFileSync } from 'node:fs';
import { startEmulator } from 'cloud-compute-emulator';
import { createEveryKind } from '../fuzz/everyKind';
import { signIn, useFolder } from './folder';

type Row = Record<string, unknown> & { phases: Record<string, unknown>[] };
interface Content {
  clock: Record<string, unknown>;
  tables: Record<string, Row[]>;
}

/** The first row of a table, which a test damages. */
const first = ({ tables }: Content, table: string): Row => {
  const [row] = tables[table] ?? [];
  if (row === undefined) throw new Error(`There are no ${table} in the file.`);
  return row;
};

describe('a snapshot with damaged content', () => {
  const folder = useFolder();
  let whole: string | undefined;

  /** A snapshot with every kind of row. */
  async function snapshot(): Promise<string> {
    const emulator = await folder.start();
    await createEveryKind(emulator, await signIn(emulator), 'kept');
    await emulator.close();
    return readFileSync(folder.file, 'utf8');
  }

  test.each<[string, (content: Content) => unknown, RegExp]>([
    [
      'an unknown type of a machine',
      (content) => (first(content, 'instances')['type'] = '1X1.1V'),
      /tables\.instances\[0\] \(\S+\): type has to be one of 1V100\.6V/,
    ],
    [
      'an unknown type of a volume',
      (content) => (first(content, 'volumes')['type'] = 'Tape'),
      /tables\.volumes\[0\] \(\S+\): type has to be one of HDD/,
    ],
    [
      'a date that is text',
      (content) => (first(content, 'scripts')['createdAt'] = 'yesterday'),
      /tables\.scripts\[0\] \(\S+\): createdAt has to be of type number/,
    ],
    [
      'a missing field',
      (content) => delete first(content, 'volumes')['size'],
      /tables\.volumes\[0\] \(\S+\): size is required/,
    ],
    [
      'an unknown status',
      (content) => Object.assign(first(content, 'clusters').phases[0] ?? {}, { status: 'dreaming' }),
      /tables\.clusters\[0\] \(\S+\): phases\[0\]\.status has to be one of/,
    ],
    [
      'a machine without a past',
      (content) => (first(content, 'instances').phases = []),
      /tables\.instances\[0\] \(\S+\): phases has at least 1 items/,
    ],
    [
      'a machine ahead of its plan',
      (content) => (first(content, 'instances')['entered'] = 99),
      /tables\.instances\[0\] \(\S+\): entered is beyond its 4 phases/,
    ],
    [
      'no networks',
      (content) => (content.tables['privateNetworks'] = []),
      /networkId names "pn_\S+", which is not/,
    ],
    [
      'no networks and no subnets',
      (content) =>
        Object.assign(content.tables, {
          privateNetworks: [],
          subnets: [],
          addressMappings: [],
          endpointBindings: [],
        }),
      /Project \S+ has no default network/,
    ],
    [
      'a cluster without its nodes',
      (content) => (content.tables['clusterNodes'] = []),
      /Cluster \S+ has no jump host/,
    ],
    [
      'a row of no project',
      (content) => (first(content, 'groups')['projectId'] = 'nobody'),
      /tables\.groups\[0\] \(\S+\): projectId names "nobody", which is not in tables\.projects/,
    ],
    [
      'an id twice',
      (content) => content.tables['scripts']?.push(first(content, 'scripts')),
      /tables\.scripts has an id twice/,
    ],
    [
      'a row without an id',
      (content) => delete first(content, 'tokens')['id'],
      /tables\.tokens\[0\]\.id is required/,
    ],
    [
      'a table that is not an array',
      (content) => Object.assign(content.tables, { volumes: 'none' }),
      /tables\.volumes has to be of type array/,
    ],
    ['an unknown table', (content) => (content.tables['ships'] = []), /tables\.ships is not known/],
    ['a clock out of range', (content) => (content.clock['now'] = 8e15), /clock\.now has to be <= /],
    [
      'a clock that is text',
      (content) => (content.clock['now'] = '2026'),
      /clock\.now has to be of type number/,
    ],
    ['a clock without a speed', (content) => (content.clock['scale'] = 0), /clock\.scale has to be > 0/],
  ])('is refused with the reason and the place, and is not changed: %s', async (_, damage, words) => {
    whole ??= await snapshot();
    const content = JSON.parse(whole) as Content;
    damage(content);
    const damaged = JSON.stringify(content);
    writeFileSync(folder.file, damaged);
    await expect(startEmulator({ snapshot: folder.file })).rejects.toThrow(words);
    expect(readFileSync(folder.file, 'utf8')).toBe(damaged);
  });
});
