import { spawnSync } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { executable, root, temporaryFolder } from './support';

const folder = temporaryFolder();

/** Runs a copy of .ci/run with an `npm` that does the given thing at each of its four calls. */
async function ciRun(calls: { ci?: string; test?: string; rest?: string; demo?: string }) {
  await mkdir(path.join(folder(), '.ci'));
  await copyFile(path.join(root, '.ci/run'), path.join(folder(), '.ci/run'));
  const { ci = 'true', test = 'echo "7 passed, 0 failed"', demo = 'true' } = calls;
  const { rest = 'echo "20 passed, 0 failed"' } = calls;
  await executable(
    path.join(folder(), 'bin'),
    'npm',
    `[ "$CI" = true ] && [ "$PWD" = ${folder()} ] || exit 99
     case "$*" in
       ci) ${ci} ;;
       test) ${test} ;;
       "run test:rest") ${rest} ;;
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

it('the run adds up npm test and the rest, and counts the demo as one more check', async () => {
  await expect(ciRun({})).resolves.toMatchObject({ status: 0, closing: '28 passed, 0 failed' });
});

it('the run names skipped tests', async () => {
  const test = 'echo "7 passed, 0 failed, 2 skipped"';
  const rest = 'echo "20 passed, 0 failed, 1 skipped"';
  await expect(ciRun({ test, rest })).resolves.toMatchObject({
    status: 0,
    closing: '28 passed, 0 failed, 3 skipped',
  });
});

it('the run executes the rest and the demo even when tests fail, and prints all output', async () => {
  const run = await ciRun({
    test: 'echo "6 passed, 1 failed"; echo "npm error" >&2; exit 1',
    rest: 'echo the rest; echo "20 passed, 0 failed"',
    demo: 'echo the demo',
  });
  expect(run).toMatchObject({ status: 1, closing: '27 passed, 1 failed' });
  expect(run.stdout).toContain('npm error\n');
  expect(run.stdout).toContain('the rest\n');
  expect(run.stdout).toContain('the demo\n');
});

it('the run fails when the rest fails, and does not confuse the last lines of both', async () => {
  const failing = await ciRun({ rest: 'echo "19 passed, 1 failed"; exit 1' });
  expect(failing).toMatchObject({ status: 1, closing: '27 passed, 1 failed' });
});

it('the run fails when the demo fails', async () => {
  await expect(ciRun({ demo: 'exit 3' })).resolves.toMatchObject({
    status: 1,
    closing: '27 passed, 1 failed',
  });
});

it('the run fails when npm ci fails, without further steps', async () => {
  await expect(ciRun({ ci: 'exit 1' })).resolves.toMatchObject({ status: 1, closing: '0 passed, 1 failed' });
});

const WRONG = [
  ['crash without a closing line', 'exit 1', 0],
  ['crash after a good closing line', 'echo "7 passed, 0 failed"; exit 1', 7],
  ['say nothing', 'true', 0],
  ['ran none', 'echo "0 passed, 0 failed"', 0],
] as const;

it.each(WRONG)('the run fails when the tests %s', async (_what, test, passed) => {
  await expect(ciRun({ test })).resolves.toMatchObject({
    status: 1,
    closing: `${passed + 21} passed, 1 failed`,
  });
});

it.each(WRONG)('the run fails when the tests of the rest %s', async (_what, rest, passed) => {
  await expect(ciRun({ rest })).resolves.toMatchObject({
    status: 1,
    closing: `${passed + 8} passed, 1 failed`,
  });
});
