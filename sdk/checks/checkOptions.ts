import type * as pulumi from '@pulumi/pulumi';
import { nearest } from '../../core/validation/nearest';
import { kindOf } from '../../core/validation/shape';
import { ProgramError } from '../pulumi/programError';

/** Pulumi's options. A name that is close to one of these is a typing error; other names are accepted. */
const OPTIONS = [
  ...[
    'additionalSecretOutputs',
    'aliases',
    'customTimeouts',
    'deleteBeforeReplace',
    'deletedWith',
    'dependsOn',
  ],
  ...['envVarMappings', 'hideDiffs', 'hooks', 'id', 'ignoreChanges', 'import', 'parent', 'pluginDownloadURL'],
  ...['protect', 'provider', 'providers', 'replaceOnChanges', 'replaceWith', 'replacementTrigger'],
  ...['retainOnDelete', 'transformations', 'transforms', 'urn', 'version'],
];

/** Options that must be booleans: the engine reads no other values. */
const FLAGS = ['deleteBeforeReplace', 'protect', 'retainOnDelete'] as const;

/** Options that name properties: the engine ignores unknown names. */
const NAMING = ['additionalSecretOutputs', 'ignoreChanges', 'replaceOnChanges'] as const;

/** The class that the options are for. */
interface Kind {
  readonly name: string;
  readonly properties: object;
  /** Whether the resource is billed. */
  readonly billed?: string;
}

/**
 * Refuses options that would be ignored silently, or that would lose a billed resource.
 *
 * @throws RunError that contains the correct form; Pulumi prints only its message, without the stack.
 */
export function checkOptions(kind: Kind, name: string, opts: pulumi.CustomResourceOptions): void {
  const refuse = (option: string, reason: string): never => refuseOption(option, name, reason);
  checkOptionNames(name, opts);
  if (opts.import !== undefined)
    refuse(
      'import',
      'is not supported: the engine cannot import resources of dynamic providers. ' +
        ('adoptId' in kind.properties
          ? `Write adoptId: ${JSON.stringify(opts.import)} in the arguments to adopt it.`
          : 'Remove the option.'),
    );
  for (const option of FLAGS) {
    const flag: unknown = opts[option];
    if (flag !== undefined && flag !== null && typeof flag !== 'boolean')
      refuse(option, `must be true or false, not ${kindOf(flag)}.`);
  }
  for (const option of NAMING) {
    const paths: unknown = opts[option];
    if (paths === undefined) continue;
    if (!Array.isArray(paths))
      refuse(option, `must be a list, not ${kindOf(paths)}: put it in brackets, ${option}: [ … ]`);
    for (const path of paths as unknown[]) checkPath(kind, path, (reason) => refuse(option, reason));
  }
  refuseProvider(name, opts);
  if (opts.deletedWith && kind.billed)
    refuse(
      'deletedWith',
      'would leave the resource billed and unmanaged: the engine forgets it, but the cloud does not delete it with another resource. ' +
        'Remove the option; to keep the resource on purpose, use retainOnDelete: true.',
    );
}

/**
 * Refuses options that are misspelled.
 *
 * @throws RunError that contains the correct name.
 */
export function checkOptionNames(name: string, opts: pulumi.ResourceOptions): void {
  for (const option of Object.keys(opts).filter((given) => !OPTIONS.includes(given))) {
    const close = nearest(option, OPTIONS);
    if (close !== undefined) refuseOption(option, name, `is not an option of Pulumi: did you mean ${close}?`);
  }
}

/**
 * Refuses a provider object, which would be ignored silently. Options that a component passes on (`providers`) are
 * not among the options of its children.
 *
 * @throws RunError that explains how to use two accounts.
 */
export function refuseProvider(
  name: string,
  { provider }: { readonly provider?: pulumi.ProviderResource },
): void {
  if (provider)
    refuseOption(
      'provider',
      name,
      'has no effect: a stack uses one account, which its settings cloudCompute:* or the environment name. Remove the option. ' +
        'For two accounts, use two stacks, each with its own settings.',
    );
}

function refuseOption(option: string, name: string, reason: string): never {
  throw new ProgramError(`The option ${option} of ${JSON.stringify(name)} ${reason}`);
}

function checkPath({ properties }: Kind, path: unknown, refuse: (reason: string) => never): void {
  if (typeof path !== 'string') return;
  const [property = ''] = path.split(/[.[]/, 1);
  const known = Object.keys(properties);
  // A path may begin with brackets, and a star stands for any property.
  if (property === '' || property.includes('*') || property.startsWith('__') || known.includes(property))
    return;
  const close = nearest(property, known);
  refuse(
    `names ${JSON.stringify(path)}, which is not a property: ${close ? `did you mean ${JSON.stringify(close)}?` : `there are ${known.join(', ')}`}`,
  );
}
