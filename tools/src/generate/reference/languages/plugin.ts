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
];
