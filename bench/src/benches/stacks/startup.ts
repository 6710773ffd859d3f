import type { Bench } from '../../bench';
import { median, rounded } from '../../bench';
import { ProgramFolder } from '../../../../tools/dist/testing/programFolder';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const TIMES = 15;
const GOAL_MS = 100;

/** The program text of each process. */
const CASES = [
  // A program that imports Pulumi's SDK, and the package in addition.
  {
    what: 'program',
    bare: `require('@pulumi/pulumi');`,
    ours: `require('@pulumi/pulumi'); require('pulumi-cloud-compute');`,
  },
  // The plugin has loaded Pulumi's SDK before the first resource; a classic plugin loads nothing more.
  {
    what: 'plugin',
    bare: `require('@pulumi/pulumi/dynamic');`,
    ours: `require('@pulumi/pulumi/dynamic'); require('pulumi-cloud-compute/provider').instance;`,
  },
] as const;

// Measures the wall time of a Node.js process, from start to exit, that loads the modules of a program (the
// package) or of the plugin (its provider, by the text in state): the median of fifteen. Compares it, in
// turns, with a process that loads only the modules of a bare Pulumi program or plugin. The ratio is the
// difference in milliseconds.
export const startup: Bench = {
  name: 'startup',
  about: 'milliseconds that importing the package adds to a bare Pulumi program, and to the plugin',
  sizes: [1],

  async run({ progress }) {
    const folder = await ProgramFolder.create({ program: '' });
    try {
      const rows = [];
      for (const { what, bare, ours } of CASES) {
        progress(`start of the ${what}, ${TIMES} times`);
        const times: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
        for (let time = 0; time < TIMES; time += 1) {
          times.bare.push(await start(folder.path, bare));
          times.ours.push(await start(folder.path, ours));
        }
        const [bareMs, oursMs] = [median(times.bare), median(times.ours)];
        rows.push({
          n: 1,
          ratio: rounded(oursMs - bareMs, 0),
          goal: GOAL_MS,
          start: what,
          bareMs: rounded(bareMs, 0),
          oursMs: rounded(oursMs, 0),
        });
      }
      return rows;
    } finally {
      await folder.dispose();
    }
  },
};

/** The wall time, in ms, of a process that runs this text in the folder. */
async function start(cwd: string, text: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, ['-e', text], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The process that ran ${text} ended with exit code ${String(code)}.`);
  return performance.now() - started;
}
