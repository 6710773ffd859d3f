import * as pulumi from '@pulumi/pulumi';
import { whyNoInput } from '../../../core/validation/inputNames';
import { nearest } from '../../../core/validation/nearest';
import { kindOf } from '../../../core/validation/shape';
import { inheritedFrom } from '../../pulumi/inheritedOptions';
import { ProgramError } from '../../pulumi/programError';
import { kindUnlessObject } from '../checkArguments';
import { classOfId } from '../ids';
import { OPTIONS, wrongOption } from './optionNames';

/** Options that must be booleans: the engine reads no other values. */
const FLAGS = ['deleteBeforeReplace', 'protect', 'retainOnDelete'] as const;

/** Options that a component neither uses nor passes on. */
const OF_CUSTOM_RESOURCES = ['additionalSecretOutputs', 'deleteBeforeReplace', 'import'] as const;

const UNKNOWN_OPTION =
  'has no effect, unless a later version of Pulumi has it. The options are listed at ' +
  'https://www.pulumi.com/docs/iac/concepts/resources/options/.';

/** Options that name properties: the engine ignores unknown names. */
const NAMING = ['additionalSecretOutputs', 'ignoreChanges', 'replaceOnChanges'] as const;

/** The class that the options are for. */
interface Kind {
  readonly name: string;
  readonly inputs: object;
  readonly outputs: object;
  /** The collection of the API, if the resource is billed. */
  readonly billed?: string;
}

/** Notes that an option is wrong. */
type Refuse = (option: string, reason: string) => void;

/**
 * Refuses options of a resource that would be ignored silently, or that would lose a billed resource.
 *
 * @throws RunError with all problems, and the correct forms; Pulumi prints only its message, without the stack.
 */
export function checkOptions(kind: Kind, name: string, opts: pulumi.CustomResourceOptions): void {
  refuseTogether(JSON.stringify(name), (refuse) => {
    checkNames(name, opts, refuse, Object.keys(kind.inputs));
    checkResources(opts, refuse);
    if (opts.import !== undefined)
      refuse(
        'import',
        'is not supported: the engine cannot import resources of dynamic providers. ' +
          ('adoptId' in kind.inputs
            ? `Write adoptId: ${JSON.stringify(opts.import)} in the arguments to adopt it.`
            : 'Remove the option.'),
      );
    checkFlags(opts, refuse);
    for (const option of NAMING) checkPaths(kind, option, opts[option], refuse);
    checkProvider(opts, refuse);
    if ((opts.deletedWith ?? inheritedFrom(opts.parent).deletedWith) && kind.billed)
      refuse(
        'deletedWith',
        'would leave the resource billed and unmanaged: the engine forgets it, but the cloud does not delete it with another resource. ' +
          `Remove the option${opts.deletedWith ? '' : ' from its parent'}; to keep the resource on purpose, use retainOnDelete: true.`,
      );
  });
}

/** Warns of arguments in the place of options. A component may give options of its own to its children. */
export function warnOfArguments({ inputs }: Kind, name: string, args: object, opts: object): void {
  for (const [option, value] of Object.entries(opts)) {
    const isArgument = Object.keys(inputs).includes(option) && !OPTIONS.includes(option);
    if (value === undefined || !isArgument || option in args) continue;
    void pulumi.log.warn(
      `The option ${option} of ${JSON.stringify(name)} has no effect: write it in the arguments, before the options.`,
    );
  }
}

/**
 * Refuses options of a component that would be ignored silently.
 *
 * @throws RunError with all problems, and the correct forms.
 */
export function checkComponentOptions(name: string, opts: pulumi.ComponentResourceOptions): void {
  refuseTogether(JSON.stringify(name), (refuse) => {
    checkNames(name, opts, refuse);
    const given: pulumi.CustomResourceOptions = opts;
    for (const option of OF_CUSTOM_RESOURCES.filter((one) => given[one] !== undefined))
      refuse(option, 'has no effect on a component: remove it.');
    checkFlags(opts, refuse);
    checkResources(opts, refuse);
    checkProvider(opts, refuse);
  });
}

/**
 * Refuses options of a data source that would be ignored silently.
 *
 * @throws RunError with all problems, and the correct forms.
 */
export function checkInvokeOptions(name: string, opts: pulumi.InvokeOutputOptions, isOutput: boolean): void {
  if (kindUnlessObject(opts) !== undefined)
    throw new ProgramError(`${name}({ … }, { … }) takes an object of options, not ${kindOf(opts)}.`);
  refuseTogether(name, (refuse) => {
    if (opts.dependsOn !== undefined && !isOutput)
      refuse('dependsOn', `has no effect: call ${name}Output, which waits for resources.`);
    checkNames(name, opts, refuse);
    checkResources(opts, refuse);
    checkProvider(opts, refuse);
  });
}

/** @param what the resource or the data source that has the options. */
function refuseTogether(what: string, check: (refuse: Refuse) => void): void {
  const problems: string[] = [];
  check((option, reason) => {
    problems.push(`The option ${option} of ${what} ${reason}`);
  });
  if (problems.length > 0) throw new ProgramError(problems.join('\n'));
}

/**
 * Refuses misspelled options, and those of other tools. Others may be of a later SDK, or of a component that hands all its
 * options down: they cause a warning, as arguments do.
 */
