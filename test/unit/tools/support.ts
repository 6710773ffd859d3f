import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { cliVersion } from '../../../tools/src/pulumiCli/versions';

export const root = path.resolve(__dirname, '../../..');

/** A temporary folder for each test. Call it inside a `describe` or at the top of a file. */
export function temporaryFolder(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'tools-')));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return () => folder;
}

/** Writes a shell script that can be run as `folder/name`. */
export async function executable(folder: string, name: string, script: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

/** Writes executables like those of an installation; `pulumi version` prints the version. */
export async function fakeInstallation(bin: string, version: string = cliVersion): Promise<void> {
  await executable(bin, 'pulumi', `echo v${version}`);
  await executable(bin, 'pulumi-language-nodejs', 'exit 0');
  await executable(bin, 'pulumi-resource-pulumi-nodejs', 'exit 0');
}

/** Compiles the tools into `folder`, so that other processes can run them, and returns their folder. */
export async function compileTools(folder: string): Promise<string> {
  const source = path.join(root, 'tools/src/pulumiCli');
  const output = path.join(folder, 'compiled', 'pulumiCli');
  await mkdir(output, { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const name of await readdir(source, { recursive: true }))
    if (name.endsWith('.ts')) await transpile(path.join(source, name), path.join(output, path.dirname(name)));
  await transpile(path.join(root, 'tools/src/pulumi.ts'), path.dirname(output));
  return path.dirname(output);
}

async function transpile(file: string, output: string): Promise<void> {
  await mkdir(output, { recursive: true });
  const { outputText } = ts.transpileModule(await readFile(file, 'utf8'), {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2023,
      esModuleInterop: true,
    },
  });
  await writeFile(path.join(output, path.basename(file).replace(/\.ts$/, '.js')), outputText);
}

/** Whether a process with this id is running. A zombie has ended. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/\) Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Resolves when `holds` returns true. If it never does, the test's time limit ends the wait. */
export async function eventually(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}
