// The two ways into the package: dynamic resources and the native plugin. A test of both runs the same program.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PENDING } from '../../../../core/pendingTag';
import { pluginToken, typeToken } from '../../../../core/urn';
import { bundlePlugin } from '../../../../tools/src/plugin/bundle';
import { SCHEMA_CLASSES } from '../../../../tools/src/plugin/schemaClasses';

export interface Door {
  readonly name: 'dynamic' | 'native';
  /** The type of a resource, e.g. of `Volume`. */
  readonly typeOf: (kind: string) => string;
  /** The namespace of its settings in the configuration of a stack. */
  readonly namespace: string;
  /** The module that a program requires. */
  readonly module: string;
  /** The tags of what an `up` has just created, without the pending tag, which the native plugin removes later. */
  readonly tagsAfterUp: <T extends { readonly key: string }>(tags: readonly T[]) => readonly T[];
  /** Adds what a project needs to its folder. Returns more settings for its Pulumi.yaml. */
  readonly prepare: (folder: string) => Promise<object>;
}

export const dynamic: Door = {
  name: 'dynamic',
  typeOf: typeToken,
  namespace: 'cloudCompute',
  module: 'pulumi-cloud-compute',
  tagsAfterUp: (tags) => tags,
  prepare: () => Promise.resolve({}),
};

export const native: Door = {
  name: 'native',
  typeOf: pluginToken,
  namespace: 'cloud-compute',
  module: './sdk.js',
  // A plugin cannot see when the engine saves the state, so the next run that creates or updates something removes the
  // tags.
  tagsAfterUp: (tags) => tags.filter(({ key }) => key !== PENDING),
  prepare: async (folder) => {
    const plugin = path.join(folder, 'plugin');
    await bundlePlugin(plugin);
    await writeFile(path.join(folder, 'sdk.js'), SCHEMA_CLASSES);
    return { plugins: { providers: [{ name: 'cloud-compute', path: plugin }] } };
  },
};

/** For `describe.each`. */
export const doors: readonly Door[] = [dynamic, native];
