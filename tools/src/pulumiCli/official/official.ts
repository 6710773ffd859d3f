import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../run';
import type { Source, SourceContext } from '../source';
import { OFFLINE } from '../offline';
import { cliVersion } from '../versions';

const installer = path.join(__dirname, 'officialInstaller.js');

/** How long a blocked network may delay the installation; a slow download continues as long as bytes arrive. */
const idleLimit = 15_000;

/** Pulumi's own installation, through the Automation API. */
export const officialInstallation: Source = {
  name: 'the official installation',
  install: (context) => runInstaller(installer, context, idleLimit),
};

/**
 * Runs the installer in a process of its own, because the Automation API cannot be cancelled, and watches its
 * download.
 */
export async function runInstaller(script: string, context: SourceContext, idle: number): Promise<void> {
  const { staging, env, progress, signal } = context;
  progress(`Trying the official installation of the Pulumi CLI ${cliVersion}.`);
  const temporary = path.join(staging, 'temporary');
  await mkdir(temporary, { recursive: true });
  await run(process.execPath, [script, staging, cliVersion], {
    env: { ...env, TMPDIR: temporary, TEMP: temporary, TMP: temporary, ...OFFLINE },
    signal,
    idleLimit: idle,
    measure: () => sizeOf(staging),
  });
  await rm(temporary, { recursive: true, force: true });
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    try {
      size += (await stat(path.join(entry.parentPath, entry.name))).size;
    } catch (error) {
      // The installer moves and removes files meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return size;
}
