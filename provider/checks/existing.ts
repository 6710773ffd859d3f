import type { Problem } from '../../core/validation/shape';
import type { InputValue, Path, PlannedResource, Searched } from './plan';
import type { Referred } from './messages';
import { a, nameAndId, isId, unknownId } from './messages';

/** Checks that new SSH keys in a list exist. */
export async function sshKeys<I extends object>(plan: PlannedResource<I>, path: Path<I>): Promise<Problem[]> {
  const isKey = ({ value }: InputValue) => /^(ssh|ecdsa|sk)-\S+ /.test(value);
  const added = plan.added(path);
  const pasted = added.filter(isKey).map((given) => ({
    path: given.path,
    reason: 'is a public key, not the id of one: create an SshKey from it and use its id',
  }));
  const ids = added.filter((given) => !isKey(given));
  return [...pasted, ...(await found(plan, ids, 'SSH key', plan.call.run.sshKeys))];
}

/** Checks that a new or changed startup script exists. */
export function startupScript<I extends object>(plan: PlannedResource<I>, path: Path<I>): Promise<Problem[]> {
  const [given] = plan.changed(path);
  if (given && /^#!|\n/.test(given.value)) {
    return Promise.resolve([
      { path, reason: 'is a script, not the id of one: create a StartupScript from it and use its id' },
    ]);
  }
  return found(plan, given ? [given] : [], 'startup script', plan.call.run.scripts);
}

/** The objects that an input can name. */
export interface Usable {
  /** E.g. `volume in the trash`. */
  readonly noun: string;
  readonly list: () => Promise<readonly Referred[]>;
}

/**
 * Checks that all of these exist.
 *
 * @param usable what a message suggests in the place of an unknown id. Default: everything in the collection.
 */
export async function found<T extends Referred>(
  plan: PlannedResource<object>,
  givens: readonly InputValue[],
  noun: string,
  collection: Searched<T>,
  check: (given: InputValue, object: T) => readonly Problem[] | Promise<readonly Problem[]> = () => [],
  usable: (given: InputValue) => Usable | undefined = () => undefined,
): Promise<Problem[]> {
  const problems = await Promise.all(
    givens.map(async (given) => {
      // A value that is not an id is not requested: the request would be malformed.
      const answer = isId(given.value)
        ? await plan.find(`${noun}s`, collection, given.value)
        : await plan.catalogue.ask(plan.call, `${noun}s`, async () => ({
            found: (await collection.list()).find(({ id }) => id === given.value),
          }));
      if (!answer) return [];
      if (answer.found) return check(given, answer.found);
      const kind = await otherKindOf(plan, given.value, noun);
      // Resources that this run created exist, though lists may not show them yet.
      if (kind === undefined && plan.call.run.known.has(given.value)) return [];
      const { noun: wanted, list } = usable(given) ?? { noun, list: () => collection.list() };
      const others = await plan.catalogue.ask(plan.call, `${noun}s`, list);
      return [unknownId(given, wanted, others ?? [], kind)];
    }),
  );
  return problems.flat();
}

/** The other kind of resource that has this id, in words: ids are easily confused. */
async function otherKindOf(
  plan: PlannedResource<object>,
  id: string,
  expected: string,
): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const { instances, volumes, clusters, instanceGroups, sshKeys, scripts } = plan.call.run;
  const kinds: readonly (readonly [string, Searched<Referred>])[] = [
    ['instance', instances],
    ['volume', volumes],
    ['cluster', clusters],
    ['instance group', instanceGroups],
    ['SSH key', sshKeys],
    ['startup script', scripts],
  ];
  const found = await Promise.all(
    kinds.map(async ([noun, collection]) => {
      if (noun === expected) return undefined;
      const all = await plan.catalogue.ask(plan.call, `${noun}s`, () => collection.list());
      const named = all?.find((object) => object.id === id);
      return named && `${a(noun)}, ${nameAndId(named)}`;
    }),
  );
  return found.find((words) => words !== undefined);
}

/** Attributes of an existing object, by the input that describes the same attribute. */
export type Actual = Readonly<Record<string, string | undefined>>;

/** Inputs that do not match the existing object. */
export function contradictions(
  plan: PlannedResource<object>,
  which: string,
  actual: Actual,
  remedy: string,
): Problem[] {
  return Object.entries(actual).flatMap(([path, value]) => {
    const declared = (plan as PlannedResource<Record<string, unknown>>).text(path);
    if (declared === undefined || value === undefined || declared === value) return [];
    return [
      {
        path,
        reason: `is ${JSON.stringify(declared)}, but ${which} has ${JSON.stringify(value)}: ${remedy}`,
      },
    ];
  });
}

/** Whether the resource adopts an existing object. The catalogue does not limit existing objects. */
export const adopts = ({ isNew, inputs }: { isNew: boolean; inputs: { adoptId?: unknown } }): boolean =>
  isNew && inputs.adoptId !== undefined;
