import { judgeJest } from '../../../tools/src/testing/jestReport';
import { pickStages, runStages } from '../../../tools/src/testing/runStages';
import type { Tier } from '../../../tools/src/testing/runStages';
import { stages as realStages, stagesFor } from '../../../tools/src/testing/stages';
import type { Stage } from '../../../tools/src/testing/stages';
import { closingLine, oneFailed, onePassed } from '../../../tools/src/testing/tally';
import type { Tally } from '../../../tools/src/testing/tally';

const report = (counts: Record<string, unknown>): string =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    numRuntimeErrorTestSuites: 0,
    ...counts,
  });

describe('judgeJest', () => {
  it('counts the tests of a run', () => {
    const counts = { numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 };
    expect(judgeJest(report(counts), 1)).toEqual({ tally: { passed: 5, failed: 2, skipped: 2 } });
    expect(judgeJest(report({ numPassedTests: 5 }), 0)).toEqual({
      tally: { passed: 5, failed: 0, skipped: 0 },
    });
  });

  it('counts a file that could not be loaded as failed', () => {
    const { tally } = judgeJest(report({ numPassedTests: 5, numRuntimeErrorTestSuites: 1 }), 1);
    expect(tally.failed).toBe(1);
  });

  it('rejects a report that the exit code contradicts', () => {
    expect(judgeJest(report({ numPassedTests: 5 }), 1)).toEqual({
      tally: { passed: 5, failed: 1, skipped: 0 },
      complaint: 'every test passed, but jest ended with exit code 1',
    });
    expect(judgeJest(report({ numPassedTests: 5 }), null).tally.failed).toBe(1);
  });

  it('counts a run without tests, or with only skipped tests, as failed', () => {
    expect(judgeJest(report({ numPendingTests: 3 }), 0)).toEqual({
      tally: { passed: 0, failed: 1, skipped: 3 },
      complaint: 'no test was run',
    });
  });

  it.each([undefined, '', '{"numPassedTests": 5', 'null', '{}', report({ numPassedTests: '5' })])(
    'counts the report %j as a crash',
    (text) => {
      expect(judgeJest(text, 0)).toEqual({
        tally: oneFailed,
        complaint: 'jest left no readable report (exit code 0)',
      });
    },
  );
});

describe('closingLine', () => {
  it('names skipped tests only if there are any', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(closingLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped');
  });
});

describe('runStages', () => {
  let ran: string[] = [];
  let printed: string[] = [];
  beforeEach(() => {
    ran = [];
    printed = [];
  });
  const stage = (name: string, tally: Tally, needs: string[] = []): Stage => ({
    name,
    needs,
    run: () => {
      ran.push(name);
      return Promise.resolve(tally);
    },
  });
  const runAll = (stages: Stage[]): Promise<Tally> =>
    runStages(stages, {}, (...said) => printed.push(said.join(' ')));

  it('adds up all stages, also after a failure', async () => {
    const stages = [
      stage('lint', oneFailed),
      stage('unit', { passed: 7, failed: 0, skipped: 1 }),
      stage('build', onePassed),
    ];
    await expect(runAll(stages)).resolves.toEqual({ passed: 8, failed: 1, skipped: 1 });
    expect(ran).toEqual(['lint', 'unit', 'build']);
    expect(printed.at(-1)).toBe('\nFailed: lint.');
  });

  it('counts stages that cannot run as failed, and stages that need them too', async () => {
    const stages = [
      stage('build', oneFailed),
      stage('engine', onePassed, ['build']),
      stage('chaos', onePassed, ['engine']),
    ];
    await expect(runAll(stages)).resolves.toEqual({ passed: 0, failed: 3, skipped: 0 });
    expect(ran).toEqual(['build']);
    expect(printed).toContain('engine was not run, because build failed.');
  });

  it('runs stages of one core two at a time, after what they need, and keeps what each says together', async () => {
    const goOn = new Map<string, () => void>();
    const oneCore = (name: string, needs: string[] = []): Stage => ({
      name,
      needs,
      oneCore: true,
      run: async (_env, say) => {
        ran.push(name);
        say(`${name} begins`);
        await new Promise<void>((resolve) => goOn.set(name, resolve));
        say(`${name} ends`);
        return onePassed;
      },
    });
    const whole = runAll([
      oneCore('build'),
      oneCore('types', ['build']),
      oneCore('lint'),
      oneCore('arrows'),
      stage('unit', onePassed),
    ]);
    const end = async (name: string): Promise<void> => {
      goOn.get(name)?.();
      await new Promise(setImmediate);
    };
    await new Promise(setImmediate);
    expect(ran).toEqual(['build', 'lint']);
    await end('lint');
    expect(ran).toEqual(['build', 'lint', 'arrows']);
    await end('build');
    expect(ran).toEqual(['build', 'lint', 'arrows', 'types']);
    await end('types');
    expect(ran).not.toContain('unit');
    await end('arrows');
    await expect(whole).resolves.toEqual({ passed: 5, failed: 0, skipped: 0 });
    expect(printed.slice(0, 2)).toEqual([
      '\n── lint ──\nlint begins\nlint ends',
      '\n── build ──\nbuild begins\nbuild ends',
    ]);
  });

  it('prints the seconds of each stage', async () => {
    await runAll([stage('build', oneFailed), stage('lint:types', onePassed, ['build'])]);
    expect(printed).toContain(
      ['\nstage       seconds', 'build             0', 'lint:types  not run'].join('\n'),
    );
  });

  it('passes one environment from stage to stage', async () => {
    const seen: unknown[] = [];
    const first: Stage = {
      ...stage('first', onePassed),
      run: (env) => {
        env['FOUND'] = 'here';
        return Promise.resolve(onePassed);
      },
    };
    const second: Stage = {
      ...stage('second', onePassed),
      run: (env) => {
        seen.push(env['FOUND']);
        return Promise.resolve(onePassed);
      },
    };
    await runAll([first, second]);
    expect(seen).toEqual(['here']);
    expect(printed.at(-1)).toBe('\nEvery stage passed.');
  });
});

