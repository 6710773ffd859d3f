import { isOffSetting } from '../../core/configuration';
import type { Call } from '../run/call';
import type { Run } from '../run/run';
import type { Collection } from '../polling/collection';
import type { Problem } from '../../core/validation/shape';
import { sentenceOf } from '../../core/validation/shape';
import { same } from '../schema/derived/same';
import { valueAt } from '../schema/propertyPath';
import { UNKNOWN, hasUnknown } from '../schema/unknown';
import type { Catalogue } from './catalogue/catalogue';
import { catalogueOf, isSettingsError } from './catalogue/catalogue';

/** A string in the inputs, and its path. */
export interface InputValue {
  readonly path: string;
  readonly value: string;
}

/** The part of a collection that checks need. */
export type Searched<T> = Pick<Collection<T>, 'read' | 'get' | 'list'>;

/** The path of an input, e.g. `image`, `osVolume.size` or `volumes[0].type`. */
export type Path<I> = Extract<keyof I, string> | `${Extract<keyof I, string>}${'.' | '['}${string}`;

/** The inputs of one resource, and those before. Unknown values are absent. */
export class PlannedInputs<I extends object> {
  constructor(
    readonly inputs: Partial<I>,
    readonly olds: Partial<I> | undefined,
  ) {}

  /** The value at a path such as `osVolume.size`; undefined when it is absent or not known yet. */
  at(path: Path<I>): unknown {
    const value = valueAt(path, this.inputs);
    return value === UNKNOWN || value === null ? undefined : value;
  }

  /** Whether the value is only known after the update. */
  isUnknown(path: Path<I>): boolean {
    return hasUnknown(valueAt(path, this.inputs));
  }

  /** The string at a path; undefined while it is not known. */
  text(path: Path<I>): string | undefined {
    const value = this.at(path);
    return typeof value === 'string' ? value : undefined;
  }

  /** Whether the value at a path is new or changed. */
  differs(path: Path<I>): boolean {
    return !this.olds || !same(valueAt(path, this.inputs), valueAt(path, this.olds));
  }

  /** The strings at these paths that are known and are new or changed. */
  changed(...paths: readonly Path<I>[]): InputValue[] {
    return paths.flatMap((path) => {
      const value = this.text(path);
      return value === undefined || !this.differs(path) ? [] : [{ path, value }];
    });
  }

  /** The entries of a list of strings that are known and new. */
  added(path: Path<I>): InputValue[] {
    const before = this.olds && valueAt(path, this.olds);
    const known = new Set<unknown>(Array.isArray(before) ? (before as unknown[]) : []);
    return this.entries(path).filter(({ value }) => !known.has(value));
  }

  /** The entries of a list of strings that are known. */
  entries(path: Path<I>): InputValue[] {
    const value = this.at(path);
    if (!Array.isArray(value)) return [];
    return (value as unknown[]).flatMap((entry, index) =>
      typeof entry === 'string' && entry !== UNKNOWN
        ? [{ path: `${path}[${String(index)}]`, value: entry }]
        : [],
    );
  }

  /** All entries of a list, including unknown ones; empty while the list itself is not known. */
  items(path: Path<I>): readonly unknown[] {
    const value = this.at(path);
    return Array.isArray(value) ? value : [];
  }
}

/**
 * The inputs of one resource, for its checks. Only new and changed values are checked, so that an image that is no longer
 * offered does not block every later `up`.
 */
export class PlannedResource<I extends object> extends PlannedInputs<I> {
  readonly catalogue: Catalogue;

  constructor(
    readonly call: Call,
    inputs: Partial<I>,
    olds: Partial<I> | undefined,
  ) {
    super(inputs, olds);
    this.catalogue = catalogueOf(call.run);
  }

  /** Whether it will be created. For a replacement the engine calls check again without the old inputs. */
  get isNew(): boolean {
    return this.olds === undefined;
  }

  /**
   * The resource that it replaces, by its old inputs, if this process has seen them: a check without old inputs may
   * follow one with them. If the option `replacementTrigger` replaces a resource, the engine calls no diff.
   */
  get replaced(): PlannedResource<I> | undefined {
    const olds = this.isNew ? this.call.run.program.oldInputs(this.call.urn) : undefined;
    return olds && new PlannedResource<I>(this.call, olds, undefined);
  }

  /**
   * Finds an object by its id, with a request of its own when it is not listed; undefined when the cloud does not
   * answer.
   */
  find<T>(
    what: string,
    collection: Searched<T>,
    id: string,
  ): Promise<{ readonly found: T | undefined } | undefined> {
    return this.catalogue.ask(this.call, what, async () => ({
      found: (await collection.read(id)) ?? (await collection.get(id)),
    }));
  }

  warn(problem: Problem): void {
    this.call.warn(sentenceOf(problem));
  }
}

/** Runs all checks of a resource and collects their problems, unless `cloudCompute:planChecks` turns them off. */
export const runChecks = async <I extends object>(
  ...args: Parameters<typeof runAlways<I>>
): Promise<Problem[]> => (areOff(args[0].run) ? [] : runAlways(...args));

/** The same for checks that no setting turns off. */
export async function runAlways<I extends object>(
  call: Call,
  inputs: Partial<I>,
  olds: Partial<I> | undefined,
  checks: (plan: PlannedResource<I>) => readonly (Problem[] | Promise<Problem[]>)[],
): Promise<Problem[]> {
  const plan = new PlannedResource(call, inputs, olds);
  const answers = await Promise.allSettled(checks(plan).map(async (check) => check));
  const problems: Problem[] = [];
  for (const answer of answers) {
    if (answer.status === 'fulfilled') problems.push(...answer.value);
    else if (!isSettingsError(answer.reason)) throw answer.reason;
    else if (plan.catalogue.firstSettingsError()) problems.push({ path: '', reason: answer.reason.message });
  }
  return problems;
}

/** Whether `cloudCompute:planChecks` turns the checks off. */
export const areOff = (run: Run): boolean => isOffSetting(run.setting('planChecks'));
