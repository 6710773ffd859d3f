import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A program that uses every entry of both packages. */
const program = `
  import * as pulumi from '@pulumi/pulumi';
  import * as cc from 'pulumi-cloud-compute';
  import { NotFoundError, client } from 'pulumi-cloud-compute/client';
  import * as provider from 'pulumi-cloud-compute/provider';
  import { startEmulator } from 'cloud-compute-emulator';

  const config = new pulumi.Config();
  const key = new cc.SshKey('me', { key: config.require('key') });
  const data = new cc.Volume('data', { size: 500, type: 'NVMe', locationCode: 'FIN-01' });
  const trainer = new cc.Instance('trainer', {
    instanceType: '1H100.80S.30V', image: 'ubuntu-24.04', locationCode: 'FIN-01', osVolume: { size: 100 },
    existingVolumes: [data.id], sshKeyIds: [key.id], tags: { team: 'research' },
  });
  export const ip: pulumi.Output<string | undefined> = trainer.ip.apply((value) => value ?? undefined);
  export const balance = cc.getBalanceOutput();
  export const found = cc.getVolumeOutput({ id: data.id });
  export const listed = cc.getVolumesOutput().apply((volumes) => volumes[0]);
  export const type = cc.getInstanceTypesOutput().apply((types) => types[0]);
  export const members = cc.getInstanceGroupOutput({ name: 'batch' }).instances;
  export const actions = cc.getJournalOutput().apply((all) => all.map(({ actionCode }) => actionCode));
  export const prices = cc.getVolumeTypesOutput().apply((types) => types.map(({ price }) => price));
  const api = client();
  export const services = { ...api };
  export const limits = api.announcedLimits();
  export const deployed = [api.instances.list(), api.volumes.list(), api.clusters.list(), api.instanceGroups.list()];
  export const accessible = [api.sshKeys.list(), api.scripts.list(), api.privateNetworks.list(), api.account.balance()];
  export const others: unknown[] = [client, NotFoundError, provider.instance, startEmulator];
`;

/**
 * The settings for modules that a program may have. `nodenext` is left out: it resolves as `node16`, and allows more.
 */
export const moduleSettings = {
  commonjs: { module: 'commonjs', esModuleInterop: true },
  node16: { module: 'node16' },
  'esnext with bundler': { module: 'esnext', moduleResolution: 'bundler' },
} as const;

/** As strict as a program may be; the types of all packages are checked too. */
const strictest = {
  ...{ target: 'es2020', strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
  // Declarations name the types of all exports.
  ...{ skipLibCheck: false, types: ['node'], noEmit: true, declaration: true },
};

/** The errors of the compiler of the project in `folder` for the program. */
export async function compile(folder: string, module: Readonly<Record<string, unknown>>): Promise<string> {
  await writeFile(path.join(folder, 'program.ts'), program);
  const config = path.join(folder, 'tsconfig.json');
  const compilerOptions = { ...strictest, ...module };
  await writeFile(config, JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const compiler = path.join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    return (await execute(process.execPath, [compiler, '--project', config])).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}
