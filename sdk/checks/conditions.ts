import * as pulumi from '@pulumi/pulumi';
import { atEndOfRun } from '../pulumi/endOfRun';
import { failProgram } from '../pulumi/failProgram';
import { isMocked, perRun } from '../pulumi/run';
import { valueOf } from '../pulumi/undeclared';
import { hasGate } from './gates';

interface Machine {
  readonly name: string;
  readonly resource: pulumi.CustomResource;
  readonly args: { readonly waitFor?: unknown; readonly awaitReady?: pulumi.Input<boolean | undefined> };
}

/** The machines with conditions that do not wait themselves, perhaps. */
const machines = perRun(() => {
  const all: Machine[] = [];
  atEndOfRun(
    () => Promise.resolve(all.length),
    async () => {
      await Promise.all(all.map((machine) => check(machine).catch(() => undefined)));
    },
  );
  return all;
});

/** Fails the program at its end if nothing waits for the conditions of a machine. */
export function checkConditions(name: string, resource: pulumi.CustomResource, args: object): void {
  const given: Machine['args'] = args;
  if (given.waitFor === undefined || given.awaitReady === undefined || isMocked()) return;
  machines().push({ name, resource, args: given });
}

async function check({ name, resource, args }: Machine): Promise<void> {
  const awaitReady = await valueOf(pulumi.output(args.awaitReady));
  if (awaitReady !== false || hasGate(resource)) return;
  failProgram(
    `Nothing waits for waitFor of ${JSON.stringify(name)}: with awaitReady: false, only a gate does. Add ` +
      `new InstancesReady("…", { instances: [ … ] }) with this machine, or leave awaitReady out.`,
  );
}
