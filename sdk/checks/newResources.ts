import * as pulumi from '@pulumi/pulumi';
import { MOST_NEW_TAGS, WHY_FEWER } from '../../core/pendingTag';
import { pick } from '../../core/values/omitUndefined';
import { failProgram } from '../pulumi/failProgram';
import { isResource } from '../pulumi/isResource';
import { isMocked, perRun } from '../pulumi/run';
import { isKnown, outputOf, sourcesOf, typeOf, valueOf } from '../pulumi/undeclared';
import { resourceOf } from './ids';

type Properties = Readonly<Record<string, unknown>>;

const argsOf = perRun(() => new WeakMap<pulumi.Resource, Properties>());

/** The arguments that the program gave to a resource of this package. */
export const givenArgs = (resource: pulumi.Resource): Properties | undefined => argsOf().get(resource);

/**
 * Checks a new resource against the new groups, volumes and instances that it names. The provider checks only existing
 * ones: in a preview, the ids of new ones are unknown.
 */
export function checkNewResources(resource: pulumi.CustomResource, name: string, args: Properties): void {
  if (isMocked() || !pulumi.runtime.isDryRun()) return;
  argsOf().set(resource, args);
  const className = Object.keys(CHECKS).find((one) => isResource(resource, one));
  // If an argument fails, the program fails with that error.
  for (const check of [warnOfMissingOutputs, ...(CHECKS[className ?? ''] ?? [])])
    check(name, args, resource).catch(() => undefined);
}

const isStackReference = (resource: pulumi.Resource): boolean =>
  typeOf(resource) === 'pulumi:pulumi:StackReference';

/** Pulumi gives no error for an output that a stack reference does not have, and the input would be left out. */
async function warnOfMissingOutputs(name: string, args: Properties): Promise<void> {
  for (const [input, value] of Object.entries(args)) {
    if (!pulumi.Output.isInstance(value) || !sourcesOf(value).some(isStackReference)) continue;
    if (!(await isKnown(value)) || (await valueOf(value)) !== undefined) continue;
    void pulumi.log.warn(
      `${input} of ${JSON.stringify(name)} is left out, because the stack reference has no such output: correct the name ` +
        'of the output. Use requireOutput in the place of getOutput: it fails if there is no such output.',
    );
  }
}

async function checkGroup(name: string, args: Properties): Promise<void> {
  const group = await argsOfNew(args.instanceGroupId, 'InstanceGroup');
  if (group === undefined) return;
  const template = (await valueIn(group.template)) as Properties | undefined;
  const inherited = { ...pick(group, ['instanceType', 'locationCode']), image: template?.image };
  for (const [input, ofGroup] of Object.entries(inherited)) {
    const [own, value] = [await valueIn(args[input]), await valueIn(ofGroup)];
    if (own === undefined || value === undefined || own === value) continue;
    failProgram(
      `${input} of ${JSON.stringify(name)} is ${JSON.stringify(own)}, but the members of its new instance group have ` +
        `${JSON.stringify(value)}: leave it out to inherit that.`,
    );
  }
}

/** A copy, or a volume that exists, may be an operating-system volume; a new volume is empty. */
async function checkImage(name: string, args: Properties): Promise<void> {
  const volume = await argsOfNew(args.image, 'Volume');
  if (volume === undefined || (volume.sourceVolumeId ?? volume.restoreVolumeId ?? volume.adoptId)) return;
  failProgram(
    `image of ${JSON.stringify(name)} is a new volume, which is empty: give an image type, and attach the volume with existingVolumes.`,
  );
}

/** A copy is at least as large as its source. */
async function checkCopy(name: string, args: Properties): Promise<void> {
  const source = await argsOfNew(args.sourceVolumeId, 'Volume');
  const [size, least] = [await valueIn(args.size), await valueIn(source?.size)];
  if (typeof size !== 'number' || typeof least !== 'number' || size >= least) return;
  failProgram(
    `size of ${JSON.stringify(name)} is ${size} GB, but the new volume that it copies has ${least} GB: a copy cannot be smaller.`,
  );
}

/** A volume is attached only in its own location. The volumes of `existingVolumes` are checked with their use. */
async function checkPlace(name: string, args: Properties): Promise<void> {
  const { instanceIds } = args;
  const own = await valueIn(args.locationCode);
  for (const [index, id] of Array.isArray(instanceIds) && own !== undefined ? instanceIds.entries() : []) {
    const { locationCode, fallbackLocationCodes } = (await argsOfNew(id, 'Instance')) ?? {};
    const place = await valueIn(locationCode);
    if (place === undefined || place === own || fallbackLocationCodes !== undefined) continue;
    failProgram(
      `instanceIds[${index}] of ${JSON.stringify(name)} is a new instance in ${JSON.stringify(place)}, but the volume is in ` +
        `${JSON.stringify(own)}: both have to be in the same location.`,
    );
  }
}

