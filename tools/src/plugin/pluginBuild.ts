// `npm run plugin:build`: builds the native provider plugin and its SDKs into plugin/dist.
import path from 'node:path';
import { messageOf } from '../pulumiCli/run';
import { buildPlugin } from './build';
import { SDK_LANGUAGES, buildSdks } from './sdks';

const root = path.resolve(__dirname, '..', '..', '..');
const target = path.join(root, 'plugin', 'dist');
const shown = (file: string): string => path.relative(root, file);

async function main(): Promise<void> {
  const { folder, tarballs } = await buildPlugin(target);
  console.log(`The plugin is in ${shown(folder)}. Tarballs for plugin servers:`);
  for (const file of tarballs) console.log(`  ${shown(file)}`);
  console.log('Generating the SDKs. The first time, this compiles their generators.');
  const sdks = path.join(target, 'sdk');
  await buildSdks(sdks);
  for (const language of SDK_LANGUAGES) console.log(`  ${shown(path.join(sdks, language))}`);
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
