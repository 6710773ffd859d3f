import path from 'node:path';
import { cacheFolder } from '../pulumiCli/cache';
import { cachedTool, fromNpm } from './cachedTool';

/** Later versions of pnpm are not a single script. */
const PNPM = '10.34.9';
const YARN = '4.18.1';

/** A package manager: its script, and the environment that keeps its files in the project's cache. */
export interface PackageManager {
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

const inCache = (name: string): string => path.join(cacheFolder(process.env), name);

export const pnpm = async (): Promise<PackageManager> => ({
  script: await cachedTool({
    name: `pnpm-${PNPM}`,
    executable: path.join('node_modules', 'pnpm', 'bin', 'pnpm.cjs'),
    install: fromNpm(`pnpm@${PNPM}`, '--ignore-scripts'),
  }),
  env: {
    npm_config_store_dir: inCache('pnpm-store'),
    npm_config_cache_dir: inCache('pnpm-cache'),
    npm_config_state_dir: inCache('pnpm-state'),
  },
});

/** Yarn 4, with packages in `node_modules`. */
export const yarn = async (): Promise<PackageManager> => ({
  script: await cachedTool({
    name: `yarn-${YARN}`,
    executable: path.join('node_modules', '@yarnpkg', 'cli-dist', 'bin', 'yarn.js'),
    install: fromNpm(`@yarnpkg/cli-dist@${YARN}`, '--ignore-scripts'),
  }),
  env: {
    YARN_NODE_LINKER: 'node-modules',
    YARN_GLOBAL_FOLDER: inCache('yarn'),
    YARN_ENABLE_TELEMETRY: '0',
    YARN_ENABLE_SCRIPTS: 'false',
    // Without a terminal, Yarn assumes that it runs in CI, and then refuses to write a lock file.
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    ...(process.env['npm_config_registry'] && {
      YARN_NPM_REGISTRY_SERVER: process.env['npm_config_registry'],
    }),
  },
});
