// The languages of the native plugin: pages show a program in each, below the program for the package.
import type { ExampleLanguage } from './language';

/** A language of the native plugin. */
export interface PluginLanguage extends ExampleLanguage {
  /** Its name on a page. */
  readonly title: string;
  /** Its name in schema.json. */
  readonly inSchema: string;
}

export const PLUGIN_LANGUAGES: readonly PluginLanguage[] = [
  // The same classes as in the package; so it has programs only for what the package has beside them.
  { title: 'TypeScript, native plugin', inSchema: 'typescript', folder: 'nodejs', extension: 'ts' },
  { title: 'YAML', inSchema: 'yaml', folder: 'yaml', extension: 'yaml' },
  { title: 'Python', inSchema: 'python', folder: 'python', extension: 'py' },
  { title: 'Go', inSchema: 'go', folder: 'go', extension: 'go' },
  { title: 'Java', inSchema: 'java', folder: 'java', extension: 'java' },
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

/** The function or class of the package that does the same as a function of the plugin, e.g. `stackCost`. */
export const componentOf = (name: string): string =>
  name.replace(/^get./, (start) => start.slice(3).toLowerCase());

/**
 * How programs for the plugin call a data source, in sentences.
 *
 * @param isTaken whether the SDK for Go uses the usual name of its result for something else.
 */
export function callOf(name: string, isTaken: boolean): string {
  const inPython = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const inGo = name.replace(/^get/, isTaken ? 'Lookup' : 'Get');
  return (
    `With the [native plugin](../../plugin.md#sdks), it is the function \`cloud-compute:${name}\` in YAML, ` +
    `\`cloud.${inPython}_output\` in Python and \`cloud.${inGo}Output\` in Go. The property \`result\` of its answer is ` +
    'the result below.'
  );
}
