// The workflows of docs/gitops.md, from the first push of a branch to its deletion. Jobs that only read have read-only
// credentials.
import path from 'node:path';
import type { RepositorySettings } from '../../support/pipelines/githubWorkflow';
import {
  GitHubWorkflow,
  deletion,
  pullRequest,
  push,
  pushOfTag,
  start,
} from '../../support/pipelines/githubWorkflow';
import { Runner } from '../../support/pipelines/shell';
import { TwoClients } from '../../support/pipelines/twoClients';

jest.setTimeout(300_000);

const folder = path.resolve(__dirname, '..', '..', '..', '..', 'examples', 'pipelines');
const BRANCH = 'feature/Two_Workers';

let cloud: TwoClients;
let runner: Runner;
let settings: RepositorySettings;
beforeAll(async () => {
  cloud = await TwoClients.start();
  runner = await Runner.start('branch-environment');
  settings = {
    vars: { CLOUD_COMPUTE_BASE_URL: cloud.emulator.url },
    secrets: { ...cloud.secrets, PULUMI_ACCESS_TOKEN: '' },
  };
});
afterAll(async () => {
  await runner.dispose();
  await cloud.close();
});

const workflow = (name: string) => new GitHubWorkflow(path.join(folder, 'github', `${name}.yml`), settings);

test('push, pull request and deletion of a branch are in one concurrency group, and each branch has its own group', () => {
  const environments = workflow('environments');
  const groups = [push(BRANCH), pullRequest(BRANCH), deletion(BRANCH)].map((event) =>
    environments.group(event),
  );
  expect(new Set(groups)).toEqual(new Set([`environment-${BRANCH}`]));
  expect(environments.group(push('main'))).toBe('environment-main');
  expect(workflow('drift').group(start('schedule'))).toBe('environment-main');
});

test('each event starts its job; tags and forks start none', () => {
  const environments = workflow('environments');
  const jobsOf = [
    ...[push(BRANCH), pullRequest(BRANCH), deletion(BRANCH)],
    ...[pushOfTag('v1'), deletion('v1', 'tag'), pullRequest(BRANCH, 'stranger/machines')],
  ].map((event) => environments.jobs(event));
  expect(jobsOf).toEqual([['deploy'], ['preview'], ['remove'], [], [], []]);
});

test('a branch is deployed, previewed, merged and removed', async () => {
  const environments = workflow('environments');
  await environments.run(push('main'), runner.shell);
  expect(await runner.stacks()).toEqual(['main']);
  expect(await cloud.hostnames()).toEqual(['main-worker-0']);

  await runner.edit('workers: 1', 'workers: 2');
  await environments.run(push(BRANCH), runner.shell);
  const name = /^feature-two-workers-[0-9a-f]{6}$/;
  expect(await runner.stacks()).toEqual([expect.stringMatching(name), 'main']);
  const before = await cloud.hostnames();
  expect(before).toHaveLength(3);

  await environments.run(pullRequest(BRANCH), runner.shell);
  const comment = await runner.comment();
  expect(comment).toContain('### Preview of `main`');
  expect(comment).toMatch(/\+ 2 to create/);
  expect(comment).toContain('worker-1');
  expect(comment).not.toMatch(/other credentials|error:/);
  expect(await runner.calls('gh')).toBe(
    'token-of-github pr comment 7 --edit-last --create-if-none --body-file comment.md\n',
  );
  expect(cloud.changesOfReader()).toEqual([]);
  expect(await cloud.hostnames()).toEqual(before);

  await environments.run(push('main'), runner.shell);
  expect(await cloud.hostnames()).toEqual([...before, 'main-worker-1'].sort());
  await environments.run(deletion(BRANCH), runner.shell);
  expect(await cloud.hostnames()).toEqual(['main-worker-0', 'main-worker-1']);
  expect(await runner.stacks()).toEqual(['main']);
});

test('a failed preview is also a comment, and fails the job', async () => {
  await runner.edit("instanceType: '1V100.6V'", "instanceType: '1V100.7V'");
  await expect(workflow('environments').run(pullRequest(BRANCH), runner.shell)).rejects.toThrow(/ended with/);
  expect(await runner.comment()).toMatch(/1V100\.7V.*did you mean "1V100\.6V"/s);
  await runner.edit("instanceType: '1V100.7V'", "instanceType: '1V100.6V'");
});

test('drift is found with read-only credentials', async () => {
  const drift = workflow('drift');
  await drift.run(start('schedule'), runner.shell);
  await cloud.switchOff('main-worker-0');
  await expect(drift.run(start('schedule'), runner.shell)).rejects.toThrow(/no changes were expected/);
  expect(cloud.changesOfReader()).toEqual([]);
});

test('production gets exactly the approved plan', async () => {
  await workflow('promote').run(start('workflow_dispatch'), runner.shell);
  expect(await runner.stacks()).toEqual(['main', 'production']);
  expect(await cloud.hostnames()).toEqual(
    expect.arrayContaining(['production-worker-0', 'production-worker-1']),
  );
});
