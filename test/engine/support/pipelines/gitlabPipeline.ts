// A pipeline file of GitLab. gitlab-ci-local checks it against GitLab's schema, evaluates its rules, and
// resolves the `extends` of its jobs; the scripts of the jobs run here.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { gitlabCiLocal } from '../../../../tools/src/cache/gitlabCiLocal';
import type { ShellRun } from './shell';

const execute = promisify(execFile);

type Variables = Readonly<Record<string, string>>;
type FileVariables = Readonly<Record<string, string | number>>;

interface Job {
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
  readonly variables?: FileVariables;
  readonly resource_group?: string;
}

/** When a job of a pipeline runs: `on_success`, `manual` or `never`. */
interface Listed {
  readonly name: string;
  readonly when: string;
}

/** The event that starts a pipeline, as GitLab's variables. */
export const branchPush = (branch: string): Variables => ({
  ...{ CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: branch, CI_COMMIT_REF_NAME: branch },
  CI_DEFAULT_BRANCH: 'main',
});

export const tagPush = (tag: string): Variables => ({
  ...{ CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG: tag, CI_COMMIT_REF_NAME: tag, CI_DEFAULT_BRANCH: 'main' },
});

export const mergeRequest = (branch: string): Variables => ({
  ...{ CI_PIPELINE_SOURCE: 'merge_request_event', CI_COMMIT_REF_NAME: branch, CI_DEFAULT_BRANCH: 'main' },
  ...{ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', CI_MERGE_REQUEST_IID: '7', CI_PROJECT_ID: '42' },
  CI_API_V4_URL: 'https://gitlab.example.com/api/v4',
});

export const schedule: Variables = { ...branchPush('main'), CI_PIPELINE_SOURCE: 'schedule' };

export class GitLabPipeline {
  private constructor(
    private readonly tool: string,
    private readonly folder: string,
    private readonly file: Readonly<Record<string, Job>> & { readonly variables: FileVariables },
    private readonly settings: Variables,
  ) {}

  /** @throws Error that names the differences from the schema of GitLab. */
  static async read(file: string, settings: Variables): Promise<GitLabPipeline> {
    const tool = await gitlabCiLocal();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-gitlab-'));
    await copyFile(file, path.join(folder, '.gitlab-ci.yml'));
    const git = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
    for (const args of [
      ['init', '--quiet', '--initial-branch', 'main'],
      ['remote', 'add', 'origin', 'git@gitlab.example.com:acme/machines.git'],
      [...git, 'commit', '--quiet', '--allow-empty', '--message', 'A commit'],
    ])
      await execute('git', args, { cwd: folder });
    const { stdout } = await execute(tool, ['--preview'], { cwd: folder });
    return new GitLabPipeline(tool, folder, parse(stdout) as GitLabPipeline['file'], settings);
  }

  /** The jobs that run by themselves, or the jobs that somebody has to start. */
  async jobs(event: Variables, when = 'on_success'): Promise<string[]> {
    const unset = ['CI_COMMIT_BRANCH', 'CI_COMMIT_TAG'].filter((name) => !(name in event));
    const { stdout } = await execute(
      this.tool,
      [
        '--list-json',
        ...Object.entries(event).flatMap(([name, value]) => ['--variable', `${name}=${value}`]),
        ...unset.flatMap((name) => ['--unset-variable', name]),
      ],
      { cwd: this.folder },
    );
    const listed = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as Listed[];
    return listed.flatMap((job) => (job.when === when ? [job.name] : []));
  }

  /** The resource group of a job: jobs of one group wait for each other. */
  group(name: string, event: Variables): string {
    return resolved(this.file[name]?.resource_group ?? '', { CI_COMMIT_REF_SLUG: slugOf(event) });
  }

  /**
   * Runs one job. GitLab ignores a failure of `after_script`; here it fails the test.
   *
   * @throws Error if the job fails.
   */
  async run(name: string, event: Variables, shell: ShellRun): Promise<string> {
    const job = this.file[name];
    if (!job) throw new Error(`There is no job ${name}.`);
    const given = { ...event, CI_COMMIT_REF_SLUG: slugOf(event) };
    const variables: Record<string, string> = {};
    // Variables of the project come before those of a job.
    for (const values of [given, this.file.variables, job.variables ?? {}, this.settings])
      for (const [key, value] of Object.entries(values))
        variables[key] = resolved(String(value), { ...given, ...this.settings });
    try {
      return await shell([...job.before_script, ...job.script].join('\n'), variables);
    } finally {
      if (job.after_script) await shell(job.after_script.join('\n'), variables);
    }
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

const slugOf = ({ CI_COMMIT_REF_NAME: name = '' }: Variables): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
    .slice(0, 63);

const resolved = (text: string, variables: Variables): string =>
  text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? '');
