// The index files that list what the files of a folder declare.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const HEADER = '// Generated from the files that it names by `npm run generate`; never edited.\n';

interface Declared {
  readonly name: string;
  /** Relative to the index file, as imports name it. */
  readonly file: string;
}

/** What the first group of a pattern finds in the files of folders, sorted by name. */
function declaredIn(around: string, folders: readonly string[], pattern: RegExp): Declared[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  return files
    .filter((file) => file.endsWith('.ts') && file !== path.join(around, 'index.ts'))
    .flatMap((file) => {
      const relative = path.posix.join(...path.relative(around, file).split(path.sep));
      const imported = relative.replace(/(\/index)?\.ts$/, '');
      const found = [...readFileSync(file, 'utf8').matchAll(pattern)];
      return found.map(([, name = '']) => ({
        name,
        file: imported.startsWith('.') ? imported : `./${imported}`,
      }));
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The types of the services, for api/services/index.ts. */
export const serviceIndex = (root: string): string => {
  const folder = path.join(root, 'api', 'services');
  const types = declaredIn(folder, [folder], /^export (?:class|interface|type) (\w+)/gm);
  return HEADER + types.map(({ name, file }) => `export type { ${name} } from '${file}';\n`).join('');
};

/** The resources, for provider/resources/index.ts. */
export const resourceIndex = (root: string): string => {
  const folder = path.join(root, 'provider', 'resources');
  const folders = [folder, path.join(root, 'provider', 'volumes')];
  const resources = declaredIn(folder, folders, /^export const (\w+) = defineResource\(/gm);
  return HEADER + resources.map(({ name, file }) => `export { ${name} } from '${file}';\n`).join('');
};
