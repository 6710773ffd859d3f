import { messageOf } from '../pulumiCli/run';
import { EmulatorProcess } from '../testing/emulatorProcess';
import { ProgramFolder } from '../testing/programFolder';
import { CloudView } from './cloud/cloudView';
import { endAll } from './stack/engineProcess';
import type { Plan } from './plan';
import { TIME_SCALE } from './plan';
import type { Door } from './stack/door';
import { secondProgram } from './stack/program';
import { StackCommands } from './stack/stackCommands';
import type { Outcome } from './chaosRun';
import { ChaosRun } from './chaosRun';

/** Runs a plan on an emulator of its own. */
export async function runPlan(plan: Plan, door: Door): Promise<Outcome> {
  const emulator = await EmulatorProcess.start([
    ...['--port', '0', '--control', '--time-scale', String(TIME_SCALE), '--balance', '1000000'],
    ...['--rate-limit-window', '5', '--seed', String(plan.seed), '--check-replies'],
  ]);
  const programs = ['', ...(plan.hasSecondStack ? [secondProgram(door)] : [])];
  const folders = await Promise.all(
    programs.map((program) => ProgramFolder.create({ program, project: 'chaos', plugin: door.plugin })),
  );
  const [first, second] = await Promise.all(
    folders.map(
      async (folder) => new StackCommands(folder, await folder.environment(environmentOf(emulator))),
    ),
  );
  if (!first) throw new Error('There is no stack.');
  let outcome: Outcome;
  let wrong: string | undefined;
  try {
    outcome = await new ChaosRun(plan, door, new CloudView(emulator), first, second).run();
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
