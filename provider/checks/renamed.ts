// A resource that gets another name in the program is a new one to the engine, and the one of the old name is deleted.
// Nothing tells a check what else is in state, so that a rename is only presumed, from what the cloud has.
import type { Taggable } from '../../core/pendingTag';
import { pendingTagOf, resourceHashOf } from '../../core/pendingTag';
import { isGoing } from '../../core/statuses';
import type { Problem } from '../../core/validation/shape';
import { isAutomaticName } from '../session/call';
import { hostnameFrom } from './machines/hostname';
import type { Collection } from '../polling/collection';
import type { Path, PlannedResource } from './plan';
import type { Referred } from './messages';

/** What a rename does, and how what exists is kept. */
export const ifRenamed = (noun: string): string =>
  `If this resource was renamed in the program: a rename makes a new one and deletes the old one with its data. To keep ` +
  `the ${noun}, add aliases: [{ name: "its old name" }] to the options`;

/**
 * Warns of what has the name that the program gives to a new resource, is what the program asks for, and is no resource
 * that this process has seen in state.
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
  // An automatic name is drawn for this resource: nothing else has it.
  if (!plan.isNew || name === undefined || isAutomaticName(base, name)) return [];
  const all = await plan.catalogue.ask(call, `${noun}s`, () => collection.list());
  const here = resourceHashOf(call.urn);
  const duplicate = all?.find(
    (one) =>
      (one.name ?? one.hostname) === name &&
      !isGoing(one) &&
      isAskedFor(one) &&
      !call.session.knownIds.has(one.id) &&
      // What an interrupted run ordered for this very resource is taken over.
      pendingTagOf(one)?.resource !== here,
  );
  if (duplicate)
    plan.warn({
      path,
      reason: `is that of the ${noun} ${duplicate.id}, which is just what this resource asks for. ${ifRenamed(noun)}`,
    });
  return [];
}
