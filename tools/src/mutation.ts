// `npm run mutation [AREA…]`: changes the code of an area in many small ways, and counts the changes that no test
// notices. The report of an area is in reports/mutation.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MUTATION_AREAS, filesOf } from './testing/mutationAreas';
import { messageOf } from './pulumiCli/run';
import { runShown } from './testing/shownCommands';

const root = path.resolve(__dirname, '..', '..');

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in MUTATION_AREAS));
  const known = Object.keys(MUTATION_AREAS);
  if (unknown.length > 0)
    throw new Error(`There is no area ${unknown.join(', ')}: choose from ${known.join(', ')}.`);
  const wanted = Object.entries(MUTATION_AREAS).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  for (const [name, area] of wanted) await mutate(name, filesOf(area));
}

async function mutate(name: string, { code, tests }: ReturnType<typeof filesOf>): Promise<void> {
  const temporary = path.join('.cache', 'mutation', name);
  const report = path.join('reports', 'mutation', name);
  await mkdir(path.join(root, temporary), { recursive: true });
  const config = path.join(root, temporary, 'stryker.json');
  const options = {
    testRunner: 'jest',
    jest: { configFile: 'test/mutation.jest.cjs', enableFindRelatedTests: false },
    plugins: ['@stryker-mutator/jest-runner'],
    mutate: code,
    coverageAnalysis: 'perTest',
    // A change of code that runs while a module loads needs a run of all tests.
    ignoreStatic: true,
    // The tests need no build, and no report of another run.
    ignorePatterns: ['.cache', 'dist', '**/dist', 'coverage', 'reports', 'site', 'docs', 'bench'],
    concurrency: 2,
    timeoutMS: 10_000,
    tempDirName: path.join(temporary, 'copies'),
    cleanTempDir: 'always',
    reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: path.join(report, 'index.html') },
    jsonReporter: { fileName: path.join(report, 'mutation.json') },
  };
  await writeFile(config, JSON.stringify(options, undefined, 2));
  const stryker = path.join(
    path.dirname(require.resolve('@stryker-mutator/core/package.json')),
    'bin',
    'stryker.js',
  );
  // Random tests run once for each change: a few cases must be enough.
  const env = { FUZZ_RUNS: '2', ...process.env, MUTATION_TESTS: tests.join(' ') };
  await runShown(process.execPath, [stryker, 'run', config], { cwd: root, env });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
