// `npm run release:publish`: publishes what `npm run release:build` has built. Each step leaves out what is published
// already, so a release that broke off is repeated by the same command.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { twine } from '../cache/pythonPackages';
import type { Publication } from '../generate/pulumi/publication';
import { goFolderOf, publicationIn } from '../generate/pulumi/publication';
import { NPM_SDK } from '../generate/pulumi/pulumiSpec';
import { EXECUTABLE } from '../plugin/bundle';
import { PLATFORMS } from '../plugin/runtimes';
import { messageOf, run } from '../pulumiCli/run';
import { runShown } from '../testing/shownCommands';
import { PYTHON_SDK, built, manifestIn, npmSdkFile, pythonSdkFile, root, runScript } from './release';

const options = { cwd: root, env: process.env };
const git = async (...args: string[]): Promise<string> => (await run('git', args, options)).trim();

runScript(async () => {
  const publication = await publicationIn(root);
  const { version } = await manifestIn(root);
  await mustBeServed(publication, version);
  await mustBeKnownToNpm();
  // What is published stays, so the first step names the commit that all others belong to.
  await publishGoModule(goFolderOf(publication), version);
  await publishPythonPackage(version);
  await publishNpmSdk(version);
  // Both packages are packed at once, and the script `prepack` of each would build the same files.
  const env = { ...process.env, npm_config_ignore_scripts: 'true', NPM_CONFIG_IGNORE_SCRIPTS: 'true' };
  await runShown('npx', ['changeset', 'publish'], { ...options, env });
  await pushTags();
});

/** A program must not get an SDK whose plugin it cannot download. */
async function mustBeServed({ pluginDownloadURL }: Publication, version: string): Promise<void> {
  for (const platform of PLATFORMS) {
    const [system = '', architecture = ''] = platform.split('-');
    const folder = pluginDownloadURL
      .replaceAll('${VERSION}', version)
      .replaceAll('${OS}', system)
      .replaceAll('${ARCH}', architecture);
    const address = `${folder}/${EXECUTABLE}-v${version}-${platform}.tar.gz`;
    const { ok, status } = await fetch(address, { method: 'HEAD' });
    if (!ok)
      throw new Error(
        `The release is refused: ${address} answered ${String(status)}. Upload the tarballs and SHA256SUMS of ` +
          'plugin/dist to this address, and run `npm run release:publish` again.',
      );
  }
}

/** Missing credentials must not show after the first step that stays. */
async function mustBeKnownToNpm(): Promise<void> {
  try {
    await runShown('npm', ['whoami'], options);
  } catch (error) {
    throw new Error(
      'The release is refused: npm does not know who publishes, see the reason above. Run `npm login`, or, in the ' +
        'workflow, set the secret NPM_TOKEN of the environment release, and run `npm run release:publish` again.',
      { cause: error },
    );
  }
}

/** The module is a commit with the generated files on top of this one, which only its tag names. */
async function publishGoModule(folder: string, version: string): Promise<void> {
  const tag = `refs/tags/${folder}/v${version}`;
  if ((await git('ls-remote', 'origin', tag)) !== '') {
    await git('fetch', '--quiet', '--no-tags', 'origin', tag);
    const [released, current] = [await git('rev-parse', 'FETCH_HEAD^'), await git('rev-parse', 'HEAD')];
    if (released !== current)
      throw new Error(
        `The release is refused: version ${version} is released, perhaps in part, from commit ${released}, and this ` +
          `is ${current}. Check out ${released}, and run \`npm run release:build\` and \`npm run release:publish\` ` +
          'again, or raise the version.',
      );
    isThere(`The tag ${tag}`);
    return;
  }
  const tree = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-go-'));
  try {
    await git('worktree', 'add', '--detach', tree, 'HEAD');
    await cp(path.join(built.sdks, 'go'), path.join(tree, folder), { recursive: true });
    await git('-C', tree, 'add', '--force', folder);
    const message = `chore(release): ${folder} v${version}`;
    await git('-C', tree, 'commit', '--quiet', '--no-verify', '--message', message);
    await git('-C', tree, 'push', 'origin', `HEAD:${tag}`);
  } finally {
    await rm(tree, { recursive: true, force: true });
    await git('worktree', 'prune');
  }
}

async function publishPythonPackage(version: string): Promise<void> {
  const name = `${PYTHON_SDK}==${version}`;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-python-'));
  try {
    // Not `install --dry-run`, which the Python of an operating system refuses.
    const flags = ['--quiet', '--no-deps', '--no-cache-dir', '--dest', folder];
    await run('python3', ['-m', 'pip', 'download', ...flags, name], options);
    isThere(name);
    return;
  } catch (error) {
    if (!messageOf(error).includes('No matching distribution found')) throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const upload = ['upload', '--non-interactive', '--disable-progress-bar', pythonSdkFile(version)];
  const env = { ...process.env, PYTHONPATH: await twine() };
  await runShown('python3', ['-m', 'twine', ...upload], { ...options, env });
}

async function publishNpmSdk(version: string): Promise<void> {
  const name = `${NPM_SDK}@${version}`;
  if (await isOnNpm(name)) {
    isThere(name);
    return;
  }
  await runShown('npm', ['publish', npmSdkFile(version), '--access', 'public'], options);
}

/** Whether npm has this version of a package. */
async function isOnNpm(name: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', name, 'version', '--json'], options);
    return stdout.trim() !== '';
  } catch (error) {
    // npm prints the reason as JSON.
    if (/"code":\s*"E404"/.test((error as { readonly stdout?: string }).stdout ?? '')) return false;
    throw error;
  }
}

/** The tags of both versions; changesets sets only the tag of what it has just published. */
async function pushTags(): Promise<void> {
  await runShown('npx', ['changeset', 'tag'], options);
  const packages = await Promise.all([root, path.join(root, 'emulator')].map(manifestIn));
  const tags = packages.map(({ name, version }) => `refs/tags/${name}@${version}`);
  await runShown('git', ['push', 'origin', ...tags], options);
}

const isThere = (what: string): void => {
  console.log(`${what} is published already.`);
};
