import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundlePlugin } from '../../../tools/dist/plugin/bundle';
import { buildSdks, compileNodejsSdk } from '../../../tools/dist/plugin/sdks';
import { withModule } from './programs';
import type { StackOptions } from './stack';

/** Makes a program of the package one of the native plugin. */
export type ForNative = (program: string) => Pick<StackOptions, 'program' | 'plugin'>;

/** Runs `work` with the native plugin and its SDK for Node.js, which are built in a temporary folder. */
export async function withNativePlugin<T>(work: (forNative: ForNative) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-bench-'));
  try {
    const plugin = path.join(folder, 'plugin');
    const sdks = path.join(folder, 'sdk');
    await bundlePlugin(plugin);
    await buildSdks(sdks, { java: false });
    const sdk = await compileNodejsSdk(sdks);
    return await work((program) => ({ program: withModule(program, sdk), plugin }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
