import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the output of deleted sources: an old `volume.js` would be loaded before `volume/index.js`. */
const root = join(__dirname, '..', '..', '..');
const outputs: readonly (readonly [output: string, sources: string])[] = [
  [join(root, 'dist'), root],
  [join(root, 'emulator', 'dist'), join(root, 'emulator', 'src')],
];
const COMPILED = /(\.d\.ts|\.js)(\.map)?$/;

for (const [output, sources] of outputs) {
  for (const name of readdirSync(output, { recursive: true, encoding: 'utf8' })) {
    const source = join(sources, name.replace(COMPILED, '.ts'));
    // The types of the contract and the scripts of the console are copied, not compiled.
    const isCopied = name.endsWith('schema.d.ts') || existsSync(join(sources, name));
    if (COMPILED.test(name) && !existsSync(source) && !isCopied) rmSync(join(output, name));
  }
}
