import { spawnSync } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { executable, root, temporaryFolder } from './support';

const folder = temporaryFolder();

/** Runs a copy of .ci/run with an `npm` that does what each of its three calls is given. */
async function ciRun(calls: { ci?: string; test?: string; demo?: string }) {
  await mkdir(path.join(folder(), '.ci'));
  await copyFile(path.join(root, '.ci/run'), path.join(folder(), '.ci/run'));
  const { ci = 'true', test = 'echo "7 passed, 0 failed"', demo = 'true' } = calls;
  await executable(
    path.join(folder(), 'bin'),
    'npm',
    `[ "$CI" = true ] && [ "$PWD" = ${folder()} ] || exit 99
     case "$*" in
       ci) ${ci} ;;
       test) ${test} ;;
       "run demo") ${demo} ;;
       *) exit 98 ;;
     esac`,
  );
  const { status, stdout } = spawnSync('bash', [path.join(folder(), '.ci/run')], {
    env: { PATH: `${folder()}/bin:/usr/bin:/bin` },
    encoding: 'utf8',
  });
  return { status, closing: stdout.trim().split('\n').at(-1), stdout };
}

it('counts the demo as one more when all is well', async () => {
  await expect(ciRun({})).resolves.toMatchObject({ status: 0, closing: '8 passed, 0 failed' });
});

it('names skipped tests', async () => {
  const test = 'echo "7 passed, 0 failed, 2 skipped"';
  await expect(ciRun({ test })).resolves.toMatchObject({
    status: 0,
    closing: '8 passed, 0 failed, 2 skipped',
  });
});

it('runs the demo even when tests fail, and prints all of it', async () => {
  const run = await ciRun({
    test: 'echo "6 passed, 1 failed"; echo "npm error" >&2; exit 1',
    demo: 'echo the demo',
  });
  expect(run).toMatchObject({ status: 1, closing: '7 passed, 1 failed' });
  expect(run.stdout).toContain('npm error\n');
  expect(run.stdout).toContain('the demo\n');
});

it('fails when the demo fails', async () => {
  await expect(ciRun({ demo: 'exit 3' })).resolves.toMatchObject({
    status: 1,
    closing: '7 passed, 1 failed',
  });
});

it('fails when npm ci fails, without going on', async () => {
  await expect(ciRun({ ci: 'exit 1' })).resolves.toMatchObject({ status: 1, closing: '0 passed, 1 failed' });
});

it.each([
  ['crash without a closing line', 'exit 1', '1 passed, 1 failed'],
  ['crash after a good closing line', 'echo "7 passed, 0 failed"; exit 1', '8 passed, 1 failed'],
  ['say nothing', 'true', '1 passed, 1 failed'],
  ['ran none', 'echo "0 passed, 0 failed"', '1 passed, 1 failed'],
])('fails when the tests %s', async (_what, test, closing) => {
  await expect(ciRun({ test })).resolves.toMatchObject({ status: 1, closing });
});
