import * as pulumi from '@pulumi/pulumi';
import type { VolumeTypeName } from '../../api/schema';
import { isForClusters, isShared } from '../../api/services/volumes';
import { nameIn } from '../../core/urn';
import { atEndOfRun } from '../pulumi/endOfRun';
import { failProgram } from '../pulumi/failProgram';
import { isMocked, perRun } from '../pulumi/run';
import { isResource } from '../pulumi/isResource';
import { isKnown, outputOf, sourcesOf, valueOf } from '../pulumi/undeclared';
import { hasGate } from './gates';
import { resourceOf } from './ids';
import { givenArgs } from './newResources';

/** A machine or a cluster that uses volumes. */
interface Machine {
  readonly name: string;
  readonly resource: pulumi.CustomResource;
  /** The arguments that decide whether it can share a volume. */
  readonly args: {
    readonly locationCode?: pulumi.Input<string>;
    readonly fallbackLocationCodes?: pulumi.Input<readonly pulumi.Input<string>[]>;
    readonly startupScriptId?: pulumi.Input<string>;
    readonly instanceGroupId?: pulumi.Input<string>;
    readonly allowShutdown?: pulumi.Input<boolean>;
    readonly awaitReady?: pulumi.Input<boolean>;
  };
}

/** Clusters are always deployed with their volumes, and share them. */
const isCluster = ({ resource }: Machine): boolean => isResource(resource, 'Cluster');
const isMachine = (user: Machine): boolean => !isCluster(user);

type Volume = pulumi.CustomResource & {
  readonly type: pulumi.Output<string>;
  readonly locationCode: pulumi.Output<string>;
};

/** The machines that use a volume, in the order of the program, by the output that is the id of the volume. */
const usersOf = perRun(() => {
  const users = new Map<pulumi.Output<string>, Machine[]>();
  atEndOfRun(
    () => Promise.resolve(users.size),
    async () => {
      await Promise.all(
        [...users].map(([id, machines]) => checkGates(id, machines.filter(isMachine)).catch(() => undefined)),
      );
    },
  );
  return users;
});

/** Shared volumes for which the preview has explained how they are attached. */
const explained = perRun(() => new Set<pulumi.Resource>());

/**
 * Checks new volumes that several machines use. The provider compares volumes by their ids, which are unknown
 * in a preview while the volume does not exist yet. The program passes the same output to each machine,
 * though.
 */
export function checkVolumesInUse(machine: Machine, volumes: unknown): void {
  if (!Array.isArray(volumes) || isMocked() || !pulumi.runtime.isDryRun()) return;
  for (const given of volumes as unknown[]) {
    const id = pulumi.CustomResource.isInstance(given) ? given.id : given;
    if (!pulumi.Output.isInstance<string>(id)) continue;
    const users = usersOf().get(id) ?? [];
    usersOf().set(id, users);
    if (users.includes(machine)) {
      const where = `existingVolumes of ${JSON.stringify(machine.name)}`;
      failProgram(`${where} names a volume twice: leave one of them out.`);
      continue;
    }
    users.push(machine);
    // If the volume or an argument fails, the program fails with that error.
    check(id, machine, [...users]).catch(() => undefined);
  }
}

const volumeOf = (id: pulumi.Output<string>): Volume | undefined =>
  sourcesOf(id).find((one) => isResource(one, 'Volume')) as Volume | undefined;

const namesVolume = (name: string): string => `existingVolumes of ${JSON.stringify(name)} names a volume`;

/** @param users the machines and clusters so far that use the volume; the last one is this one. */
async function check(id: pulumi.Output<string>, user: Machine, users: readonly Machine[]): Promise<void> {
  const { name, args } = user;
  const volume = volumeOf(id);
  if (volume === undefined || (await isKnown(id))) return;
  const [type, place, site, fallbacks = []] = await Promise.all([
    valueOf(volume.type),
    valueOf(volume.locationCode),
    valueOf(pulumi.output(args.locationCode)),
    valueOf(pulumi.output(args.fallbackLocationCodes)),
  ]);
  const noun = isCluster(user) ? 'cluster' : 'machine';
  const which = namesVolume(name);
  // The output is unknown while one of the instances is new.
  const instanceIds = givenArgs(volume)?.instanceIds;
  if (Array.isArray(instanceIds) || (await valueOf(pulumi.output(instanceIds)))) {
    failProgram(
      `${which} that declares instanceIds: the next \`pulumi up\` would detach it from the ${noun}. ` +
        'Leave instanceIds out; existingVolumes attaches the volume.',
    );
  }
  if (place && site && place !== site) {
    failProgram(`${which} in ${place}, but the ${noun} is in ${site}: both must be in the same location.`);
  }
  const wrong = fallbacks.filter((code) => code !== place).join(', ');
  if (place && wrong !== '') {
    failProgram(
      `${which} in ${place}, but fallbackLocationCodes names ${wrong}: the ${noun} could not attach the volume there. Remove ${wrong}.`,
    );
  }
  if (type === undefined) return;
  if (isMachine(user) && isForClusters({ type: type })) {
    failProgram(`${which} of the type ${type}, which only clusters mount: use the type NVMe_Shared.`);
  }
  if (isCluster(user) && !isShared({ type: type as VolumeTypeName })) {
    failProgram(
      `${which} of the type ${type}, but a cluster mounts shared volumes only: use the type NVMe_Shared.`,
    );
  }
  if (isShared({ type: type as VolumeTypeName })) {
    await checkSharing(volume, users);
    return;
  }
  const [first] = users.filter(isMachine);
  if (isCluster(user) || first === undefined || first === user) return;
  failProgram(
    `${alsoNames(user, first)}a volume is attached to one machine, unless its type is shared. Use one volume per machine, or one volume of the type NVMe_Shared for all.`,
  );
}

