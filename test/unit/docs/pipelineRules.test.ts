// What docs/gitops.md promises about the pipelines, as far as their files show it: who gets secrets, what a branch
// shares with no other branch, and what ends.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const root = path.resolve(__dirname, '..', '..', '..');
const folder = path.join(root, 'examples', 'pipelines');
const read = (...names: string[]): string => readFileSync(path.join(folder, ...names), 'utf8');

type Environment = string | { name: string; action?: string; on_stop?: string };

interface WorkflowJob {
  if?: string;
  environment?: string;
  permissions?: Record<string, string>;
  env?: Record<string, string>;
  steps: { run?: string; uses?: string; with?: Record<string, unknown> }[];
}

interface Workflow {
  on: Record<string, { branches?: string[] } | null>;
  permissions?: Record<string, string>;
  concurrency?: { group: string };
  env?: Record<string, string>;
  jobs: Record<string, WorkflowJob>;
}

const workflowFiles = [
  ...readdirSync(path.join(folder, 'github')).map((name) => path.join('github', name)),
  path.join('oidc', 'github.yml'),
];
const workflows = new Map(
  workflowFiles.map((file) => [file, parse(read(file), { merge: true }) as Workflow]),
);
const workflow = (name: string): Workflow => {
  const found = workflows.get(path.join('github', `${name}.yml`));
  if (found === undefined) throw new Error(`There is no workflow ${name}.`);
  return found;
};
const githubJobs = [...workflows].flatMap(([file, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ name: `${file}: ${name}`, job })),
);

describe('GitHub', () => {
  test.each(githubJobs)('$name declares its permissions and its environment', ({ job }) => {
    expect(job.permissions?.['contents']).toBe('read');
    expect(job.environment).toMatch(
      /^(preview|branches|production-plan|production|\$\{\{ matrix\.environment \}\})$/,
    );
    for (const { uses, with: options } of job.steps)
      if (uses?.startsWith('actions/checkout@')) expect(options?.['persist-credentials']).toBe(false);
  });

  test.each([...workflows])(
    'in %s only jobs with an environment have permissions and secrets',
    (_file, flow) => {
      expect(flow.permissions).toEqual({});
      expect(JSON.stringify(flow.env ?? {})).not.toContain('secrets.');
    },
  );

  test('forks and bots deploy nothing', () => {
    const { on, jobs, concurrency } = workflow('environments');
    expect(concurrency?.group).not.toContain('head_ref');
    expect(on['push']?.branches).toEqual(['**', '!dependabot/**', '!renovate/**']);
    expect(jobs['preview']?.if).toContain("github.event.pull_request.user.type != 'Bot'");
    expect(jobs['preview']?.if).toContain('head.repo.full_name == github.repository');
    for (const name of ['deploy', 'remove', 'mend'])
      expect(jobs[name]?.if).toContain('!github.event.repository.fork');
    expect(jobs['deploy']?.if).toContain("github.actor != 'dependabot[bot]'");
    for (const name of ['remove', 'mend'])
      expect(jobs[name]?.if).toMatch(/!startsWith\(.*'dependabot\/'\) && !startsWith\(.*'renovate\/'\)/);
  });

  test('promote takes only main, and applies in the environment with reviewers', () => {
    const { on, jobs } = workflow('promote');
    expect(Object.keys(on)).toEqual(['workflow_dispatch']);
    for (const job of Object.values(jobs))
      expect(job.if).toBe("github.ref == format('refs/heads/{0}', github.event.repository.default_branch)");
    expect(jobs['plan']?.environment).toBe('production-plan');
    expect(jobs['apply']?.environment).toBe('production');
  });

  test('no other job than that of promote has the environment of production', () => {
    const found = githubJobs.filter(({ job }) => job.environment === 'production');
    expect(found.map(({ name }) => name)).toEqual([path.join('github', 'promote.yml: apply')]);
  });

  test('drift looks at main and at production, with credentials that read', () => {
    const { jobs } = parse(read('github', 'drift.yml')) as {
      jobs: { drift: { strategy: { matrix: { include: unknown } } } };
    };
    expect(jobs.drift.strategy.matrix.include).toEqual([
      { stack: 'main', environment: 'preview' },
      { stack: 'production', environment: 'production-plan' },
    ]);
  });

  test('a schedule removes what has expired', () => {
    const { on, jobs } = workflow('expired');
    expect(Object.keys(on)).toContain('schedule');
    expect(jobs['remove']?.environment).toBe('branches');
    expect(jobs['remove']?.steps.at(-1)?.run).toBe('npx pulumi-cloud-compute expired --remove --yes');
  });
});

interface GitlabJob {
  rules: { if: string; when?: string }[];
  environment: Environment;
  resource_group?: string;
  variables?: Record<string, string>;
  before_script?: (string | string[])[];
  script: string[];
  needs?: string[];
  extends?: string;
}

