import { parseArgs } from 'node:util';
import { messageOf } from './pulumiCli/run';
import { pickStages, runStages } from './testing/runStages';
import { stages, stagesFor } from './testing/stages';
import { OFFLINE } from './pulumiCli/offline';
import { closingLine, oneFailed } from './testing/tally';

/**
 * `npm test`; `--rest` runs the stages that `npm test` leaves out, `--all` runs all stages, `--only STAGE` runs some
 * stages, and paths run only these tests.
 */
async function main(): Promise<void> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        rest: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
      },
    });
    const tier = values.all ? 'all' : values.rest ? 'rest' : 'default';
    const picked =
      positionals.length > 0
        ? stagesFor(positionals)
        : pickStages(stages, values.only, tier, process.env['CI'] === 'true');
    const env = { ...process.env, ...OFFLINE };
    const tally = await runStages(picked, env, console.log);
    console.log(closingLine(tally));
    process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1;
  } catch (error) {
    console.error(messageOf(error));
    console.log(closingLine(oneFailed));
    process.exitCode = 1;
  }
}

void main();
