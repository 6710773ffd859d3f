// The workflow of a release: who may publish, in which order, and what the scripts in it decide.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { scripts } from '../../../../package.json';
import { run } from '../../../../tools/src/pulumiCli/run';
import { root } from '../support';

interface Job {
  readonly needs?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly steps: readonly { readonly name?: string; readonly run?: string }[];
}

const fileOf = (name: string): unknown =>
  parse(readFileSync(path.join(root, '.github', 'workflows', name), 'utf8'));
const workflow = fileOf('release.yml') as {
  readonly permissions: object;
  readonly jobs: Readonly<Record<'version' | 'test' | 'build' | 'publish', Job>>;
};
const { version, test, build, publish } = workflow.jobs;

it('gives each job only what it needs, and the credentials of npm to one with an environment', () => {
  expect(workflow.permissions).toEqual({});
  expect(version.permissions).toEqual({ contents: 'write', 'pull-requests': 'write' });
  expect(test.permissions).toEqual({ contents: 'read' });
  expect(build.permissions).toEqual({ contents: 'read', 'id-token': 'write', attestations: 'write' });
  expect(publish.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
  const trusted = Object.entries(workflow.jobs).filter(([, job]) =>
    JSON.stringify(job).includes('NPM_TOKEN'),
  );
  expect(trusted.map(([name, { environment }]) => [name, environment])).toEqual([['publish', 'release']]);
});

it('runs the tests before it builds, and builds before it publishes', () => {
  expect(test).toMatchObject({
    needs: 'version',
    if: "needs.version.outputs.new == 'true'",
    uses: './.github/workflows/test.yml',
  });
  expect([build, publish].map(({ needs, if: condition }) => [needs, condition])).toEqual([
    ['test', undefined],
    ['build', undefined],
  ]);
  expect(fileOf('test.yml')).toMatchObject({ on: { workflow_call: null } });
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

describe('in a repository', () => {
  const COMMIT = 'a'.repeat(40);
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-workflow-'));
    mkdirSync(path.join(folder, 'emulator'));
    write('emulator/package.json', { name: 'emulator', version: '1.2.3' });
    await git('init', '--quiet');
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
    await git(...identity, 'commit', '--quiet', '--allow-empty', '--message', 'chore: start');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const git = (...args: string[]) => run('git', args, { cwd: folder });
  const write = (name: string, content: object) => {
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  };
  const writePackage = (pluginDownloadURL: string) => {
    write('package.json', { name: 'package', version: '1.2.3', pulumiPackage: { pluginDownloadURL } });
  };

  /** Runs the script of a step, as the workflow does. */
  const step = ({ steps }: Job, name: string, env: Readonly<Record<string, string>>): Promise<string> => {
    const script = steps.find((each) => each.name === name)?.run ?? 'exit 1';
    return run('bash', ['-e', '-c', script], { cwd: folder, env: { ...process.env, ...env } });
  };

  describe('the look for new versions', () => {
    const outputs = async (): Promise<string> => {
      const file = path.join(folder, 'outputs');
      writeFileSync(file, '');
      await step(version, 'Look for versions that are not released', { GITHUB_OUTPUT: file });
      return readFileSync(file, 'utf8');
    };

    it('finds nothing until the plugin has an address', async () => {
      writePackage('');
      await expect(outputs()).resolves.toBe('');
    });

    it('finds versions without a tag', async () => {
      writePackage('https://example.com');
      await expect(outputs()).resolves.toContain('new=true');
      await git('tag', 'package@1.2.3');
      await expect(outputs()).resolves.toBe('new=true\n');
      await git('tag', 'emulator@1.2.3');
      await expect(outputs()).resolves.toBe('');
    });
  });

  describe('the upload of the tarballs', () => {
    /** @param release what `gh api` prints of the release. @returns the commands that change it. */
    const upload = async (release: string): Promise<string[]> => {
      writePackage('https://example.com');
      const calls = path.join(folder, 'calls');
      writeFileSync(calls, '');
      const gh = '#!/bin/sh\nif [ "$1" = api ]; then echo "$RELEASE"; else echo "$2" >>"$CALLS"; fi\n';
      writeFileSync(path.join(folder, 'gh'), gh, { mode: 0o755 });
      await step(publish, 'Upload the tarballs of the plugin', {
        PATH: [folder, process.env['PATH']].join(path.delimiter),
        GITHUB_REPOSITORY: 'OWNER/REPO',
        GITHUB_SHA: COMMIT,
        RELEASE: release,
        CALLS: calls,
      });
      return readFileSync(calls, 'utf8').trim().split('\n');
    };

    it.each([
      ['no release', '', ['create', 'upload', 'edit']],
      ['a draft of another commit, which nobody has seen', `true ${'b'.repeat(40)}`, ['upload', 'edit']],
      ['a release of this commit', `false ${COMMIT}`, ['']],
    ])('continues after %s', async (_, release, commands) => {
      await expect(upload(release)).resolves.toEqual(commands);
    });

    it('refuses the release of another commit', async () => {
      const other = 'b'.repeat(40);
      await expect(upload(`false ${other}`)).rejects.toThrow(
        `The release is refused: the GitHub release v1.2.3 is of commit ${other}, and this is ${COMMIT}. Re-run the ` +
          `failed jobs of the workflow for ${other}, or raise the version`,
      );
    });
  });
});
