// The shell blocks of the pipelines of docs/gitops.md, from the first push of a branch to its deletion. Jobs that only
// read have read-only credentials.
import path from 'node:path';
import type { PipelineJob, Variables } from '../../support/pipelines/blocks';
import { githubJob, gitlabJob, runBlocks } from '../../support/pipelines/blocks';
import { Runner } from '../../support/pipelines/shell';
import { TwoClients } from '../../support/pipelines/twoClients';

jest.setTimeout(600_000);

const folder = path.resolve(__dirname, '..', '..', '..', '..', 'examples', 'pipelines');
const BRANCH = 'feature/Two_Workers';

type Job = 'deploy' | 'preview' | 'remove' | 'mend' | 'drift' | 'drift-of-production' | 'plan' | 'promote';

const githubJobs: Readonly<Record<Job, readonly [file: string, job: string, matrix?: Variables]>> = {
  deploy: ['environments.yml', 'deploy'],
  preview: ['environments.yml', 'preview'],
  remove: ['environments.yml', 'remove'],
  mend: ['environments.yml', 'mend'],
  drift: ['drift.yml', 'drift', { stack: 'main', environment: 'preview' }],
  'drift-of-production': ['drift.yml', 'drift', { stack: 'production', environment: 'production-plan' }],
  plan: ['promote.yml', 'plan'],
  promote: ['promote.yml', 'apply'],
};

interface Service {
  /** A job, and the variables that it gets beside those of the event. */
  readonly job: (job: Job, given: Variables) => Promise<PipelineJob & { readonly given?: Variables }>;
  readonly push: (branch: string) => Variables;
  /** A request to merge the branch into main. */
  readonly request: Variables;
  readonly settings: Variables;
  readonly comment: readonly [command: 'gh' | 'curl', sent: string];
}

const github: Service = {
  job: (job) => {
    const [file, name, given = {}] = githubJobs[job];
    return Promise.resolve({ ...githubJob(path.join(folder, 'github', file), name, given), given });
  },
  push: (branch) => ({ BRANCH: branch }),
  request: { BRANCH: 'main', NUMBER: '7', GH_TOKEN: 'token-of-github' },
  settings: { PULUMI_ACCESS_TOKEN: '', MAIN: 'main' },
  comment: ['gh', 'token-of-github pr comment 7 --edit-last --create-if-none --body-file comment.md'],
};

const gitlab: Service = {
  job: (job, given) => gitlabJob(path.join(folder, 'gitlab', '.gitlab-ci.yml'), job, given),
  push: (branch) => ({ CI_COMMIT_REF_NAME: branch }),
  request: {
    ...{ CI_COMMIT_REF_NAME: BRANCH, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' },
    ...{ CI_MERGE_REQUEST_IID: '7', CI_PROJECT_ID: '42', CI_API_V4_URL: 'https://gitlab.example.com/api/v4' },
  },
  settings: {
    ...{ GITLAB_COMMENT_TOKEN: 'token-of-gitlab', CI_DEFAULT_BRANCH: 'main' },
    CI_REPOSITORY_URL: 'https://gitlab.example.com/acme/machines.git',
  },
  comment: [
    'curl',
    'PRIVATE-TOKEN: token-of-gitlab --data-urlencode body@comment.md https://gitlab.example.com/api/v4/projects/42/merge_requests/7/notes',
  ],
};

let cloud: TwoClients;
let runner: Runner;
beforeEach(async () => {
  cloud = await TwoClients.start();
  runner = await Runner.start('branch-environment');
});
afterEach(async () => {
  await runner.dispose();
  await cloud.close();
});

test.each([
  ['GitHub', github],
  ['GitLab', gitlab],
])('the blocks for %s deploy, preview, remove and promote stacks, and find drift', async (_name, service) => {
  const settings = { ...service.settings, CLOUD_COMPUTE_BASE_URL: cloud.emulator.url };
  const run = async (job: Job, event: Variables = service.push('main')) => {
    const found = await service.job(job, { ...settings, ...event });
    const given = { ...settings, ...event, ...found.given, ...cloud.secretsOf(found.environment) };
    await runBlocks(found, given, runner.shell);
  };

  await run('deploy');
  expect(await runner.stacks()).toEqual(['main']);
  expect(await cloud.hostnames()).toEqual(['main-worker-0']);

  await runner.edit('workers: 1', 'workers: 2');
  await run('deploy', service.push(BRANCH));
  const name = /^feature-two-workers-[0-9a-f]{6}$/;
  const [stack = '', ...others] = await runner.stacks();
  expect([stack, ...others]).toEqual([expect.stringMatching(name), 'main']);
  // Only main has no end.
  expect(await runner.config(stack)).toMatch(/maxHourlyCost: "5"\n.*maxRunDuration: 3d/);
  expect(await runner.config('main')).not.toContain('maxRunDuration');
  const before = await cloud.hostnames();
  expect(before).toHaveLength(3);

  await run('preview', service.request);
  const comment = await runner.comment();
  expect(comment).toContain('### Preview of `main`');
  expect(comment).toMatch(/\+ 2 to create/);
  expect(comment).toContain('worker-1');
  expect(comment).not.toMatch(/other credentials|error:/);
  const [command, sent] = service.comment;
  expect(await runner.calls(command)).toContain(sent);
  expect(await cloud.hostnames()).toEqual(before);

  // A failed preview is also a comment, and fails the job.
  await runner.edit("instanceType: '1V100.6V'", "instanceType: '1V100.7V'");
  await expect(run('preview', service.request)).rejects.toThrow(/ended with/);
  expect(await runner.comment()).toMatch(/1V100\.7V.*did you mean "1V100\.6V"/s);
  await runner.edit("instanceType: '1V100.7V'", "instanceType: '1V100.6V'");

  await run('mend');
  expect(await cloud.hostnames()).toEqual([...before, 'main-worker-1'].sort());
  await run('remove', service.push(BRANCH));
  expect(await cloud.hostnames()).toEqual(['main-worker-0', 'main-worker-1']);
  expect(await runner.stacks()).toEqual(['main']);

  // Production gets exactly the approved plan.
  await run('plan');
  await run('promote');
  expect(await runner.stacks()).toEqual(['main', 'production']);
  expect(await cloud.hostnames()).toEqual([
    ...['main-worker-0', 'main-worker-1', 'production-worker-0', 'production-worker-1'],
  ]);

  // A program that was not promoted yet is no drift.
  await runner.edit('dataSize: 50', 'dataSize: 60');
  await run('drift');
  await cloud.switchOff('production-worker-0');
  await expect(run('drift-of-production')).rejects.toThrow(/no changes were expected/);
  expect(cloud.changesOfReader()).toEqual([]);
});
