import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { condense, run } from '../../../../tools/src/pulumiCli/run';
import { eventually, executable, isRunning, temporaryFolder } from '../support';

const folder = temporaryFolder();
const shell = (script: string, options = {}): Promise<string> => run('/bin/sh', ['-c', script], options);

describe('run', () => {
  it('returns the standard output of the command', async () => {
    await expect(shell('echo out; echo err >&2')).resolves.toBe('out\n');
  });

  it('fails with the last error output as one line', async () => {
    await expect(
      shell('echo "go: downloading x v1" >&2; echo "no  such" >&2; echo " module." >&2; exit 1'),
    ).rejects.toThrow(/^no such module$/);
  });

  it.each([
    ['exit 7', 'it ended with exit code 7'],
    ['kill -9 $$', 'it ended with SIGKILL'],
  ])('reports how a command without output ended: %s', async (script, message) => {
    await expect(shell(script)).rejects.toThrow(message);
  });

  it('reports that a command was not found, or could not be started', async () => {
    await expect(run(path.join(folder(), 'missing'), [])).rejects.toThrow(/missing was not found$/);
    await expect(run(folder(), [])).rejects.toThrow(/could not be started \(.*EACCES\)$/);
  });

  it('gives the command no standard input', async () => {
    await expect(shell('cat; echo end')).resolves.toBe('end\n');
  });

  it('ends the command and all its processes after the time limit', async () => {
    const note = path.join(folder(), 'pid');
    const tree = await executable(folder(), 'tree', `sleep 1000 & echo $! > ${note}; wait`);
    await expect(run(tree, [], { limit: 1500 })).rejects.toThrow(/^it took longer than 1\.5 seconds$/);
    const grandchild = Number(await readFile(note, 'utf8'));
    await eventually(async () => !(await isRunning(grandchild)));
  });

  it('ends a command that prints nothing for too long', async () => {
    await expect(shell('echo once; sleep 1000', { idleLimit: 200 })).rejects.toThrow(
      /^it made no progress for 0\.2 seconds$/,
    );
  });

  it('waits for a command that keeps printing', async () => {
    const command = 'for i in $(seq 25); do echo $i; sleep 0.1; done';
    await expect(shell(command, { idleLimit: 1500 })).resolves.toMatch(/25\n$/);
  });

  it('waits for a command without output while another measure of its progress grows', async () => {
    let size = 0;
    const measure = (): Promise<number> => Promise.resolve((size += 1));
    await expect(shell('sleep 0.6; echo end', { idleLimit: 200, measure })).resolves.toBe('end\n');
  });

  it('ends the command when its signal aborts', async () => {
    const controller = new AbortController();
    const note = path.join(folder(), 'pid');
    const running = shell(`echo $$ > ${note}; sleep 1000`, { signal: controller.signal });
    const ended = expect(running).rejects.toThrow(/aborted/);
    await eventually(() =>
      readFile(note, 'utf8').then(
        (text) => text !== '',
        () => false,
      ),
    );
    controller.abort();
    await ended;
    await expect(isRunning(Number(await readFile(note, 'utf8')))).resolves.toBe(false);
    await expect(shell('echo never', { signal: controller.signal })).rejects.toThrow(/aborted/);
  });
});

describe('condense', () => {
  it('keeps the end of a long error output', () => {
    const line = condense(`${'x'.repeat(1000)} the reason.`);
    expect(line).toHaveLength(301);
    expect(line).toMatch(/^…x+ the reason$/);
  });
});
