// The shell blocks of a pipeline file, one job at a time. Nothing here decides which event starts a job.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { gitlabPreview } from './gitlabPreview';
import type { ShellRun } from './shell';

type Declared = Readonly<Record<string, string | number>>;
export type Variables = Readonly<Record<string, string>>;

export interface Block {
  readonly script: string;
  /** The variables that the file sets for it. */
  readonly env: Declared;
  /** Whether it also runs after a failure. */
  readonly always: boolean;
}

/** What a job runs, and the environment whose secrets it gets. */
export interface PipelineJob {
  readonly environment: string;
  readonly blocks: readonly Block[];
  /** Whether its blocks also see all variables of the project and the event. */
  readonly seesAll: boolean;
}

type Environment = string | { readonly name: string };

const nameOf = (environment: Environment = '', given: Variables): string =>
  valueOf(typeof environment === 'string' ? environment : environment.name, given);

interface Workflow {
  readonly env?: Declared;
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

interface WorkflowJob {
  readonly environment?: Environment;
  readonly env?: Declared;
  readonly steps: readonly Step[];
}

interface Step {
  readonly if?: string;
  readonly run?: string;
  readonly env?: Declared;
}

/** A job in a workflow file of GitHub. `given` has the values of its matrix, by their names. */
export function githubJob(file: string, name: string, given: Variables): PipelineJob {
  const { env, jobs } = parse(readFileSync(file, 'utf8'), { merge: true }) as Workflow;
  const job = jobs[name];
  const blocks = (job?.steps ?? []).flatMap((step) =>
    step.run === undefined
      ? []
      : [{ script: step.run, env: { ...env, ...job?.env, ...step.env }, always: step.if !== undefined }],
  );
  return { environment: nameOf(job?.environment, given), blocks, seesAll: false };
}

interface Job {
  readonly environment?: Environment;
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
  readonly variables?: Declared;
}

/** A job in a pipeline file of GitLab. */
export async function gitlabJob(file: string, name: string, given: Variables): Promise<PipelineJob> {
  const jobs = parse(await gitlabPreview(file)) as Readonly<Record<string, Job>> & { variables: Declared };
  const job = jobs[name];
  if (job === undefined) return { environment: '', blocks: [], seesAll: true };
  const env = { ...jobs.variables, ...job.variables };
  const blocks = [
    { script: [...job.before_script, ...job.script].join('\n'), env, always: false },
    ...(job.after_script ? [{ script: job.after_script.join('\n'), env, always: true }] : []),
  ];
  return { environment: nameOf(job.environment, given), blocks, seesAll: true };
}

/**
 * Runs the blocks of a job one after the other. `given` has the secrets and variables of the project. It also has, by its name,
 * each variable whose value in the file is any other expression.
 *
 * @throws Error of the first block that fails, after the blocks that run nevertheless.
 */
export async function runBlocks(job: PipelineJob, given: Variables, shell: ShellRun): Promise<void> {
  const { blocks, seesAll } = job;
  expect(blocks).not.toEqual([]);
  let failure: unknown;
  for (const { script, env, always } of blocks) {
    // GitHub would run a value in the text of a script as code, so the file has to pass it in a variable.
    expect(script).not.toContain('${{');
    if (failure !== undefined && !always) continue;
    try {
      await shell(script, valuesOf(seesAll ? { ...given, ...env } : env, given));
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure as Error;
}

const valuesOf = (env: Declared, given: Variables): Variables =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, given[name] ?? valueOf(String(value), given)]),
  );

const valueOf = (text: string, given: Variables): string =>
  text.replaceAll(
    /\$\{\{ (?:secrets|vars|matrix)\.(\w+) \}\}|\$\{\{.*?\}\}|\$(\w+)/g,
    (found, setting: string | undefined, variable: string | undefined) => {
      const value = given[setting ?? variable ?? ''];
      if (value === undefined) throw new Error(`The test gives no value for ${found}.`);
      return value;
    },
  );
