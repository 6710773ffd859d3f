import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Writes the provider as one file, because Node.js needs longer to find 250 files than to run them. */
const folder = join(__dirname, '..', '..', '..', 'dist', 'provider');

buildSync({
  entryPoints: [join(folder, 'index.js')],
  // The file does not end in `.js`, because `removeStaleOutput` removes scripts without a source.
  outfile: join(folder, 'index.cjs'),
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
});