function checkNames(
  name: string,
  opts: pulumi.ResourceOptions,
  refuse: Refuse,
  argumentNames: readonly string[] = [],
): void {
  for (const [option, value] of Object.entries(opts)) {
    if (value === undefined || argumentNames.includes(option) || OPTIONS.includes(option)) continue;
    const wrong = wrongOption(option, argumentNames);
    if (wrong !== undefined) refuse(option, wrong);
    else void pulumi.log.warn(`The option ${option} of ${JSON.stringify(name)} ${UNKNOWN_OPTION}`);
  }
}

function checkFlags(opts: pulumi.CustomResourceOptions, refuse: Refuse): void {
  for (const option of FLAGS) {
    const flag: unknown = opts[option];
    if (flag !== undefined && flag !== null && typeof flag !== 'boolean')
      refuse(option, `must be true or false, not ${kindOf(flag)}.`);
  }
}

/** Refuses values of options that name resources, if Pulumi would fail at them without naming the resource. */
function checkResources(opts: pulumi.ResourceOptions, refuse: Refuse): void {
  const { parent, deletedWith, dependsOn, aliases, transforms, transformations } = opts as Readonly<
    Record<string, unknown>
  >;
  for (const [option, value] of Object.entries({ parent, deletedWith }))
    if (value && !pulumi.Resource.isInstance(value))
      refuse(option, `must be a resource, not ${kindOf(value)}.`);
  const wrong = listOf(dependsOn).find(
    (one) => one && !pulumi.Resource.isInstance(one) && (!isLater(one) || classOfId(one) !== undefined),
  );
  if (wrong !== undefined) {
    const given = isLater(wrong) ? 'the id of a resource: leave out .id.' : `${kindOf(wrong)}.`;
    refuse('dependsOn', `must be a resource or a list of resources, not ${given}`);
  }
  for (const [option, value] of Object.entries({ transforms, transformations })) {
    if (!value) continue;
    const wrong: unknown = listOf(value).find((one) => typeof one !== 'function');
    if (!Array.isArray(value)) refuse(option, `must be a list of functions, not ${kindOf(value)}.`);
    else if (wrong !== undefined)
      refuse(option, `must be a list of functions, not a list with ${kindOf(wrong)}.`);
  }
  if (aliases && !Array.isArray(aliases) && !isLater(aliases))
    refuse('aliases', `must be a list, not ${kindOf(aliases)}: write aliases: [{ name: "old name" }].`);
  for (const alias of Array.isArray(aliases) ? (aliases as unknown[]) : []) checkAlias(alias, refuse);
}

/** Stack, project, type and name. */
const URN = /^urn:pulumi:[^:]+::[^:]+::.+::./;

/** The fields of an alias. The compiler compares them with those of Pulumi. */
const ALIAS = Object.keys({
  name: 0,
  type: 0,
  parent: 0,
  stack: 0,
  project: 0,
} satisfies Record<keyof pulumi.Alias, 0>);

function checkAlias(alias: unknown, refuse: Refuse): void {
  if (typeof alias === 'string' && !URN.test(alias)) {
    const name = alias.startsWith('urn:') ? 'old name' : alias;
    refuse(
      'aliases',
      `has ${JSON.stringify(alias)}, which is not a URN: write { name: ${JSON.stringify(name)} }.`,
    );
  }
  if (typeof alias === 'string' || isLater(alias)) return;
  if (typeof alias !== 'object' || alias === null) {
    refuse('aliases', `has ${kindOf(alias)}: write the old URN, or { name: "old name" }.`);
    return;
  }
  // For the engine, an alias without a known field means the present name.
  for (const field of Object.keys(alias).filter((given) => !ALIAS.includes(given))) {
    const close = nearest(field, ALIAS);
    refuse(
      'aliases',
      `has an alias with ${field}, which Pulumi does not know: ${close ? `did you mean ${close}?` : `an alias has ${ALIAS.join(', ')}.`}`,
    );
  }
  const { parent } = alias as { readonly parent?: unknown };
  if (typeof parent === 'string' && !URN.test(parent))
    refuse('aliases', `has the parent ${JSON.stringify(parent)}, which is no resource and no URN.`);
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [value];

/** Whether a value is an output or a promise, whose value comes later. */
export const isLater = (value: unknown): boolean =>
  pulumi.Output.isInstance(value) || value instanceof Promise;

/**
 * Refuses a provider object, and explains how to use two accounts. Options that a component passes on (`providers`) are
 * not among the options of its children.
 */
function checkProvider({ provider }: { readonly provider?: object }, refuse: Refuse): void {
  if (provider)
    refuse(
      'provider',
      'has no effect: the settings cloudCompute:* or the environment choose one account for the whole stack. Remove the option. ' +
        'For two accounts, use two stacks, each with its own settings.',
    );
}

/** Refuses paths of unknown properties. */
function checkPaths({ inputs, outputs }: Kind, option: string, paths: unknown, refuse: Refuse): void {
  if (paths === undefined) return;
  if (!Array.isArray(paths)) {
    refuse(option, `must be a list, not ${kindOf(paths)}: put it in brackets, ${option}: [ … ]`);
    return;
  }
  const known = Object.keys(option === 'additionalSecretOutputs' ? { ...inputs, ...outputs } : inputs);
  for (const path of paths as unknown[]) {
    if (typeof path !== 'string') {
      refuse(option, `takes names of properties, not ${kindOf(path)}: write them as text.`);
      continue;
    }
    const wrong = whyNoInput(path, { inputs, outputs }, known);
    if (wrong !== undefined) refuse(option, wrong);
  }
}
