// `import-file`: writes Pulumi's import file for the resources of the project.
import { statSync, writeFileSync } from 'node:fs';
import { withClient } from '../client';
import { idsInState } from '../orphans/state';
import { UsageError } from '../usageError';
import { entriesOf } from './entries';
import { jsonOf } from '../json';
import { sayLeftOut } from '../leftOut';

/** The options of the command. */
export interface ImportFileOptions {
  readonly out?: string;
  readonly state?: readonly string[];
  readonly force?: boolean;
}

export async function writeImportFile({
  out,
  state: files,
  force = false,
}: ImportFileOptions): Promise<void> {
  const state = idsInState(files);
  const { entries, leftOut } = await withClient((client) => entriesOf(client, state));
  sayLeftOut(leftOut);
  if (entries.length === 0) {
    process.stderr.write('Nothing in this project can be imported.\n');
    return;
  }
  const text = jsonOf({ resources: entries });
  if (out === undefined) {
    process.stdout.write(text);
    return;
  }
  write(out, text, force);
  process.stderr.write(
    `${out} names ${String(entries.length)} ${entries.length === 1 ? 'resource' : 'resources'}. In a project that uses the native plugin, run ` +
      `\`pulumi import --file ${out}\`, and add --generate-code=false if the language cannot generate code.\n`,
  );
}

function write(file: string, text: string, force: boolean): void {
  try {
    writeFileSync(file, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory();
    if (code === 'EEXIST' && !isFolder)
      throw new UsageError(`${file} exists. Choose another name with --out, or overwrite it with --force.`);
    const reason = isFolder ? 'it is a folder' : code === 'ENOENT' ? 'its folder does not exist' : message;
    throw new UsageError(`${file} cannot be written: ${reason}. Choose another name with --out.`);
  }
}
