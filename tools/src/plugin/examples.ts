// The programs in plugin/examples, and what they need.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..', '..');
const folderOf = (language: string): string => path.join(root, 'plugin', 'examples', language);

/** The folders of the programs. */
export const EXAMPLES = {
  yaml: folderOf('yaml'),
  python: folderOf('python'),
  go: folderOf('go'),
  java: folderOf('java'),
} as const;

/** Whether this machine has Python 3 with virtual environments. */
export const hasPython = (): boolean => spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0;

/** Whether pip finds packages: some networks have no index of Python packages. */
export const hasPythonPackages = (): boolean =>
  spawnSync('python3', ['-m', 'pip', 'install', '--dry-run', '--no-deps', '--ignore-installed', 'pulumi'])
    .status === 0;

/** Whether this machine has a JDK and Maven. */
export const hasJava = (): boolean =>
  ['javac', 'mvn'].every((command) => spawnSync(command, ['--version']).status === 0);

type Run = (
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
) => Promise<unknown>;

/**
 * Installs what a Python program requires into a new virtual environment.
 *
 * @returns the folder to put in front of PATH.
 */
export async function installPythonRequirements(
  program: string,
  environment: string,
  run: Run,
): Promise<string> {
  const options = { cwd: program, env: { ...process.env, PIP_DISABLE_PIP_VERSION_CHECK: '1' } };
  await run('python3', ['-m', 'venv', environment], options);
  const bin = path.join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');
  const python = path.join(bin, 'python');
  await run(python, ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'], options);
  return bin;
}
