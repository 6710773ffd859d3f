// The two pages that the Pulumi Registry shows of a package: docs/_index.md and docs/installation-configuration.md. The
// Registry reads them from docs/ of the repository. Their texts are beside this file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PluginExample } from '../reference/examples';
import { GENERATED, block, table } from '../reference/markdown';

/** The fields of schema.json that the pages repeat. */
export interface Published {
  readonly name: string;
  readonly version: string;
  readonly pluginDownloadURL?: string;
  readonly repository?: string;
  readonly language: {
    readonly nodejs: { readonly packageName: string };
    readonly python: { readonly packageName: string };
    readonly go: { readonly importBasePath: string };
    readonly java: { readonly basePackage: string };
  };
  readonly config: { readonly variables: Readonly<Record<string, Setting>> };
}

interface Setting {
  readonly type: string;
  readonly description: string;
  readonly secret?: boolean;
}

/** The programs on the pages: each in every language of the plugin. */
export interface Programs {
  readonly machine: readonly PluginExample[];
  readonly provider: readonly PluginExample[];
}

/** The languages in the order of the Registry, with the marks of its blocks. */
const LANGUAGES = ['typescript', 'python', 'go', 'java', 'yaml'];

const FOLDER = path.join('tools', 'src', 'generate', 'registry');

/** The text of each page, before formatting, by its name in docs. */
export function registryPages(
  root: string,
  published: Published,
  { machine, provider }: Programs,
): Map<string, string> {
  const blocks: Readonly<Record<string, string>> = {
    unpublished:
      published.pluginDownloadURL === undefined
        ? `**Not published yet**: until ${published.version} is published, [build the SDKs and the plugin](plugin.md#build-the-plugin).`
        : '',
    sdks: sdkTable(published),
    installation: chooser(installation(published)),
    settings: settingsTable(published),
    machine: chooser(blocksOf(machine)),
    provider: chooser(blocksOf(provider)),
  };
  const words = wordsOf(published);
  return new Map(
    ['_index.md', 'installation-configuration.md'].map((name) => {
      const text = readFileSync(path.join(root, FOLDER, name), 'utf8')
        .replace(/@(\w+)@/g, (_mark, word: string) => valueOf(words, word))
        .replace(/<!-- (\w+) -->/g, (_mark, block: string) => valueOf(blocks, block))
        .replace(/\n---\n/, (end) => `${end}\n${GENERATED}\n`);
      return [name, linksOf(text, published)];
    }),
  );
}

function valueOf(values: Readonly<Record<string, string>>, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`There is no ${name} for the pages of the Registry.`);
  return value;
}

/** The address of the plugin server on the pages, until there is a public one. */
const EXAMPLE_SERVER = 'https://example.com/plugins';

/** The plugin server in commands. A shell would replace `${VERSION}` by nothing. */
export const serverIn = ({
  version,
  pluginDownloadURL,
}: Pick<Published, 'version' | 'pluginDownloadURL'>): string =>
  (pluginDownloadURL || EXAMPLE_SERVER).replaceAll('${VERSION}', version);

/** What the texts name and schema.json decides. */
const wordsOf = (published: Published) => ({ version: published.version, server: serverIn(published) });

/** The names of the SDKs where their languages publish them. */
const sdksOf = ({ name, language }: Published) => ({
  npm: language.nodejs.packageName,
  pypi: language.python.packageName.replaceAll('_', '-'),
  go: language.go.importBasePath,
  maven: { groupId: language.java.basePackage, artifactId: name },
});

function sdkTable(published: Published): string {
  const { npm, pypi, go, maven } = sdksOf(published);
  const code = (name: string): string => `\`${name}\``;
  const rows = [
    ['TypeScript, JavaScript', code(npm)],
    ['Python', code(pypi)],
    ['Go', code(go)],
    // Nobody publishes it: each user compiles it.
    ['Java', `\`${maven.groupId}:${maven.artifactId}\`, not published: [build it](plugin.md#sdks)`],
    ['.NET', 'none: [`pulumi package gen-sdk`](plugin.md#sdks) generates one'],
    ['YAML', 'none: the command below writes the version and the address into the project'],
  ];
  return table(['Language', 'Package'], rows);
}

/** How a program of each language gets the SDK. */
function installation(published: Published): Record<string, string> {
  const { version, server } = wordsOf(published);
  const { npm, pypi, go, maven } = sdksOf(published);
  const dependency = Object.entries({ ...maven, version }).map(([tag, text]) => `  <${tag}>${text}</${tag}>`);
  return {
    typescript: block('bash', `npm install @pulumi/pulumi ${npm}`),
    python: block('bash', `pip install ${pypi}`),
    go: block('bash', `go get ${go}@v${version}`),
    java: block('xml', ['<dependency>', ...dependency, '</dependency>'].join('\n')),
    yaml: block('bash', `pulumi package add ${published.name}@${version} --server ${server}`),
  };
}

const blocksOf = (programs: readonly PluginExample[]): Record<string, string> =>
  Object.fromEntries(programs.map(({ language, mark, text }) => [language, block(mark, text)]));

/** The languages as the Registry shows them: one at a time. */
function chooser(blocks: Readonly<Record<string, string>>): string {
  const parts = LANGUAGES.map((language) =>
    [`{{% choosable language ${language} %}}`, valueOf(blocks, language), '{{% /choosable %}}'].join('\n\n'),
  );
  return [`{{< chooser language "${LANGUAGES.join()}" >}}`, ...parts, '{{< /chooser >}}'].join('\n\n');
}

/** All settings: their descriptions name their defaults. */
function settingsTable({ config }: Published): string {
  const rows = Object.entries(config.variables).map(([name, { type, description, secret }]) => {
    const [what = '', standard = 'none'] = description.split(' Default: ');
    return [`\`${name}\``, `${type}${secret ? ', secret' : ''}`, standard.replace(/\.$/, ''), what];
  });
  return table(['Setting', 'Type', 'Default', 'What it is'], rows);
}

/**
 * The Registry shows the pages at addresses of its own, so links to other pages need the address of the repository, as
 * soon as there is one.
 */
const linksOf = (text: string, { repository, version }: Published): string =>
  repository === undefined
    ? text
    : text.replace(/\]\((?!\w+:|#)([^)]+)\)/g, (_link, target: string) => {
        const file = path.posix.join('docs', target);
        return `](${repository}/blob/v${version}/${file})`;
      });
