import * as pulumi from '@pulumi/pulumi';
import { nearest } from '../../core/validation/nearest';
import { kindOf } from '../../core/validation/shape';

/** Pulumi's options, for slips in their names. Others may come: only what is near to one of these is a slip. */
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

/** Those that are on or off; the engine cannot be told anything else. */
const FLAGS = ['deleteBeforeReplace', 'protect', 'retainOnDelete'] as const;

/** Those that name properties; the engine passes over a name that it does not know. */
const NAMING = ['additionalSecretOutputs', 'ignoreChanges', 'replaceOnChanges'] as const;

/** What the options are given to. */
interface Kind {
  readonly name: string;
  readonly properties: object;
  /** Set when it is billed. */
  readonly billed?: string;
}

/**
 * Refuses options that would be passed over in silence, or would lose something that is billed.
 *
 * @throws RunError that says what to write instead; Pulumi prints its message alone, without the stack.
 */
export function checkOptions(kind: Kind, name: string, opts: pulumi.CustomResourceOptions): void {
  const refuse = (option: string, reason: string): never => refuseOption(option, name, reason);
  for (const option of Object.keys(opts).filter((given) => !OPTIONS.includes(given))) {
    const close = nearest(option, OPTIONS);
    if (close !== undefined) refuse(option, `is none of Pulumi's: did you mean ${close}?`);
  }
  if (opts.import !== undefined)
    refuse(
      'import',
      'cannot be had: the engine knows no dynamic provider by which to read what is not in state. ' +
        ('adoptId' in kind.properties
          ? `Write adoptId: ${JSON.stringify(opts.import)} among the arguments to take it over.`
          : 'Leave it out.'),
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
      'would leave it billed and forgotten: the cloud deletes nothing of this kind along with something else. ' +
        'Leave it out; to keep it on purpose, write retainOnDelete: true.',
    );
}

/**
 * Refuses a provider object, which would be passed over in silence. What a component hands down (`providers`) is not
 * among the options of its children.
 *
 * @throws RunError that says how two accounts are done.
 */
export function refuseProvider(
  name: string,
  { provider }: { readonly provider?: pulumi.ProviderResource },
): void {
  if (provider)
    refuseOption(
      'provider',
      name,
      'chooses no account: the settings cloudCompute:* of the stack, or the environment, name the only one that a ' +
        'stack uses. Leave it out. For two accounts write two stacks, each with settings of its own.',
    );
}

function refuseOption(option: string, name: string, reason: string): never {
  throw new pulumi.RunError(`The option ${option} of ${JSON.stringify(name)} ${reason}`);
}

function checkPath({ properties }: Kind, path: unknown, refuse: (reason: string) => never): void {
  if (typeof path !== 'string') return;
  const [property = ''] = path.split(/[.[]/, 1);
  const known = Object.keys(properties);
  // A path may begin in brackets, and stars stand for any.
  if (property === '' || property.includes('*') || property.startsWith('__') || known.includes(property))
    return;
  const close = nearest(property, known);
  refuse(
    `names ${JSON.stringify(path)}, which is no property: ${close ? `did you mean ${JSON.stringify(close)}?` : `there are ${known.join(', ')}`}`,
  );
}
