import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { NEWEST_NODE, nodeFolder } from '../cache/node';
import { ensurePulumi, putOnPath } from '../pulumi';
import { messageOf } from '../pulumiCli/run';
import { judgeJest } from './jestReport';
import { oneFailed, onePassed } from './tally';
import type { Tally } from './tally';

/** One step of a test run. */
export interface Stage {
  readonly name: string;
  /** `rest`: only `npm run test:all` has it, `npm test` does not. */
  readonly tier?: 'rest';
  /**
   * Stages whose tests this stage runs too, so that they are not run with it. In CI this stage is part of `npm test`.
   */
  readonly covers?: readonly string[];
  /** Uses one core at most, so that another such stage may run at the same time. */
  readonly oneCore?: true;
  /** Stages that must succeed before this stage. */
  readonly needs: readonly string[];
  /**
   * Reports the failures, and never throws for a failed check. A stage of one core reports with `say`, because another
   * stage may print at the same time.
   */
  run(env: NodeJS.ProcessEnv, say: (text: string) => void): Promise<Tally>;
}

const root = path.resolve(__dirname, '..', '..', '..');

/** The stage that the tests in each folder of test/ need before them. */
const folders: Readonly<Record<string, readonly string[]>> = {
  unit: [],
  provider: [],
  contract: ['build'],
  engine: ['build', 'pulumi'],
  chaos: ['build', 'pulumi'],
  packages: ['build', 'pulumi'],
};

/** Folder names of tests that only `npm run test:all` runs; of the engine tests, `npm test` runs only `smoke`. */
const FULL = '/full/|/test/engine/(?!smoke/)|/test/packages/';
const withoutFull = ['--testPathIgnorePatterns', FULL];

const pulumiStage: Stage = { name: 'pulumi', needs: [], run: pulumi };

/** The stages before it use the Node.js of this computer, those after it the newest, which keeps compiled code. */
const newestNodeStage: Stage = { name: 'newest node', tier: 'rest', needs: [], run: newestNode };

/** All stages, in the order in which they are run: quick stages first. */
export const stages: readonly Stage[] = [
  script('build'),
  script('lint', ['build']),
  script('lint:types', ['build']),
  script('lint:arrows'),
  script('lint:contract'),
  script('generate:check', ['build']),
  jest('unit', [], ['--selectProjects', 'unit', ...withoutFull]),
  jest('provider', [], ['--selectProjects', 'provider', ...withoutFull]),
  {
    ...jest('test:coverage', [], ['--coverage', '--selectProjects', 'unit', 'provider', ...withoutFull]),
    tier: 'rest',
    covers: ['unit', 'provider'],
  },
  jest('contract', ['build'], ['--selectProjects', 'contract', ...withoutFull]),
  pulumiStage,
  jest('engine', ['build', 'pulumi'], ['--selectProjects', 'engine', ...withoutFull]),
  jest('chaos', ['build'], ['--selectProjects', 'chaos', ...withoutFull]),
  { ...script('lint:package', ['build']), tier: 'rest' },
  newestNodeStage,
  // Each of these tests waits for one process after the other: more of them than cores keep all cores busy.
  { ...jest('full', ['build', 'pulumi', newestNodeStage.name], [FULL], 1.5), tier: 'rest' },
];

/**
 * The stages that run only the tests at these paths: files, or folders of them.
 *
 * @throws Error that explains the problem of a path.
 */
