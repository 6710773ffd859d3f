// The GitLab pipeline of docs/gitops.md, from the first push of a branch to its deletion.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  GitLabPipeline,
  branchPush,
  mergeRequest,
  schedule,
  tagPush,
} from '../../support/pipelines/gitlabPipeline';
import { Runner } from '../../support/pipelines/shell';
import { TwoClients } from '../../support/pipelines/twoClients';

jest.setTimeout(600_000);

const FILE = path.resolve(
  __dirname,
  '..',
  '..',
  '..',
  '..',
  'examples',
  'pipelines',
  'gitlab',
  '.gitlab-ci.yml',
);
const BRANCH = 'feature/Two_Workers';

let cloud: TwoClients;
let runner: Runner;
let pipeline: GitLabPipeline;
beforeAll(async () => {
  cloud = await TwoClients.start();
  runner = await Runner.start('branch-environment');
  pipeline = await GitLabPipeline.read(FILE, {
    ...cloud.secrets,
    ...{ CLOUD_COMPUTE_BASE_URL: cloud.emulator.url, GITLAB_COMMENT_TOKEN: 'token-of-gitlab' },
  });
});
afterAll(async () => {
  await pipeline.dispose();
  await runner.dispose();
  await cloud.close();
});

const run = (job: string, event: Readonly<Record<string, string>>) => pipeline.run(job, event, runner.shell);

test('a file that does not match the schema of GitLab is refused', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-gitlab-'));
  try {
    const file = path.join(folder, 'wrong.yml');
    await writeFile(file, 'a:\n  script: [b]\n  resource_groups: c\n');
    await expect(GitLabPipeline.read(file, {})).rejects.toThrow(/resource_groups/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('each event starts its jobs; a tag starts none', async () => {
  const events = [branchPush(BRANCH), branchPush('main'), mergeRequest(BRANCH), schedule, tagPush('v1')];
  expect(await Promise.all(events.map((event) => pipeline.jobs(event)))).toEqual([
    ...[['deploy'], ['deploy', 'plan'], ['preview'], ['drift'], []],
  ]);
  expect(await Promise.all(events.map((event) => pipeline.jobs(event, 'manual')))).toEqual([
    ...[['remove'], ['remove', 'promote'], [], [], []],
  ]);
});

test('the jobs of one branch are in one resource group, and each branch has its own group', () => {
  const groups = (['deploy', 'remove'] as const).map((job) => pipeline.group(job, branchPush(BRANCH)));
  const all = [...groups, pipeline.group('preview', mergeRequest(BRANCH))];
  expect(new Set(all)).toEqual(new Set(['environment-feature-two-workers']));
  expect(pipeline.group('drift', schedule)).toBe(pipeline.group('deploy', branchPush('main')));
});

test('a branch is deployed, previewed, merged and removed', async () => {
  await run('deploy', branchPush('main'));
  await runner.edit('workers: 1', 'workers: 2');
  await run('deploy', branchPush(BRANCH));
  expect(await runner.stacks()).toEqual([expect.stringMatching(/^feature-two-workers-[0-9a-f]{6}$/), 'main']);
  const before = await cloud.hostnames();
  expect(before).toHaveLength(3);

  await run('preview', mergeRequest(BRANCH));
  const comment = await runner.comment();
  expect(comment).toContain('### Preview of `main`');
  expect(comment).toMatch(/\+ 2 to create/);
  expect(await runner.calls('curl')).toContain(
    'PRIVATE-TOKEN: token-of-gitlab --data-urlencode body@comment.md https://gitlab.example.com/api/v4/projects/42/merge_requests/7/notes',
  );
  expect(await cloud.hostnames()).toEqual(before);

  await run('deploy', branchPush('main'));
  await run('remove', branchPush(BRANCH));
  expect(await cloud.hostnames()).toEqual(['main-worker-0', 'main-worker-1']);
  expect(await runner.stacks()).toEqual(['main']);
});

test('production gets exactly the approved plan, and drift of main is found', async () => {
  await run('plan', branchPush('main'));
  await run('promote', branchPush('main'));
  expect(await cloud.hostnames()).toEqual([
    ...['main-worker-0', 'main-worker-1', 'production-worker-0', 'production-worker-1'],
  ]);
  await run('drift', schedule);
  await cloud.switchOff('main-worker-0');
  await expect(run('drift', schedule)).rejects.toThrow(/no changes were expected/);
  expect(cloud.changesOfReader()).toEqual([]);
});
