// `npm run plugin:build`: builds the native provider plugin and its SDKs into plugin/dist. With `-- --only PLATFORM`,
// e.g. linux-amd64, it builds the tarball of this platform only; `this` is the platform of this computer.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../pulumiCli/run';
import { CHECKSUMS, buildPlugin } from './build';
import type { Platform } from './runtimes';
import { PLATFORMS, thisPlatform } from './runtimes';
import { SDK_LANGUAGES, buildSdks } from './sdks';

const root = path.resolve(__dirname, '..', '..', '..');
const target = path.join(root, 'plugin', 'dist');
const shown = (file: string): string => path.relative(root, file);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const { folder, tarballs } = await buildPlugin(target, { platforms: platformsOf(values.only) });
  console.log(
    `The plugin is in ${shown(folder)}. Tarballs for plugin servers, and their checksums in ${CHECKSUMS}:`,
  );
  for (const file of tarballs) console.log(`  ${shown(file)}`);
  console.log('Generating the SDKs. The first time, this compiles their generators.');
  const sdks = path.join(target, 'sdk');
  await buildSdks(sdks);
  for (const language of SDK_LANGUAGES) console.log(`  ${shown(path.join(sdks, language))}`);
}

function platformsOf(only: string | undefined): readonly Platform[] {
  if (only === undefined) return PLATFORMS;
  const name = only === 'this' ? thisPlatform() : PLATFORMS.find((one) => one === only);
  if (name === undefined)
    throw new Error(
      `${only} in --only is not a platform of the plugin: write ${PLATFORMS.join(', ')}, or \`this\` on a computer of one.`,
    );
  return [name];
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
