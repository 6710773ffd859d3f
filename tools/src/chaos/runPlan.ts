import { messageOf } from '../pulumiCli/run';
import { EmulatorProcess } from '../testing/emulatorProcess';
import { ProgramFolder } from '../testing/programFolder';
import { CloudView } from './cloud/cloudView';
import { endAll } from './stack/engineProcess';
import type { Plan } from './plan';
import { TIME_SCALE } from './plan';
import { StackCommands } from './stack/stackCommands';
import type { Outcome } from './chaosRun';
import { ChaosRun } from './chaosRun';

const SECOND_PROGRAM = `const cc = require('pulumi-cloud-compute');
new cc.Volume('data', { name: 'data', type: 'NVMe', locationCode: 'FIN-01', size: 10 });
`;

/** Runs a plan on an emulator of its own. */
export async function runPlan(plan: Plan): Promise<Outcome> {
  const emulator = await EmulatorProcess.start([
    ...['--port', '0', '--control', '--time-scale', String(TIME_SCALE), '--balance', '1000000'],
    ...['--rate-limit-window', '5', '--seed', String(plan.seed), '--check-replies'],
  ]);
  const folders = [await ProgramFolder.create({ program: '', project: 'chaos' })];
  if (plan.hasSecondStack)
    folders.push(await ProgramFolder.create({ program: SECOND_PROGRAM, project: 'chaos' }));
  const [first, second] = await Promise.all(
    folders.map(
      async (folder) => new StackCommands(folder, await folder.environment(environmentOf(emulator))),
    ),
  );
  if (!first) throw new Error('There is no stack.');
  let outcome: Outcome;
  let wrong: string | undefined;
  try {
    outcome = await new ChaosRun(plan, new CloudView(emulator), first, second).run();
  } finally {
    endAll([first, second].flatMap((stack) => stack?.leftBehind ?? []));
    await Promise.all(folders.map((folder) => folder.dispose()));
    wrong = await emulator.stop().then(() => undefined, messageOf);
  }
  return { ...outcome, failure: outcome.failure ?? wrong };
}

const environmentOf = ({ url }: EmulatorProcess) => ({
  CLOUD_COMPUTE_BASE_URL: url,
  CLOUD_COMPUTE_CLIENT_ID: 'emulator',
  CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
});
