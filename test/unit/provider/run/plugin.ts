import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(__dirname, '../../../..');

/** Lets a process require TypeScript. */
const hook = `
const { ModuleKind, ScriptTarget, transpileModule } = require(${JSON.stringify(require.resolve('typescript'))});
const { readFileSync } = require('node:fs');
const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2023, esModuleInterop: true };
require.extensions['.ts'] = (module, path) =>
  module._compile(transpileModule(readFileSync(path, 'utf8'), { compilerOptions }).outputText, path);`;

/** Scripts for processes that a test can really kill. They load `provider/` from its TypeScript source. */
export class Scripts {
  private readonly folder = mkdtempSync(join(tmpdir(), 'settle-'));
  private readonly children: ChildProcess[] = [];

  constructor(scripts: Readonly<Record<string, string>>) {
    for (const [name, source] of Object.entries({ ...scripts, hook })) {
      const text = source.replaceAll("'provider/", `'${root}/provider/`);
      writeFileSync(join(this.folder, `${name}.js`), text);
    }
  }

  /** Starts a script. A test can wait for lines of its output, which includes the output of its child processes. */
  run(name: string, args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [join(this.folder, `${name}.js`), ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: `--require ${join(this.folder, 'hook.js')}`, ...environment },
    });
    this.children.push(child);
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    const line = async (wanted: RegExp): Promise<string> => {
      for (;;) {
        const found = lines.find((text) => wanted.test(text));
        if (found !== undefined) return found;
        await once(reader, 'line');
      }
    };
    return {
      child,
      lines,
      line,
      exited: once(child, 'close') as Promise<[number | null]>,
      errors: () => errors,
    };
  }

  /** Ends all started processes and removes the folder. */
  dispose(): void {
    for (const child of this.children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
