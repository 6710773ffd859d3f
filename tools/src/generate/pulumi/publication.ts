// Where the plugin and the SDK for Go are published.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { NPM_SDK } from './pulumiSpec';

/** The field `pulumiPackage` of package.json. Its texts are empty until there are public addresses. */
export interface Publication {
  /** Where the engine downloads the plugin, e.g. `https://github.com/OWNER/REPO/releases/download/v${VERSION}`. */
  readonly pluginDownloadURL: string;
  /** The path of the module of the SDK for Go, a folder in this repository, e.g. `github.com/OWNER/REPO/sdk/go`. */
  readonly goModule: string;
}

/** The publication that the package.json of a folder describes. */
export async function publicationIn(folder: string): Promise<Publication> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly pulumiPackage: Publication }).pulumiPackage;
}

/** The path of the module of the SDK for Go until it is published: programs replace it by a folder. */
export const LOCAL_GO_MODULE = `${NPM_SDK}/sdk/go`;

/** The path of the module of the SDK for Go. */
export const goModuleOf = ({ goModule }: Publication): string => goModule || LOCAL_GO_MODULE;

/** The path of the package in the SDK for Go. */
export const goPackageOf = (publication: Publication): string => `${goModuleOf(publication)}/cloudcompute`;

/** The field of the schema with the address of the plugin. */
export const addressField = ({ pluginDownloadURL }: Publication): { readonly pluginDownloadURL?: string } =>
  pluginDownloadURL === '' ? {} : { pluginDownloadURL };

interface Schema {
  readonly language: { readonly go: object };
}

/** Another publication or version of the package, which a test builds. */
export interface BuiltAs {
  readonly publication?: Publication;
  readonly version?: string;
}

/** The text of a schema, as if the package were published so. */
export function schemaBuiltAs(text: string, { publication, version }: BuiltAs): string {
  const schema = JSON.parse(text) as Schema;
  const { language } = schema;
  return JSON.stringify({
    ...schema,
    ...(version !== undefined && { version }),
    ...(publication && {
      ...addressField(publication),
      language: { ...language, go: { ...language.go, importBasePath: goPackageOf(publication) } },
    }),
  });
}

/** @throws Error with what to do, if the package cannot be released. */
export function checkPublication({ pluginDownloadURL, goModule }: Publication): void {
  const missing = Object.entries({ pluginDownloadURL, goModule })
    .filter(([, value]) => value === '')
    .map(([name]) => name);
  if (missing.length > 0)
    throw new Error(
      `The release is refused: ${missing.join(' and ')} in the field pulumiPackage of package.json ` +
        `${missing.length === 1 ? 'is' : 'are'} empty, so no program would find the native plugin. Set ` +
        'pluginDownloadURL to the https address of its tarballs and goModule to the path of the module for Go, run ' +
        '`npm run generate`, and release again.',
    );
  // A rehearsal has a server on this computer.
  if (!/^(https:\/\/|http:\/\/127\.0\.0\.1[:/])/.test(pluginDownloadURL))
    throw new Error(
      `The release is refused: pluginDownloadURL in the field pulumiPackage of package.json is ${pluginDownloadURL}. ` +
        'Set it to an address that begins with https://, run `npm run generate`, and release again.',
    );
  goFolderOf({ pluginDownloadURL, goModule });
}

/**
 * The folder of the module in its repository. The tags of its versions begin with it.
 *
 * @throws Error with what to do, if the path has none.
 */
export function goFolderOf({ goModule }: Publication): string {
  const folder = goModule.split('/').slice(3).join('/');
  if (folder === '')
    throw new Error(
      `The release is refused: goModule in the field pulumiPackage of package.json is ${goModule}. Set it to the path ` +
        'of a folder in this repository, for example github.com/OWNER/REPO/sdk/go, run `npm run generate`, and ' +
        'release again.',
    );
  return folder;
}
