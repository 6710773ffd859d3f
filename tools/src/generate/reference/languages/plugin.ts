// The languages of the native plugin: pages show a program in each, below the program for the package.
import type { ExampleLanguage } from './language';

export const PLUGIN_LANGUAGES: readonly (ExampleLanguage & { readonly title: string })[] = [
  { title: 'YAML', folder: 'yaml', extension: 'yaml' },
  { title: 'Python', folder: 'python', extension: 'py' },
];
