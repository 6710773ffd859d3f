import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * Puts the contract into the emulator's build, where the published package reads it: as data for `#openapi` and as
 * types for `#contract`.
 */
const root = join(__dirname, '..', '..');
const built = join(root, 'emulator', 'dist');

mkdirSync(join(built, 'api'), { recursive: true });
const document: unknown = parse(readFileSync(join(root, 'api', 'openapi.yaml'), 'utf8'));
writeFileSync(join(built, 'openapi.json'), JSON.stringify(document));
copyFileSync(join(root, 'api', 'schema.d.ts'), join(built, 'api', 'schema.d.ts'));
