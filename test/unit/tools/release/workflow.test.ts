// The workflow of a release, as far as its file shows it: who may publish, and in which order.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { scripts } from '../../../../package.json';
import { root } from '../support';

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly steps: readonly { readonly run?: string; readonly uses?: string; readonly env?: object }[];
}

const workflow = parse(readFileSync(path.join(root, '.github', 'workflows', 'release.yml'), 'utf8')) as {
  readonly permissions: object;
  readonly jobs: Readonly<Record<'version' | 'build' | 'publish', Job>>;
};
const { version, build, publish } = workflow.jobs;

it('gives each job only what it needs, and the credentials of npm to one with an environment', () => {
  expect(workflow.permissions).toEqual({});
  expect(version.permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
  expect(build.permissions).toEqual({ contents: 'read', 'id-token': 'write', attestations: 'write' });
  expect(publish.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
  const trusted = Object.entries(workflow.jobs).filter(([, job]) =>
    JSON.stringify(job).includes('NPM_TOKEN'),
  );
  expect(trusted.map(([name, { environment }]) => [name, environment])).toEqual([['publish', 'release']]);
});

it('publishes after the tarballs are where pluginDownloadURL points', () => {
  const commands = publish.steps.map(({ run = '' }) => run);
  const upload = commands.findIndex((run) => run.includes('gh release upload'));
  expect(upload).toBeGreaterThan(0);
  expect(commands.findIndex((run) => run.includes('npm run release:publish'))).toBeGreaterThan(upload);
});

it('runs scripts that exist', () => {
  const text = JSON.stringify(workflow);
  const names = [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
  expect(names.sort()).toEqual(['release:build', 'release:publish', 'release:version']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(names));
});
