// What the compiler accepts as inputs, and what an editor suggests for them. `npm run lint:types` compiles this file.
import path from 'node:path';
import ts from 'typescript';
import type { ClusterArgs, FleetInstanceArgs, InstanceArgs, VolumeArgs } from '../../../../sdk';
import { getTrashOutput } from '../../../../sdk';

const keys = ['key-1', 'key-2'] as const;
const places: readonly string[] = ['FIN-02'];

test('lists that cannot be changed, and any text for a name of the catalogue, are accepted', () => {
  const anyText: string = 'another';
  const instance = {
    ...{ instanceType: 'NEW.1', image: anyText, locationCode: 'MOON-01', replaceOn: ['image'] },
    ...{ sshKeyIds: keys, existingVolumes: keys, fallbackLocationCodes: places },
    volumes: [{ name: 'data', size: 10, type: 'NVMe' }],
  } as const satisfies InstanceArgs;
  const cluster = {
    clusterType: 'NEW',
    image: 'new',
    locationCode: 'FIN-01',
    sshKeyIds: keys,
  } satisfies Partial<ClusterArgs>;
  const volume = { size: 1, type: 'NVMe', locationCode: anyText, instanceIds: keys } satisfies VolumeArgs;
  const machine: FleetInstanceArgs = instance;
  expect([instance, cluster, volume, machine]).toHaveLength(4);
  expect(getTrashOutput).toBeInstanceOf(Function);
});

describe('an editor', () => {
  test('suggests the known types, images and locations', () => {
    const expected: readonly (readonly [line: string, name: string])[] = [
      [`new cc.Instance('a', { instanceType: '|' });`, '1H100.80S.30V'],
      [`new cc.Instance('a', { image: '|' });`, 'ubuntu-24.04'],
      [`new cc.Cluster('a', { clusterType: '|' } as cc.ClusterArgs);`, '16H100'],
      [`new cc.Instance('a', { fallbackLocationCodes: ['|'] });`, 'FIN-01'],
      [`cc.getInstanceTypeAvailability({ instanceType: '|' });`, '1H100.80S.30V'],
      [`cc.getClusterImagesOutput({ clusterType: '|' });`, '16H100'],
      [`cc.getCheapestInstanceType({ locationCodes: ['|'] });`, 'FIN-01'],
      [`cc.getTrash({ locationCode: '|' });`, 'FIN-01'],
    ];
    const file = path.join(__dirname, 'program.ts');
    const marked = [`import * as cc from '../../../../sdk';`, ...expected.map(([line]) => line)].join('\n');
    const text = marked.replaceAll('|', '');
    const service = ts.createLanguageService({
      getCompilationSettings: () => ({ strict: true, module: ts.ModuleKind.NodeNext, skipLibCheck: true }),
      getScriptFileNames: () => [file],
      getScriptVersion: () => '1',
      getScriptSnapshot: (name) => {
        const content = name === file ? text : ts.sys.readFile(name);
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
      },
      getCurrentDirectory: () => __dirname,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (name) => name === file || ts.sys.fileExists(name),
      readFile: (name) => (name === file ? text : ts.sys.readFile(name)),
      directoryExists: (name) => ts.sys.directoryExists(name),
    });
    const marks = [...marked.matchAll(/\|/g)].map(({ index }, before) => index - before);
    const suggested = marks.map((mark) =>
      service.getCompletionsAtPosition(file, mark, {})?.entries.map(({ name }) => name),
    );
    expect(suggested).toEqual(expected.map(([, name]) => expect.arrayContaining([name]) as unknown));
  });
});
