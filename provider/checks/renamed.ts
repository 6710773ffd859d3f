// A resource that is renamed in the program is a new resource for the engine; the old one is deleted. A check
// gets no other part of the state, so it can only suspect a rename, from the objects in the cloud.
import type { Taggable } from '../../core/pendingTag';
import { pendingTagOf, resourceHashOf } from '../../core/pendingTag';
import { isGoing } from '../../core/statuses';
import type { Problem } from '../../core/validation/shape';
import { isAutomaticName } from '../schema/resourceSchema';
import { hostnameFrom } from './machines/hostname';
import type { Collection } from '../polling/collection';
import type { Path, PlannedResource } from './plan';
import type { Referred } from './messages';

/** Explains the effect of a rename, and how to keep the existing object. */
export const ifRenamed = (noun: string): string =>
  `If this resource was renamed in the program: a rename creates a new one and deletes the old one with its data. To keep ` +
  `the ${noun}, add aliases: [{ name: "its old name" }] to the options`;

/** How to keep an existing object that takes the place of a renamed resource in the cloud. */
export const ALIAS_IF_RENAMED =
  'If this resource was renamed in the program, add aliases: [{ name: "its old name" }] to the options';

/**
 * Warns when an object with the name of a new resource exists, matches its inputs, and was not seen in state by this
 * process.
 *
 * @param path the input that holds the name.
 */
export async function warnOfRename<I extends object, T extends Referred & Taggable & { status: string }>(
  plan: PlannedResource<I>,
  noun: string,
  path: Path<I>,
  collection: Collection<T>,
  isAskedFor: (object: T) => boolean,
): Promise<Problem[]> {
  const name = plan.text(path);
  const { call } = plan;
  const base = path === 'hostname' ? hostnameFrom(call.name) : call.name;
  // An automatic name was generated for this resource: no other object has it.
  if (!plan.isNew || name === undefined || isAutomaticName(base, name)) return [];
  const isReplacement = plan.replaced?.text(path) === name;
  // Without a diff, for example after `pulumi state taint`, nothing shows the id of the object that it replaces.
  if (isReplacement && !call.run.things.hasUrn(call.urn)) return [];
  const all = await plan.catalogue.ask(call, `${noun}s`, () => collection.list());
  const here = resourceHashOf(call.urn);
  const duplicate = all?.find(
    (one) =>
      (one.name ?? one.hostname) === name &&
      !isGoing(one) &&
      isAskedFor(one) &&
      !call.run.known.has(one.id) &&
      // If an interrupted run ordered it for this resource, the create takes it over.
      pendingTagOf(one)?.resource !== here,
  );
  if (!duplicate) return [];
  const what = `is also the name of the ${noun} ${duplicate.id}, which matches this resource exactly`;
  plan.warn({
    path,
    reason: isReplacement
      ? `${what} and is not in state. If state is older than that ${noun}, adopt it with adoptId instead of ordering another one`
      : `${what}. ${ifRenamed(noun)}`,
  });
  return [];
}