export function stagesFor(paths: readonly string[]): readonly Stage[] {
  const patterns = new Map<string, string[]>();
  for (const given of paths) {
    const file = path.resolve(given);
    if (!existsSync(file)) throw new Error(`There is no file or folder ${given}.`);
    const [top, folder = '', ...rest] = path.relative(root, file).split(path.sep);
    if (top !== 'test' || !(folder in folders)) {
      const names = Object.keys(folders).map((name) => `test/${name}`);
      throw new Error(`${given} holds no tests: choose a file or folder in ${names.join(', ')}.`);
    }
    if (!holdsTests(file)) throw new Error(`${given} holds no tests: their names end in .test.ts.`);
    const pattern = `/${['test', folder, ...rest].join('/').replaceAll('.', '\\.')}(/|$)`;
    patterns.set(folder, [...(patterns.get(folder) ?? []), pattern]);
  }
  const tests = Object.entries(folders).flatMap(([folder, needs]) => {
    const wanted = patterns.get(folder);
    // The patterns come first: jest reads everything after --selectProjects as names of projects.
    return wanted ? [jest(folder, needs, [...wanted, '--selectProjects', folder])] : [];
  });
  const needed = new Set(tests.flatMap(({ needs }) => needs));
  return [...stages.filter(({ name }) => needed.has(name)), ...tests];
}

/** Whether it is a file of tests, or a folder with one. */
function holdsTests(file: string): boolean {
  const names = statSync(file).isDirectory() ? readdirSync(file, { recursive: true }) : [file];
  return names.some((name) => String(name).endsWith('.test.ts'));
}

/** A script of package.json, which passes or fails as one check. */
function script(name: string, needs: readonly string[] = []): Stage {
  return {
    name,
    needs,
    oneCore: true,
    run: async (env, say) => {
      // npm passes its own path to its scripts; that file runs on every system without a shell.
      const npm = env['npm_execpath'];
      const code = await (npm === undefined
        ? start('npm', ['run', '--silent', name], env, say)
        : start(process.execPath, [npm, 'run', '--silent', name], env, say));
      if (code === 0) return onePassed;
      say(`npm run ${name} failed (exit code ${code ?? 'none'}).`);
      return oneFailed;
    },
  };
}

/**
 * A run of jest, counted by its tests.
 *
 * @param perCore how many files run at once. Nothing else runs at the same time, so jest may use all cores; by default it
 * leaves one free.
 */
function jest(name: string, needs: readonly string[], selection: readonly string[], perCore = 1): Stage {
  const workers = Math.floor(os.availableParallelism() * perCore);
  return {
    name,
    needs,
    run: async (env) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'jest-report-'));
      try {
        const report = path.join(folder, 'report.json');
        const args = [...selection, `--maxWorkers=${String(workers)}`, '--json', `--outputFile=${report}`];
        // Each command of Pulumi loads the same modules. Node.js before version 22 ignores this folder.
        const withCache = { ...env, NODE_COMPILE_CACHE: path.join(folder, 'compiled') };
        const code = await start(process.execPath, [require.resolve('jest/bin/jest'), ...args], withCache);
        const { tally, complaint } = judgeJest(await readIfThere(report), code);
        if (complaint !== undefined) console.error(`The ${name} tests failed: ${complaint}.`);
        return tally;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Finds or installs the Pulumi CLI and adds it to the PATH of the following stages. */
async function pulumi(env: NodeJS.ProcessEnv): Promise<Tally> {
  try {
    const folder = await ensurePulumi({ env });
    putOnPath(env, folder);
    console.log(`Pulumi CLI: ${folder}`);
    return onePassed;
  } catch (error) {
    console.error(messageOf(error));
    return oneFailed;
  }
}

/** Installs the newest Node.js and adds it to the PATH of the following stages. */
async function newestNode(env: NodeJS.ProcessEnv): Promise<Tally> {
  try {
    putOnPath(env, await nodeFolder(NEWEST_NODE));
    return onePassed;
  } catch (error) {
    console.error(messageOf(error));
    return oneFailed;
  }
}

/** Runs a command. With `say`, its output is reported at its end; otherwise it is printed while the command runs. */
function start(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  say?: (text: string) => void,
): Promise<number | null> {
  return new Promise((resolve) => {
    const output = say ? 'pipe' : 'inherit';
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', output, output] });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}.`);
      resolve(null);
    });
    child.once('close', (code) => {
      const text = Buffer.concat(chunks).toString().trimEnd();
      if (text !== '') say?.(text);
      resolve(code);
    });
  });
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
