import path from 'node:path';
import { cachedTool, fromNpm, platform } from './cachedTool';

/** The newest version that tests use. The oldest one is in package.json. */
export const NEWEST_NODE = '24.21.0';

/** The folder of Node.js in this version, from the package `node`, which carries the binary. */
export async function nodeFolder(version: string): Promise<string> {
  const executable = await cachedTool({
    name: `node-${version}-${platform}`,
    executable: path.join('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    install: fromNpm(`node@${version}`),
  });
  return path.dirname(executable);
}
