import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * Puts the contract where the published packages read it: as data for the emulator's `#openapi`, and as types for its
 * `#contract` and for the client. The compiler leaves declarations that it did not make itself behind.
 */
const root = join(__dirname, '..', '..');
const built = join(root, 'emulator', 'dist');

const document: unknown = parse(readFileSync(join(root, 'api', 'openapi.yaml'), 'utf8'));
for (const folder of [join(built, 'api'), join(root, 'dist', 'api')]) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'api', 'schema.d.ts'), join(folder, 'schema.d.ts'));
}
writeFileSync(join(built, 'openapi.json'), JSON.stringify(document));