describe('pickStages', () => {
  const names = (only: string[], tier?: Tier, ci?: boolean): string[] =>
    pickStages(realStages, only, tier, ci).map(({ name }) => name);

  it('picks the stages of npm test if none is named', () => {
    const left = realStages.filter(({ tier }) => tier === undefined).map(({ name }) => name);
    expect(names([])).toEqual(left);
    expect(left).toEqual(expect.arrayContaining(['lint', 'unit', 'provider', 'contract', 'engine', 'chaos']));
    expect(left).not.toContain('full');
  });

  it('picks for the tier rest the stages outside of npm test, and the stages that they need', () => {
    expect(names([], 'rest')).toEqual([
      'build',
      'test:coverage',
      'pulumi',
      'lint:package',
      'newest node',
      'full',
    ]);
  });

  it('picks every stage for the tier all; coverage is counted while the unit and provider tests run', () => {
    const left = realStages.map(({ name }) => name).filter((name) => name !== 'unit' && name !== 'provider');
    expect(names([], 'all')).toEqual(left);
  });

  it('counts coverage in CI in the run of npm test, and not once more in the rest', () => {
    const inAll = names([], 'all');
    const first = names([], 'default', true);
    const rest = names([], 'rest', true);
    expect(first).toContain('test:coverage');
    expect(rest).toEqual(['build', 'pulumi', 'lint:package', 'newest node', 'full']);
    expect(inAll.filter((name) => first.includes(name) || rest.includes(name))).toEqual(inAll);
    expect(first.filter((name) => rest.includes(name))).toEqual(['build', 'pulumi']);
  });

  it('picks the named stages and the stages that they need, in the order of the run', () => {
    expect(names(['engine', 'unit'])).toEqual(['build', 'unit', 'pulumi', 'engine']);
  });

  it('lists the stages when a name is wrong', () => {
    expect(() => names(['units'])).toThrow(/^There is no stage "units": choose from build, lint, .*full\.$/);
  });

  it('has every needed stage before the stage that needs it', () => {
    realStages.forEach(({ needs }, index) => {
      const before = realStages.slice(0, index).map(({ name }) => name);
      expect(before).toEqual(expect.arrayContaining([...needs]));
    });
  });
});

describe('stagesFor', () => {
  const names = (...paths: string[]): string[] => stagesFor(paths).map(({ name }) => name);

  it('runs a file alone, after the stages that its tier needs', () => {
    expect(names('test/unit/tools/testRun.test.ts')).toEqual(['unit']);
    expect(names('test/engine')).toEqual(['build', 'pulumi', 'engine']);
    expect(names('test/contract/access/access.test.ts', 'test/unit/api')).toEqual([
      'build',
      'unit',
      'contract',
    ]);
  });

  it('names a path that contains no tests', () => {
    expect(() => names('test/unit/nowhere.test.ts')).toThrow(
      'There is no file or folder test/unit/nowhere.test.ts.',
    );
    for (const path of ['test/contract/fuzz', 'test/unit/sdk/support/program.ts'])
      expect(() => names(path)).toThrow(`${path} holds no tests: their names end in .test.ts.`);
    for (const path of ['test', 'sdk', '/', 'test/fastClock.ts'])
      expect(() => names(path)).toThrow(
        `${path} holds no tests: choose a file or folder in test/unit, test/provider, test/contract, test/engine, test/chaos, test/packages.`,
      );
  });
});
