// A checkout of this repository in which a release is prepared, with a repository that it is pushed to.
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Publication } from '../../../tools/src/generate/pulumi/publication';
import { run } from '../../../tools/src/pulumiCli/run';
import { outputOf } from '../../engine/support/texts/commandOutput';
import { root } from './packed';

/** What is not copied: what git ignores, except the builds. */
const LEFT_OUT = ['node_modules', '.git', '.cache', 'coverage', 'reports', 'site', 'plugin/dist'];

export class Checkout {
  private constructor(
    readonly path: string,
    /** The bare repository that the checkout is pushed to. */
    readonly origin: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @param env the environment of the commands. */
  static async create(folder: string, env: NodeJS.ProcessEnv): Promise<Checkout> {
    const identity = { NAME: 'release', EMAIL: 'release@localhost' };
    const git = Object.fromEntries(
      Object.entries(identity).flatMap(([key, value]) =>
        ['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_${key}`, value]),
      ),
    );
    const checkout = new Checkout(path.join(folder, 'checkout'), path.join(folder, 'origin.git'), {
      ...env,
      ...git,
    });
    const left = LEFT_OUT.map((name) => path.join(root, name));
    await cp(root, checkout.path, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (source) => !left.includes(source),
    });
    await symlink(path.join(root, 'node_modules'), path.join(checkout.path, 'node_modules'), 'dir');
    await mkdir(checkout.origin);
    await run('git', ['init', '--quiet', '--bare'], { cwd: checkout.origin });
    await checkout.command('git', 'init', '--quiet', '--initial-branch=main');
    await checkout.command('git', 'remote', 'add', 'origin', checkout.origin);
    await checkout.commit('chore: start');
    return checkout;
  }

  /** A command in the checkout, which must succeed. @returns its output. */
  command = (command: string, ...args: string[]): Promise<string> =>
    outputOf(command, args, { cwd: this.path, env: this.env });

  /** A script of package.json. @param more further variables. */
  npm = (script: string, more: NodeJS.ProcessEnv = {}): Promise<string> =>
    outputOf('npm', ['run', script], { cwd: this.path, env: { ...this.env, ...more } });

  /** Sets the addresses, as CONTRIBUTING.md says, without what `npm run generate` makes of them. */
  async setAddresses(homepage: string, pulumiPackage: Publication): Promise<void> {
    const repository = { type: 'git', url: `git+${homepage}.git` };
    const addresses = { repository, homepage, bugs: { url: `${homepage}/issues` } };
    await this.change('package.json', { ...addresses, pulumiPackage });
    await this.change(path.join('emulator', 'package.json'), addresses);
  }

  /** Lets the scripts fail that build before a package is packed: two at once would write the same files. */
  async refusePrepack(): Promise<void> {
    for (const name of ['package.json', path.join('emulator', 'package.json')]) {
      const { scripts } = await this.manifest(name);
      await this.change(name, { scripts: { ...scripts, prepack: 'exit 1' } });
    }
  }

  private async change(name: string, fields: object): Promise<void> {
    const text = JSON.stringify({ ...(await this.manifest(name)), ...fields }, undefined, 2);
    await writeFile(path.join(this.path, name), `${text}\n`);
  }

  private async manifest(name: string): Promise<{ readonly scripts: object }> {
    return JSON.parse(await readFile(path.join(this.path, name), 'utf8')) as { readonly scripts: object };
  }

  /** The tags of the repository that the checkout is pushed to, each with its commit. */
  tags = (): Promise<string> => this.command('git', 'ls-remote', '--tags', 'origin');

  async commit(message: string): Promise<void> {
    await this.command('git', 'add', '--all');
    await this.command('git', 'commit', '--quiet', '--allow-empty', '--message', message);
    await this.command('git', 'push', '--quiet', 'origin', 'main');
  }
}
