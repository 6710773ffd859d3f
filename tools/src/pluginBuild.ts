// `npm run plugin:build`: builds the native provider plugin into plugin/dist.
import path from 'node:path';
import { messageOf } from './pulumiCli/run';
import { buildPlugin } from './plugin/build';

const root = path.resolve(__dirname, '..', '..');

buildPlugin(path.join(root, 'plugin', 'dist')).then(
  ({ folder, tarballs }) => {
    console.log(`The plugin is in ${path.relative(root, folder)}. Tarballs for plugin servers:`);
    for (const file of tarballs) console.log(`  ${path.relative(root, file)}`);
  },
  (error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  },
);
