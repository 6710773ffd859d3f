// Runs that are killed while they update something in place. The tests that use them mock `provider/run/progress`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InProcessStack, TestResource } from './inProcessStack';
import { warnedBy } from './warnings';

export type Args = Record<string, unknown>;

export const VOLUME = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01', tags: { team: 'ml' } };
export const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  ...{ allowShutdown: true, powerState: 'running', volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
};

/** The warning of a preview or an `up` that does not repeat the interrupted update of a resource. */
export const interruption = (name: string): string =>
  `The last update of ${name} was interrupted; it may hold parts that the state does not show. Run \`pulumi up --refresh\`.`;

/** The folder of the notes of a stack that has a home. */
export const notesOf = ({ environment }: InProcessStack): string =>
  path.join(String(environment['PULUMI_HOME']), 'cloud-compute');

/** The notes about updates, and about machines that were shut down. */
export function updateNotesOf(stack: InProcessStack): string[] {
  const folder = notesOf(stack);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.startsWith('update.'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

/** The id of a process that has ended. A later process with this id is recognized by the time of its start. */
let ended: number | undefined;

/** Simulates that all processes that have written notes have ended: the notes get the id of an ended process. */
export function endProcesses(stack: InProcessStack): void {
  const pid = (ended ??= spawnSync(process.execPath, ['--version']).pid);
  const folder = notesOf(stack);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const file = path.join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/ \d+/, ` ${String(pid)}`));
  }
}

/** What happens to the runs of a stack that has a home. */
export function killedRuns(stackOf: () => InProcessStack) {
  const notes = () => updateNotesOf(stackOf());

  /** The process of the run has ended; the next one begins. */
  function endProcess(): void {
    expect(notes()).not.toEqual([]);
    endProcesses(stackOf());
    stackOf().newProcess();
  }

  /** Applies an update and ends the process, so that the engine's state stays as it was. */
  async function kill(resource: TestResource, args: Args): Promise<void> {
    await resource.copy().update(args);
    endProcess();
  }

  /** Runs the next `up --refresh`, with the earlier program. */
  async function applyRefreshed(resource: TestResource, args: Args): Promise<void> {
    await resource.refresh();
    const text = await warnedBy(async () => {
      expect(await resource.diff(args)).toMatchObject({ changes: true, replaces: [] });
    });
    expect(text).not.toContain('interrupted');
    await resource.update(args);
    await stackOf().endRun();
    expect(notes()).toEqual([]);
    stackOf().newProcess();
    expect(await resource.diff(args)).toMatchObject({ changes: false });
  }

  return { notes, endProcess, kill, applyRefreshed };
}
