import { parseArgs } from 'node:util';
import { messageOf } from './pulumiCli/run';
import { pickStages, runStages } from './testing/runStages';
import { stages } from './testing/stages';
import { closingLine, oneFailed } from './testing/tally';

/** `npm test`, or some of its stages: `npm test -- --only unit --only contract`. */
async function main(): Promise<void> {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });
    const picked = pickStages(stages, values.only);
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: 'true' };
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
