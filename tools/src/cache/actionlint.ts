import { run } from '../pulumiCli/run';
import { cachedTool, platform } from './cachedTool';

const VERSION = '1.7.12';

/** The executable of actionlint, which checks the workflow files of GitHub; built from its Go module. */
export const actionlint = (): Promise<string> =>
  cachedTool({
    name: `actionlint-${VERSION}-${platform}`,
    executable: process.platform === 'win32' ? 'actionlint.exe' : 'actionlint',
    install: (folder, signal) =>
      run('go', ['install', `github.com/rhysd/actionlint/cmd/actionlint@v${VERSION}`], {
        env: { ...process.env, GOBIN: folder, GOFLAGS: '', GOWORK: 'off', CGO_ENABLED: '0' },
        cwd: folder,
        signal,
        idleLimit: 300_000,
      }),
  });
