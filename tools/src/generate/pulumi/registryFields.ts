// What the Pulumi Registry shows of the package beside its pages: npm's own fields of package.json, as fields of
// schema.json.

/** The fields of package.json. Those with an address are missing until there are public addresses. */
export interface NpmFields {
  readonly version: string;
  readonly keywords: readonly string[];
  readonly author?: string;
  readonly homepage?: string;
  readonly repository?: { readonly url: string };
}

/** The words of the Registry: in which list it shows the package, and of which kind the provider is. */
const REGISTRY_KEYWORDS = ['category/cloud', 'kind/native'];

export const LOGO = 'docs/pictures/logo.png';

/** The fields of the schema. */
export function registryFields({ version, keywords, author, homepage, repository }: NpmFields) {
  const address = repository?.url.replace(/^git\+/, '').replace(/\.git$/, '');
  return {
    keywords: [...keywords, ...REGISTRY_KEYWORDS],
    ...(author !== undefined && { publisher: author }),
    ...(homepage !== undefined && { homepage }),
    // The Registry shows the logo of the released version.
    ...(address !== undefined && { repository: address, logoUrl: `${address}/raw/v${version}/${LOGO}` }),
  };
}

/** @throws Error with what to do, if the Registry would refuse the package or show it without links. */
export function checkRegistryFields({ author, homepage, repository }: NpmFields): void {
  const missing = Object.entries({ author, homepage, repository })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (missing.length > 0)
    throw new Error(
      `The release is refused: package.json has no ${missing.join(' and no ')}, which the Pulumi Registry shows. Set ` +
        'author to the name of the publisher, and homepage and repository to https addresses, run ' +
        '`npm run generate`, and release again.',
    );
}
