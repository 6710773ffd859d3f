import path from 'node:path';
import { cachedTool, fromNpm } from './cachedTool';

/** Version 4.75 needs Node.js 22. */
const VERSION = '4.61.1';

/** The executable of gitlab-ci-local, which contains the JSON schema of GitLab and evaluates its rules. */
export const gitlabCiLocal = (): Promise<string> =>
  cachedTool({
    name: `gitlab-ci-local-${VERSION}`,
    executable: path.join('node_modules', '.bin', 'gitlab-ci-local'),
    install: fromNpm(`gitlab-ci-local@${VERSION}`, '--ignore-scripts'),
  });
