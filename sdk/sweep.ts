// A crash may leave behind what the engine does not know. The next create of the same resource takes it over; what
// has no next create, because the resource left the program, is removed at the end of the program.
import { setTimeout as sleep } from 'node:timers/promises';
import * as pulumi from '@pulumi/pulumi';
import type { CloudComputeClient } from '../api/client';
import type { Leftover } from '../core/orphans';
import { leftoversOf, removeLeftover, wordFor } from '../core/orphans';
import type { IntentLog } from '../core/intentLog';
import { LAG_MS, intentLogIn } from '../core/intentLog';
import { client } from './config';
import { currentOwner } from './owner';
import { isMocked, perRun } from './run';
import { valueOf } from './valueOf';

/** Says what becomes of leftovers. */
type Tell = (message: string) => void;

/**
 * Removes what carries this state's mark and is no resource of the program. Only after a run in which every
 * resource came to its id: a program that broke off may not have named them all.
 */
export class Sweeper {
  private readonly registrations: Promise<pulumi.ID | undefined>[] = [];
  /** From when on lists show what an interrupted run had asked for. */
  private listedFrom = 0;

  constructor(
    private readonly api: () => CloudComputeClient,
    private readonly warn: Tell,
    private readonly intentLog: IntentLog = intentLogIn(process.env),
    private readonly pause: (ms: number) => Promise<unknown> = (ms) => sleep(ms),
    private readonly now: () => number = () => Date.now(),
  ) {}

  /** Looks what an interrupted run has noted, before this one asks for anything. */
  begin(owner: string): void {
    this.listedFrom = this.now() + (this.intentLog.isOpen(owner) ? LAG_MS : 0);
  }

  /** A resource of the program; what it is now is not left behind. */
  add(id: Promise<pulumi.ID | undefined>): void {
    this.registrations.push(id.catch(() => undefined));
  }

  /** Tells, and does not throw, what could not be removed: the next run tries again. */
  async sweep(owner: string): Promise<void> {
    const ids = await Promise.all(this.registrations);
    if (ids.includes(undefined)) return;
    const known = new Set(ids);
    try {
      const outstanding = this.listedFrom - this.now();
      if (outstanding > 0) await this.pause(outstanding);
      const leftovers = await leftoversOf(this.api(), owner);
      await Promise.all(
        leftovers.filter(({ object }) => !known.has(object.id)).map((leftover) => this.remove(leftover)),
      );
      this.intentLog.forget(owner);
    } catch (error) {
      this.warn(
        `Could not look for what interrupted runs left behind; the next \`pulumi up\` does: ${reason(error)}`,
      );
    }
  }

  private async remove(leftover: Leftover): Promise<void> {
    const word = wordFor(leftover);
    if (leftover.mark.unclaimed === 'keep') {
      this.warn(
        `The ${word} was left behind by an interrupted run and is billed. It was to be kept (retainOnDelete, ` +
          'protect), so remove it yourself if you do not need it.',
      );
      return;
    }
    try {
      // It may be in state and have left the program only now, after somebody used it: its data can be had back.
      await removeLeftover(this.api(), leftover, { sleep: this.pause }, false);
      this.warn(`Removed the ${word}, which an interrupted run had left behind.`);
    } catch (error) {
      this.warn(
        `Could not remove the ${word}, which an interrupted run left behind and which is billed; ` +
          `the next \`pulumi up\` tries again: ${reason(error)}`,
      );
    }
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const theSweeper = perRun(() => {
  const sweeper = new Sweeper(client, (message) => void pulumi.log.warn(message));
  // Without an owner nothing was created.
  const owner = valueOf(currentOwner()).catch(() => undefined);
  void owner.then((known) => {
    if (known !== undefined) sweeper.begin(known);
  });
  atEnd(async () => {
    const known = await owner;
    if (known !== undefined) await sweeper.sweep(known);
  });
  return sweeper;
});

/** Follows a resource to the end of the program. A preview removes nothing, nor does a test on mocks. */
export function sweepAtEnd(resource: pulumi.CustomResource): void {
  if (!pulumi.runtime.isDryRun() && !isMocked()) theSweeper().add(valueOf(resource.id));
}

/**
 * Runs `work` once the program has nothing more to do, and before the engine takes it for ended; never after an
 * error. An inline program of the Automation API has no such moment: its process goes on to other things.
 */
function atEnd(work: () => Promise<void>): void {
  const monitor = pulumi.runtime.getMonitor();
  process.once('beforeExit', (code) => {
    if (code === 0 && !pulumi.log.hasErrors() && pulumi.runtime.getMonitor() === monitor) void work();
  });
}