const alsoNames = ({ name }: Machine, other: Machine): string =>
  `${namesVolume(name)} that existingVolumes of ${JSON.stringify(other.name)} also names: `;

/**
 * Checks a shared new volume when one more machine names it. Only `up` shows which machine is the first: each machine
 * with a startup script must permit the shutdown, also the first one, which was alone until now.
 */
async function checkSharing(volume: Volume, users: readonly Machine[]): Promise<void> {
  const [first, second] = users;
  const user = users.at(-1);
  if (!first || !second || !user) return;
  const pairs: [Machine, Machine][] = user === second ? [[first, second]] : [];
  let isRefused = false;
  for (const [one, other] of [...pairs, [user, first] as const]) {
    if (isCluster(one) || !(await mayInterruptScript(one))) continue;
    isRefused = true;
    failProgram(
      `${alsoNames(one, other)}it is shared, so this machine is shut down once it runs, attached, and started again, unless ` +
        '`pulumi up` orders it before the others. That would interrupt its startup script. Set allowShutdown: true, or leave ' +
        'the script out.',
    );
  }
  if (isRefused || explained().has(volume) || !users.some(isMachine)) return;
  explained().add(volume);
  void pulumi.log.warn(
    `${alsoNames(user, first)}only the first machine is deployed with a shared volume. The others are shut down once they run, attached, and started again: at their first boot, the volume is missing.`,
    volume,
  );
}

/** Whether a shutdown in the create of a machine would interrupt its startup script without permission. */
async function mayInterruptScript({ resource, args }: Machine): Promise<boolean> {
  // The provider asks for the permission to shut down a machine that exists.
  if ((await isKnown(resource.id)) || !(await hasScript(args))) return false;
  // The output is known after the transformations, which may set it.
  const allowShutdown = outputOf(resource, 'allowShutdown');
  return (await isKnown(pulumi.output(args.allowShutdown))) && (await valueOf(allowShutdown)) !== true;
}

async function hasScript({ startupScriptId, instanceGroupId }: Machine['args']): Promise<boolean> {
  const own = pulumi.output(startupScriptId);
  if (startupScriptId !== undefined && (!(await isKnown(own)) || (await valueOf(own)))) return true;
  const group = resourceOf(instanceGroupId, 'id');
  if (!group || !isResource(group, 'InstanceGroup')) return false;
  // The output of a new group is unknown if its script is new.
  const template: unknown = givenArgs(group)?.template ?? outputOf(group, 'template');
  const given: unknown = pulumi.Output.isInstance(template) ? await valueOf(template) : await template;
  return !!(given as { readonly startupScriptId?: unknown } | undefined)?.startupScriptId;
}

/** Warns of new machines that share a volume if neither their create nor a gate waits for them. */
async function checkGates(id: pulumi.Output<string>, users: readonly Machine[]): Promise<void> {
  const volume = volumeOf(id);
  const type = await valueOf(volume?.type);
  if (!volume || !type || !isShared({ type: type as VolumeTypeName })) return;
  const areNew = await Promise.all(users.map(async ({ resource }) => !(await isKnown(resource.id))));
  // The first machine is deployed with the volume, unless another machine has it already.
  const first = areNew.every((isNew) => isNew) ? users[0] : undefined;
  const late = users.filter((user, index) => areNew[index] && user !== first && !hasGate(user.resource));
  const waits = await Promise.all(late.map(({ args }) => valueOf(pulumi.output(args.awaitReady))));
  const names = late.filter((_, index) => waits[index] === false).map(({ name }) => JSON.stringify(name));
  if (names.length === 0) return;
  const which = `The shared volume ${JSON.stringify(nameIn((await valueOf(volume.urn)) ?? ''))}`;
  void pulumi.log.warn(
    `${which} is attached to ${names.join(', ')} only by the next \`pulumi up\`: awaitReady is false, and no gate waits. ` +
      'Pass such machines to an InstancesReady, or use a Fleet.',
    volume,
  );
}
