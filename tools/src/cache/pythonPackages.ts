import path from 'node:path';
import { cachedTool, fromPip, platform } from './cachedTool';

const PYPISERVER = '2.4.2';
const TWINE = '7.0.0';

/** The PYTHONPATH of a Python package that has a command. */
async function pythonPackage(name: string, version: string, command: string): Promise<string> {
  const executable = await cachedTool({
    name: `${name}-${version}-${platform}`,
    executable: path.join('bin', process.platform === 'win32' ? `${command}.exe` : command),
    install: fromPip(`${name}==${version}`),
  });
  return path.dirname(path.dirname(executable));
}

/** The PYTHONPATH of twine, which uploads packages to a Python index. */
export const twine = (): Promise<string> => pythonPackage('twine', TWINE, 'twine');

/** The PYTHONPATH of pypiserver, a Python index for tests. */
export const pypiserver = (): Promise<string> => pythonPackage('pypiserver', PYPISERVER, 'pypi-server');
