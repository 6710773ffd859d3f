// Whose a resource is that a create has found there and taken over. A forced replacement (`pulumi up --replace`) shows a
// create no old id: what it takes over may be what the engine deletes next, as its predecessor.
import type { Call } from './call';

/**
 * Makes what was found ours: a delete of the predecessor's state, which is of an older generation, does it no harm.
 * Generations are instants, so that they rise from run to run without being noted in the cloud.
 */
export function raiseGeneration({ session }: Call, id: string): number {
  const generation = Math.max(Math.ceil(session.clock.now()), (session.generations.get(id) ?? 0) + 1);
  session.generations.set(id, generation);
  session.met.add(id);
  return generation;
}

/**
 * Whether a delete must leave the resource alone, because a later create of the same program took it over: after
 * a forced replacement the engine deletes the predecessor, which is the same machine. This process knows of it by
 * the create or, in a later run, by the diff of the successor.
 */
export function belongsToSuccessor(call: Call, id: string, generation = 0): boolean {
  if ((call.session.generations.get(id) ?? 0) <= generation) return false;
  call.warn(`${id} was taken over by a later create of the same resource; it is left alone.`);
  return true;
}
