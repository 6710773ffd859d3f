import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Contract } from '../contract/document';

/**
 * Copies the files that the compiler does not copy: the contract into the published packages, as data for the
 * emulator's `#openapi` and as types for its `#contract` and for the client; and the files of the emulator's
 * console.
 */
const root = join(__dirname, '..', '..', '..');
const built = join(root, 'emulator', 'dist');

for (const folder of [join(built, 'api'), join(root, 'dist', 'api')]) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'api', 'schema.d.ts'), join(folder, 'schema.d.ts'));
}
writeFileSync(join(built, 'openapi.json'), JSON.stringify(Contract.read().document));

// The pages of the console are served as they are written.
const pages = join('http', 'pages', 'console');
cpSync(join(root, 'emulator', 'src', pages), join(built, pages), {
  recursive: true,
  filter: (file) => !file.endsWith('tsconfig.json'),
});

// Older module resolution does not support `#contract`: the published declarations name the file itself.
for (const name of readdirSync(built, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = join(built, name);
  const text = readFileSync(file, 'utf8');
  if (!text.includes("'#contract'")) continue;
  const path = relative(dirname(file), join(built, 'api', 'schema'))
    .split(sep)
    .join('/');
  writeFileSync(file, text.replaceAll("'#contract'", `'${path.startsWith('.') ? path : `./${path}`}'`));
}
