// The version of the plugin, compared with the version that the program was made for.
import { lt, valid } from 'semver';

/**
 * What to say if the plugin is older than the program's SDK. The engine starts the version that the SDK names, unless
 * Pulumi.yaml names a folder, or a plugin server has another version under this name. A newer plugin serves older SDKs.
 *
 * @param own the version of the plugin.
 * @param asked the version in the settings of the provider; undefined if the program names none.
 */
export function olderThanProgram(own: string, asked: unknown): string | undefined {
  if (typeof asked !== 'string' || valid(asked) === null || !lt(own, asked)) return undefined;
  return (
    `The program asks for version ${asked} of the plugin cloud-compute, but this is version ${own}, which may lack ` +
    `what the program uses. If Pulumi.yaml names a folder under plugins.providers, put version ${asked} there. ` +
    `Otherwise the plugin server has the wrong file: run \`pulumi plugin rm resource cloud-compute ${asked} --yes\`, ` +
    'and install it from the right server with `pulumi plugin install` and `--server`.'
  );
}
