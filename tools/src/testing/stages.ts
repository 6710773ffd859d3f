import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensurePulumi, putOnPath } from '../pulumi';
import { messageOf } from '../pulumiCli/run';
import { judgeJest } from './jestReport';
import { oneFailed, onePassed } from './tally';
import type { Tally } from './tally';

/** One step of `npm test`. */
export interface Stage {
  readonly name: string;
  /** Stages without whose success this one means nothing. */
  readonly needs: readonly string[];
  /** Prints what went wrong; never throws for a failed check. */
  run(env: NodeJS.ProcessEnv): Promise<Tally>;
}

const root = path.resolve(__dirname, '..', '..', '..');

/** All stages, in the order in which they are run: what is quick to fail comes first. */
export const stages: readonly Stage[] = [
  script('build'),
  script('lint'),
  script('lint:types', ['build']),
  script('lint:arrows'),
  script('lint:contract'),
  script('generate:check'),
  script('docs:check', ['build']),
  script('lint:package', ['build']),
  jest('unit', []),
  jest('contract', ['build']),
  { name: 'pulumi', needs: [], run: pulumi },
  jest('engine', ['build', 'pulumi']),
  jest('chaos', ['build', 'pulumi']),
];

/** A script of package.json, which passes or fails as one check. */
function script(name: string, needs: readonly string[] = []): Stage {
  return {
    name,
    needs,
    run: async (env) => {
      // npm names itself to its scripts; its file runs on every system without a shell.
      const npm = env['npm_execpath'];
      const code = await (npm === undefined
        ? start('npm', ['run', '--silent', name], env)
        : start(process.execPath, [npm, 'run', '--silent', name], env));
      if (code === 0) return onePassed;
      console.error(`npm run ${name} failed (exit code ${code ?? 'none'}).`);
      return oneFailed;
    },
  };
}

/** A project of the jest configuration, counted by its tests. */
function jest(project: string, needs: readonly string[]): Stage {
  return {
    name: project,
    needs,
    run: async (env) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'jest-report-'));
      try {
        const report = path.join(folder, 'report.json');
        // Nothing else is under way: the core that jest would leave free by default is one of few.
        const args = ['--selectProjects', project, '--maxWorkers=100%', '--json', `--outputFile=${report}`];
        const code = await start(process.execPath, [require.resolve('jest/bin/jest'), ...args], env);
        const { tally, complaint } = judgeJest(await readIfThere(report), code);
        if (complaint !== undefined) console.error(`The ${project} tests failed: ${complaint}.`);
        return tally;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Makes sure of the Pulumi CLI and puts it on the PATH of the stages to come. */
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

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}.`);
      resolve(null);
    });
    child.once('close', resolve);
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
