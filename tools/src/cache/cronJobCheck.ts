import path from 'node:path';
import { goEnvironment, goModulesFolder } from '../pulumiCli/goBuild';
import { run } from '../pulumiCli/run';
import { cachedTool, platform } from './cachedTool';

/** The version of `k8s.io/api` in `tools/cron-job/go.mod`. */
const VERSION = '0.34.1';

/** The executable that decodes a CronJob of Kubernetes strictly; built from the Go module of its types. */
export const cronJobCheck = (): Promise<string> => {
  const executable = process.platform === 'win32' ? 'cron-job.exe' : 'cron-job';
  return cachedTool({
    name: `cron-job-${VERSION}-${platform}`,
    executable,
    install: (folder, signal) =>
      run('go', ['build', '-mod=readonly', '-o', path.join(folder, executable), '.'], {
        env: goEnvironment(process.env),
        cwd: path.join(goModulesFolder, 'cron-job'),
        signal,
        idleLimit: 600_000,
      }),
  });
};
