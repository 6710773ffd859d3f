// The languages of the native plugin: pages show a program in each, below the program for the package.
import { go } from '../lookUps/go';
import { java } from '../lookUps/java';
import type { LookUp } from '../lookUps/lookUp';
import { python } from '../lookUps/python';
import { yaml } from '../lookUps/yaml';
import type { ExampleLanguage } from './language';

/** A language of the native plugin. */
export interface PluginLanguage extends ExampleLanguage {
  /** Its name on a page. */
  readonly title: string;
  /** Its name in schema.json. */
  readonly inSchema: string;
  /** Writes the program of a data source. */
  readonly lookUp?: (lookUp: LookUp) => string;
}

export const PLUGIN_LANGUAGES: readonly PluginLanguage[] = [
  // The same classes as in the package; so it has programs only for what the package has beside them, and for the pages
  // of the Registry.
  { title: 'TypeScript, native plugin', inSchema: 'typescript', folder: 'nodejs', extension: 'ts' },
  { title: 'YAML', inSchema: 'yaml', folder: 'yaml', extension: 'yaml', lookUp: yaml },
  { title: 'Python', inSchema: 'python', folder: 'python', extension: 'py', lookUp: python },
  { title: 'Go', inSchema: 'go', folder: 'go', extension: 'go', lookUp: go },
  { title: 'Java', inSchema: 'java', folder: 'java', extension: 'java', lookUp: java },
];

/** What takes the place of a component of the package, in sentences for its page. */
export const INSTEAD_OF_COMPONENTS: Readonly<Record<string, string>> = {
  Fleet:
    'The plugin has no `Fleet`: a loop declares the machines, with `awaitReady: false`, and an `InstancesReady` waits for ' +
    'all of them. YAML has no loops: each machine is a resource of its own. A host name of your own needs the index, ' +
    'e.g. `worker-0`.',
  stackCost:
    'The plugin has the function `getStackCost` in its place. It does not see the resources of the program, so the ' +
    'program gives it their prices.',
};

/** What the package does instead of a resource that only the plugin has, in sentences for its page. */
export const INSTEAD_OF_PLUGIN_RESOURCES: Readonly<Record<string, string>> = {
  OrphanRemoval:
    'Only the [native plugin](../../plugin.md#after-an-interrupted-run) has this resource: the package removes orphans ' +
    'at `pulumi destroy` without it. Declare one for each provider, before all billed resources.',
};

/** The function or class of the package that does the same as a function of the plugin, e.g. `stackCost`. */
export const componentOf = (name: string): string =>
  name.replace(/^get./, (start) => start.slice(3).toLowerCase());

/** What is different with the plugin on the page of a data source. */
export const RESULT_OF_PLUGIN =
  'Their functions answer with an object whose property `result` is the result below.';
