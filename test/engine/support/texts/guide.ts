// A page of the documentation, followed by a user: the files it shows are written, its commands run in a shell.
import path from 'node:path';
import { readPage } from '../../../../tools/src/docs/page';
import type { Block } from '../../../../tools/src/docs/page';
import { EmulatorProcess } from '../../../../tools/src/testing/emulatorProcess';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import { CloudComputeClient } from '../../../../api';
import { outputOf } from './commandOutput';
import { leftVolume } from '../stacks/leftVolume';

const root = path.resolve(__dirname, '..', '..', '..', '..');
const PORT = '8080';
const EMULATOR = /^(?:npx cloud-compute-emulator|npm run emulator --) (.*?)\s*(?:&\s*)?(?:#.*)?$/m;

/** Files that a page needs and does not show, because the page about the first steps shows them. */
const FILES: Readonly<Record<string, string>> = {
  'Pulumi.yaml': 'name: guide\nruntime: nodejs\n',
  'package.json': '{ "name": "guide", "main": "index.ts" }\n',
};

/** Options of the emulator for the parts of a page that describe them; its first command shows the shorter form. */
const MORE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  'docs/emulator.md': ['--machines-answer', '--machine-ports', 'ssh=2222,http=8000'],
};

/** The resources that a page needs in the cloud before its first line, by their placeholders on the page. */
const PREPARED: Readonly<
  Record<string, (emulator: EmulatorProcess) => Promise<Readonly<Record<string, string>>>>
> = {
  'docs/adoption.md': async (emulator) => ({ '5e7e…': String(await machine(emulator)) }),
  'docs/emulator.md': async (emulator) => ({
    '"ID"': JSON.stringify(await machine(emulator, { is_spot: true })),
  }),
  'docs/interrupted-runs.md': async (emulator) => ({ '3f2a9c1e-…': await orphan(emulator) }),
};

/**
 * What differs from a user's shell: the emulator runs already; the state is in the folder of the page; nothing asks for a
 * confirmation; and of an endless stream, one line is read.
 */
const SHELL = `
set -euo pipefail
curl() {
  case "$1" in
    -N) (command curl --silent "$@" || true) | head -n 1 | grep . ;;
    *) command curl --fail --silent --show-error "$@" ;;
  esac
}
pulumi() {
  if [ "$*" = "login --local" ]; then command pulumi login "$PULUMI_BACKEND_URL"; else command pulumi "$@"; fi
}
npx() {
  case "$1" in
    cloud-compute-emulator) : ;;
    *) command npx "$@" ;;
  esac
}
`;

/** Packages are linked, unless a test installs them. */
const LINKED = `
npm() {
  case "$*" in
    install*|"run emulator "*) : ;;
    "run --silent tools:pulumi") dirname "$(command -v pulumi)" ;;
    *) command npm "$@" ;;
  esac
}
npx() {
  case "$1" in
    cloud-compute-emulator) : ;;
    pulumi-cloud-compute) shift
      case "$*" in "orphans remove "*) set -- "$@" --yes ;; esac
      node ${JSON.stringify(path.join(root, 'dist', 'cli', 'index.js'))} "$@" ;;
    *) command npx "$@" ;;
  esac
}
`;

/** Where a page is followed with the packages that its commands install. */
export interface Installing {
  /** The folder of the page's files, which is empty. */
  readonly folder: ProgramFolder;
  /** The executable of the installed emulator. */
  readonly emulator: string;
  /** What the commands find the packages with. */
  readonly variables: NodeJS.ProcessEnv;
}

/**
 * Follows a page from its first line to its last, in a folder of its own, with an emulator of its own.
 *
 * @param installing without it, packages are linked.
 * @returns everything that the commands printed.
 * @throws Error if a command fails, if the output of a command differs from the page, or if something is left in
 * the cloud at the end.
 */
export async function follow(name: string, installing?: Installing): Promise<string> {
  const { blocks } = readPage(name);
  const flags = blocks.map(({ text }) => EMULATOR.exec(text)?.[1]).find((found) => found !== undefined);
  const given = (flags ?? '--time-scale 200').replace(/--port \d+/, '').split(/\s+/);
  const emulator = await EmulatorProcess.start(
    [...given.filter(Boolean), ...(MORE_OPTIONS[name] ?? []), '--check-replies'],
    installing?.emulator,
  );
  const folder = installing?.folder ?? (await ProgramFolder.create({ files: FILES }));
  try {
    const env = await folder.environment({
      CLOUD_COMPUTE_BASE_URL: emulator.url,
      CLOUD_COMPUTE_CLIENT_ID: 'emulator',
      CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
      PULUMI_SKIP_CONFIRMATIONS: 'true',
      // Another test compiles every program.
      PULUMI_NODEJS_TRANSPILE_ONLY: 'true',
    });
    Object.assign(env, installing?.variables);
    const values = {
      [`127.0.0.1:${PORT}`]: new URL(emulator.url).host,
      'file://~': String(env['PULUMI_BACKEND_URL']),
      ...(await PREPARED[name]?.(emulator)),
    };
    const filled = blocks.map((block) => ({ ...block, text: fill(block.text, values) }));
    const printed = await outputOf('bash', ['-c', SHELL + (installing ? '' : LINKED) + scriptOf(filled)], {
      cwd: folder.path,
      env,
    });
    const output = [...emulator.lines, printed].join('\n');
    mustSay(output, filled);
    await emulator.mustBeEmpty();
    return output;
  } finally {
    await emulator.stop();
    await folder.dispose();
  }
}

/** A page with the values of this run. A setting that the page shows as `…` comes from the environment. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  const open = text.replaceAll(/\b([A-Z_]+)=…/g, '$1="$$$1"');
  return Object.entries(values).reduce((filled, [shown, value]) => filled.replaceAll(shown, value), open);
}

/** A machine that somebody ordered in the console. @returns its id. */
const machine = (emulator: EmulatorProcess, more: object = {}): Promise<unknown> =>
  emulator.post('/v1/instances', {
    ...{ hostname: 'trainer', description: 'trainer', location_code: 'FIN-01' },
    ...{ instance_type: '1V100.6V', image: 'ubuntu-24.04', ...more },
  });

/** A volume that an interrupted run left two hours ago. */
async function orphan({ url }: EmulatorProcess): Promise<string> {
  const cloud = new CloudComputeClient({ baseUrl: url, clientId: 'emulator', clientSecret: 'emulator' });
  try {
    const id = await leftVolume(cloud, 'feedc0ffee00');
    await fetch(`${url}/_emulator/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds: 7_200 }),
    });
    return id;
  } finally {
    cloud.close();
  }
}

/** The page as one script: a block with the name of a file writes the file, a block of `sh` is run. */
function scriptOf(blocks: readonly Block[]): string {
  const steps = blocks.flatMap(({ file, language, text }) => {
    if (file !== undefined) return [`cat > ${file} <<'END_OF_FILE'\n${text}END_OF_FILE`];
    return language === 'sh' ? [text] : [];
  });
  // If a page uses Pulumi but creates no stack, it needs an existing one.
  const uses = (command: RegExp): boolean => steps.some((step) => command.test(step));
  const stack = uses(/^pulumi /m) && !uses(/^pulumi stack init /m) ? ['pulumi stack init dev'] : [];
  return [...stack, ...steps].join('\n');
}

/** Checks that each line of the `text` blocks was printed; `…` stands for anything. */
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