const gitlab = parse(read('gitlab', '.gitlab-ci.yml'), { merge: true }) as Record<string, GitlabJob>;
const OTHER_KEYS = ['workflow', 'default', 'stages', 'variables'];
const gitlabJobs = Object.entries(gitlab).filter(
  ([name]) => !name.startsWith('.') && !OTHER_KEYS.includes(name),
);
const job = (name: string): GitlabJob => {
  const found = gitlab[name];
  if (found === undefined) throw new Error(`There is no job ${name}.`);
  return found;
};
const nameOf = (environment: Environment): string =>
  typeof environment === 'string' ? environment : environment.name;

describe('GitLab', () => {
  const OWN = 'branch/$CI_COMMIT_REF_NAME';

  test.each(gitlabJobs)('%s has an environment, and a rule', (_name, { environment, rules }) => {
    expect([OWN, 'preview', 'production-plan', 'production']).toContain(nameOf(environment));
    expect(rules.length).toBeGreaterThan(0);
  });

  test.each(['deploy', 'remove', 'mend'])('%s uses what no other branch uses', (name) => {
    const { environment, resource_group = gitlab['.branch']?.resource_group } = job(name);
    expect(nameOf(environment)).toBe(OWN);
    expect(resource_group).toBe(OWN);
  });

  test('no name is the shortened name of a branch', () => {
    expect(read('gitlab', '.gitlab-ci.yml')).not.toContain('SLUG');
  });

  test('the job that stops an environment needs no files of the branch', () => {
    const { environment, variables, rules, before_script = [] } = job('remove');
    expect(environment).toEqual({ name: OWN, action: 'stop' });
    expect(variables).toEqual({ GIT_STRATEGY: 'none' });
    expect(before_script.slice(0, 2)).toEqual([
      'cd "$(mktemp -d)"',
      'git clone --quiet --depth 1 --branch "$CI_DEFAULT_BRANCH" "$CI_REPOSITORY_URL" .',
    ]);
    // It has to be in each pipeline that deploys: otherwise the deletion of the branch starts nothing.
    const deploys = gitlabJobs.filter(
      ([, deployed]) => typeof deployed.environment === 'object' && deployed.environment.on_stop === 'remove',
    );
    expect(deploys.map(([name]) => name)).toEqual(['deploy', 'mend']);
    expect(rules.map((rule) => rule.if)).toEqual(
      deploys.flatMap(([, one]) => one.rules.map((rule) => rule.if)),
    );
    expect(rules.every(({ when }) => when === 'manual')).toBe(true);
  });

  test('forks and bots deploy nothing', () => {
    expect(gitlab['workflow']?.rules).toEqual([{ if: '$CLOUD_COMPUTE_BASE_URL' }]);
    expect(job('preview').rules[0]?.if).toContain('$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID');
    for (const name of ['deploy', 'remove', 'mend'])
      for (const rule of job(name).rules)
        expect(rule.if).toContain('$CI_COMMIT_BRANCH !~ /^(dependabot|renovate)\\//');
  });

  test('plan and promote take only main, and only promote has the environment of production', () => {
    const onMain = '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH';
    expect(job('plan').rules).toEqual([{ if: onMain }]);
    expect(job('promote').rules).toEqual([{ if: onMain, when: 'manual' }]);
    const found = gitlabJobs.filter(([, { environment }]) => nameOf(environment) === 'production');
    expect(found.map(([name]) => name)).toEqual(['promote']);
  });

  test('drift looks at main and at production', () => {
    const [main, production] = [job('drift'), job('drift-of-production')];
    expect(production.rules).toEqual(main.rules);
    expect(production.script).toEqual(main.script);
    expect(production.before_script?.at(-1)).toBe('pulumi stack select production');
    expect([main, production].map(({ environment }) => nameOf(environment))).toEqual([
      ...['preview', 'production-plan'],
    ]);
  });

  test('a schedule removes what has expired', () => {
    expect(job('expired').rules[0]?.if).toContain('"schedule"');
    expect(job('expired').script.at(-1)).toBe('npx pulumi-cloud-compute expired --remove --yes');
  });
});

test('both services name stacks in the same way, and give each branch a budget and an end', () => {
  const [github, other] = [read('github', 'environments.yml'), read('gitlab', '.gitlab-ci.yml')];
  const lines = (text: string): string[] =>
    text
      .split('\n')
      .map((line) => line.trim().replace(/^- /, ''))
      .filter((line) => /^(name=|if \[ "\$name"|pulumi (config|stack select --create "))/.test(line));
  expect(lines(other)).toEqual([...new Set(lines(github))]);
  for (const text of [github, other]) {
    expect(text).toContain('pulumi config set cloudCompute:maxHourlyCost "$MAX_HOURLY_COST"');
    expect(text).toContain('pulumi config set cloudCompute:maxRunDuration "$MAX_RUN_DURATION"');
  }
});
