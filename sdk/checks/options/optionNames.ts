// The names of Pulumi's options.
import type * as pulumi from '@pulumi/pulumi';
import { nearest } from '../../../core/validation/nearest';
import { synonym } from '../../../core/validation/synonyms';

type Option =
  | keyof pulumi.CustomResourceOptions
  | keyof pulumi.ComponentResourceOptions
  | keyof pulumi.InvokeOutputOptions;

/** Pulumi's options. The compiler compares them with those of the installed SDK. */
export const OPTIONS: readonly string[] = Object.keys({
  additionalSecretOutputs: 0,
  aliases: 0,
  async: 0,
  customTimeouts: 0,
  deleteBeforeReplace: 0,
  deletedWith: 0,
  dependsOn: 0,
  envVarMappings: 0,
  hideDiffs: 0,
  hooks: 0,
  id: 0,
  ignoreChanges: 0,
  import: 0,
  parent: 0,
  pluginDownloadURL: 0,
  protect: 0,
  provider: 0,
  providers: 0,
  replaceOnChanges: 0,
  replaceWith: 0,
  replacementTrigger: 0,
  retainOnDelete: 0,
  transformations: 0,
  transforms: 0,
  urn: 0,
  version: 0,
} satisfies Record<Option, 0>);

/** What to write in the place of options of Terraform. */
const OF_TERRAFORM: Readonly<Record<string, string>> = {
  lifecycle: 'write protect: true for prevent_destroy, and ignoreChanges: [ … ] for ignore_changes.',
  preventDestroy: 'write protect: true.',
  skipDestroy: 'write retainOnDelete: true.',
  createBeforeDestroy: 'leave it out, for Pulumi creates the new resource first.',
  count: 'create the resources in a loop of the program.',
  forEach: 'create the resources in a loop of the program.',
};

/** The option of another tool, or a misspelled one: what is wrong, and what to write. */
export function wrongOption(option: string, argumentNames: readonly string[]): string | undefined {
  const camelCase = option.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const close = nearest(option, OPTIONS);
  const argument = synonym(option, argumentNames);
  const advice = Object.hasOwn(OF_TERRAFORM, camelCase)
    ? OF_TERRAFORM[camelCase]
    : close
      ? `did you mean ${close}?`
      : argument && `write ${argument} in the arguments, before the options.`;
  return advice && `is not an option of Pulumi: ${advice}`;
}
