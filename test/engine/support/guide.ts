// A page of the documentation, followed by a user: the files it shows are written, its commands run in a shell.
import path from 'node:path';
import { readPage } from '../../../tools/src/docs/page';
import type { Block } from '../../../tools/src/docs/page';
import { EmulatorProcess } from '../../../tools/src/testing/emulatorProcess';
import { ProgramFolder } from '../../../tools/src/testing/programFolder';
import { outputOf } from './commandOutput';

const root = path.resolve(__dirname, '..', '..', '..');
const PORT = '8080';
const EMULATOR = /^npx cloud-compute-emulator (.*?)\s*&?$/m;

/** What a page needs and does not show, because the page about the first steps does. */
const FILES: Readonly<Record<string, string>> = {
  'Pulumi.yaml': 'name: guide\nruntime: nodejs\n',
  'package.json': '{ "name": "guide", "main": "index.ts" }\n',
};

/**
 * Packages are installed by the tests of the packages; here they are linked. The emulator runs already. The state is in
 * the folder of the page.
 */
const SHELL = `
set -euo pipefail
npm() { if [ "$1" = install ]; then :; else command npm "$@"; fi; }
pulumi() {
  if [ "$*" = "login --local" ]; then command pulumi login "$PULUMI_BACKEND_URL"; else command pulumi "$@"; fi
}
npx() {
  case "$1" in
    cloud-compute-emulator) : ;;
    pulumi-cloud-compute) shift; node ${JSON.stringify(path.join(root, 'dist', 'cli', 'index.js'))} "$@" ;;
    *) command npx "$@" ;;
  esac
}
`;

/**
 * Follows a page from its first line to its last, in a folder of its own, with an emulator of its own.
 *
 * @returns everything that the commands printed.
 * @throws Error if a command fails, if a command prints something else than the page says, or if something is left in
 * the cloud at the end.
 */
export async function follow(name: string): Promise<string> {
  const { blocks } = readPage(name);
  const flags = blocks.map(({ text }) => EMULATOR.exec(text)?.[1]).find((found) => found !== undefined);
  const given = (flags ?? '--time-scale 200').replace(/--port \d+/, '').split(/\s+/);
  const emulator = await EmulatorProcess.start([...given.filter(Boolean), '--check-replies']);
  const folder = await ProgramFolder.create({ files: FILES });
  try {
    const env = await folder.environment({
      CLOUD_COMPUTE_BASE_URL: emulator.url,
      CLOUD_COMPUTE_CLIENT_ID: 'emulator',
      CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
      PULUMI_SKIP_CONFIRMATIONS: 'true',
      // A test of its own compiles every program.
      PULUMI_NODEJS_TRANSPILE_ONLY: 'true',
    });
    const script = scriptOf(blocks).replaceAll(`127.0.0.1:${PORT}`, new URL(emulator.url).host);
    const output = await outputOf('bash', ['-c', script], { cwd: folder.path, env });
    mustSay(output, blocks);
    await emulator.mustBeEmpty();
    return output;
  } finally {
    await emulator.stop();
    await folder.dispose();
  }
}

/** The page as one script: a block with the name of a file writes it, a block of `sh` runs. */
function scriptOf(blocks: readonly Block[]): string {
  const steps = blocks.flatMap(({ file, language, text }) => {
    if (file !== undefined) return [`cat > ${file} <<'END_OF_FILE'\n${text}END_OF_FILE`];
    return language === 'sh' ? [text] : [];
  });
  return [SHELL, ...steps].join('\n');
}

/** Each line of the blocks of `text` is printed; `…` stands for anything. */
function mustSay(output: string, blocks: readonly Block[]): void {
  const printed = output.replaceAll(/\s+/g, ' ');
  for (const { language, text, line } of blocks) {
    if (language !== 'text') continue;
    for (const wanted of text.split('\n').filter((one) => one.trim() !== '')) {
      const parts = wanted.trim().split('…').map(literally);
      if (!new RegExp(parts.join('.*')).test(printed))
        throw new Error(`The block at line ${String(line)} says "${wanted}"; printed was:\n${output}`);
    }
  }
}

const literally = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
