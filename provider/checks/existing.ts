import type { Collection } from '../settle/collection';
import type { Problem } from '../shape';
import type { Given, Plan } from './plan';
import { isId, noSuch } from './words';

/** Something that a program refers to by its id. */
interface Referred {
  readonly id: string;
  readonly name?: string;
}

/** The SSH keys that are new in a list exist. */
export async function sshKeys<I extends object>(plan: Plan<I>, path: string): Promise<Problem[]> {
  const isKey = ({ value }: Given) => /^(ssh|ecdsa|sk)-\S+ /.test(value);
  const added = plan.added(path);
  const pasted = added.filter(isKey).map((given) => ({
    path: given.path,
    reason: 'is a public key, not the id of one: make an SshKey of it and give its id',
  }));
  const ids = added.filter((given) => !isKey(given));
  return [...pasted, ...(await found(plan, ids, 'SSH key', plan.call.session.sshKeys))];
}

/** The startup script that is new or changed exists. */
export function startupScript<I extends object>(plan: Plan<I>, path: string): Promise<Problem[]> {
  const [given] = plan.changed(path);
  if (given && /^#!|\n/.test(given.value)) {
    return Promise.resolve([
      { path, reason: 'is a script, not the id of one: make a StartupScript of it and give its id' },
    ]);
  }
  return found(plan, given ? [given] : [], 'startup script', plan.call.session.scripts);
}

/** All of these exist. */
export async function found<I extends object, T extends Referred>(
  plan: Plan<I>,
  givens: readonly Given[],
  noun: string,
  collection: Collection<T>,
  check: (given: Given, object: T) => readonly Problem[] | Promise<readonly Problem[]> = () => [],
): Promise<Problem[]> {
  const problems = await Promise.all(
    givens.map(async (given) => {
      // What is no id is not asked for: it would only make a malformed request.
      const answer = isId(given.value)
        ? await plan.find(`${noun}s`, collection, given.value)
        : await plan.catalogue.ask(plan.call, `${noun}s`, async () => ({
            found: (await collection.list()).find(({ id }) => id === given.value),
          }));
      if (!answer) return [];
      if (answer.found) return check(given, answer.found);
      const others = await plan.catalogue.ask(plan.call, `${noun}s`, () => collection.list());
      return [noSuch(given, noun, others ?? [])];
    }),
  );
  return problems.flat();
}

/** What a resource that takes over something that exists has to have in common with it. */
export interface Adoptee {
  readonly [path: string]: string | undefined;
}

/**
 * What is to be taken over exists, and is what the program says.
 *
 * @param differences what about the thing that was found is not as the program says, by property.
 */
export function adoption<I extends object, T extends Referred>(
  plan: Plan<I>,
  noun: string,
  collection: Collection<T>,
  actual: (object: T) => Adoptee = () => ({}),
): Promise<Problem[]> {
  if (!plan.isNew) return Promise.resolve([]);
  return found(plan, plan.changed('adoptId'), noun, collection, (given, object) =>
    Object.entries(actual(object)).flatMap(([path, value]) => {
      const said = plan.text(path);
      return said === undefined || value === undefined || said === value
        ? []
        : [
            {
              path,
              reason: `is ${JSON.stringify(said)}, but the ${noun} ${given.value} to take over has ${JSON.stringify(value)}: say that, or leave adoptId out`,
            },
          ];
    }),
  );
}

/** Whether it takes over something that exists: then the cloud's catalogue has no say in what it is. */
export const adopts = <I extends object>(plan: Plan<I>): boolean =>
  plan.isNew && 'adoptId' in plan.inputs && plan.inputs.adoptId !== undefined;