/** A volume is attached only to a machine that is off. A new machine runs when the volume is attached to it. */
async function checkShutdown(name: string, args: Properties, volume: pulumi.CustomResource): Promise<void> {
  const { instanceIds } = args;
  if (!Array.isArray(instanceIds) || !(await isKnown(pulumi.output(args.allowShutdown)))) return;
  // The output is known after the transformations, which may set it.
  if ((await valueOf(outputOf(volume, 'allowShutdown'))) === true) return;
  for (const [index, id] of instanceIds.entries()) {
    const instance = await argsOfNew(id, 'Instance');
    if (instance === undefined || instance.powerState !== undefined) continue;
    // Both exist, and the volume may be attached already.
    if (args.adoptId !== undefined && instance.adoptId !== undefined) continue;
    failProgram(
      `instanceIds[${index}] of ${JSON.stringify(name)} is a new instance, which runs when the volume is attached, and it ` +
        'has to be off for that: name the volume in existingVolumes of the instance instead, or set allowShutdown: true.',
    );
  }
}

/** The keys that tags declare, in lower case. A tag without a value is not declared. */
async function declaredKeys(args: Properties | undefined): Promise<string[]> {
  const tags = ((await valueIn(args?.tags)) as Properties | undefined) ?? {};
  return Object.entries(tags).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [key.toLowerCase()],
  );
}

/** The names of resources of the class `Tag` with their keys in lower case, by the new resource that they belong to. */
const tagResources = perRun(() => new Map<pulumi.Resource, { name: string; key: string | undefined }[]>());

/** Tags from `Tag` resources count toward the limit, and have each key only once. */
async function checkTagResources(name: string, args: Properties): Promise<void> {
  const resource = resourceOf(args.resourceId, 'id');
  if (resource === undefined || (await isKnown(resource.id))) return;
  const key = await valueIn(args.key);
  const tag = { name, key: typeof key === 'string' ? key.toLowerCase() : undefined };
  const tags = tagResources().get(resource) ?? [];
  const other = tags.find((one) => one.key !== undefined && one.key === tag.key);
  tagResources().set(resource, [...tags, tag]);
  if (other)
    failProgram(
      `key of ${JSON.stringify(name)} is ${JSON.stringify(key)}, which is also the key of the Tag ${JSON.stringify(other.name)} of that ` +
        'resource: declare each key once.',
    );
  const count = tags.length + 1;
  const { length } = await declaredKeys(givenArgs(resource));
  // Only the first one too many is reported.
  if (length + count !== MOST_NEW_TAGS + 1) return;
  failProgram(
    `resourceId of ${JSON.stringify(name)} is a new resource that gets ${length + count} tags from tags and from resources ` +
      `of the class Tag, but a new resource has at most ${MOST_NEW_TAGS}, because ${WHY_FEWER}: remove one.`,
  );
}

/** A key has one value: two declarations would replace the value of each other with each refresh. */
async function checkKey(name: string, args: Properties): Promise<void> {
  const key = await valueIn(args.key);
  if (typeof key !== 'string') return;
  for (const className of ['Instance', 'Volume', 'Cluster']) {
    const tagged = await argsOfNew(args.resourceId, className);
    if (!(await declaredKeys(tagged)).includes(key.toLowerCase())) continue;
    failProgram(
      `key of ${JSON.stringify(name)} is ${JSON.stringify(key)}, which is also in tags of that resource: declare each key once.`,
    );
  }
}

type Check = (name: string, args: Properties, resource: pulumi.CustomResource) => Promise<void>;

const CHECKS: Readonly<Record<string, readonly Check[]>> = {
  Instance: [checkGroup, checkImage],
  Volume: [checkCopy, checkPlace, checkShutdown],
  Tag: [checkKey, checkTagResources],
};

/** The arguments of the new resource of a class that an output is the id of. */
async function argsOfNew(id: unknown, className: string): Promise<Properties | undefined> {
  const resource = resourceOf(id, 'id');
  if (!resource || !isResource(resource, className) || (await isKnown(resource.id))) return undefined;
  return givenArgs(resource);
}

const valueIn = (input: unknown): Promise<unknown> => valueOf(pulumi.output(input));
