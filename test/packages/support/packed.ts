// Both packages in the form in which npm publishes them.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { run } from '../../../tools/src/pulumiCli/run';

export const root = path.resolve(__dirname, '..', '..', '..');

const sources = { 'pulumi-cloud-compute': root, 'cloud-compute-emulator': path.join(root, 'emulator') };
export const packageNames = Object.keys(sources) as (keyof typeof sources)[];

/** A temporary folder; `remove` deletes it with its content. */
export async function temporaryFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-packages-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Packs a package into a folder, and returns the file. */
export async function pack(name: keyof typeof sources, folder: string): Promise<string> {
  const printed = await run(
    'npm',
    ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder],
    { cwd: sources[name] },
  );
  const [packed] = JSON.parse(printed) as { filename: string }[];
  if (packed === undefined) throw new Error(`npm pack printed no file of ${name}.`);
  return path.join(folder, packed.filename);
}
