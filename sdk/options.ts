import * as pulumi from '@pulumi/pulumi';
import { typeToken } from './token';

/** The package of the engine's own plugin, which runs this provider. */
const [PACKAGE = ''] = typeToken('').split(':', 1);

/**
 * Refuses options that would be passed over in silence, or would lose something that is billed.
 *
 * @throws RunError that says what to write instead; Pulumi prints its message alone, without the stack.
 */
export function checkOptions(
  name: string,
  { provider, deletedWith }: pulumi.CustomResourceOptions,
  isBilled: boolean,
): void {
  // The SDK does not declare it.
  const chosen = (provider as { getPackage?(): string } | undefined)?.getPackage?.() ?? PACKAGE;
  if (chosen !== PACKAGE)
    throw new pulumi.RunError(
      `The option provider of ${JSON.stringify(name)} is a provider of ${chosen}; resources of ` +
        'this package have none to choose. Leave it out: the settings cloudCompute:* of the stack say which ' +
        'account is used, and another account takes another stack.',
    );
  if (deletedWith && isBilled)
    throw new pulumi.RunError(
      `The option deletedWith of ${JSON.stringify(name)} would leave it billed and forgotten: the cloud deletes ` +
        'nothing of this kind along with something else. Leave it out; to keep it on purpose, write ' +
        'retainOnDelete: true.',
    );
}
