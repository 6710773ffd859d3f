// What the Pulumi Registry asks of a package: the fields of schema.json, and two pages.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import manifest from '../../../../package.json';
import type { NpmFields } from '../../../../tools/src/generate/pulumi/registryFields';
import {
  LOGO,
  checkRegistryFields,
  registryFields,
} from '../../../../tools/src/generate/pulumi/registryFields';
import type { Published } from '../../../../tools/src/generate/registry/pages';
import { registryPages } from '../../../../tools/src/generate/registry/pages';
import { root } from '../support';

const own: NpmFields = manifest;
const published: NpmFields = {
  version: '9.8.7',
  keywords: ['gpu'],
  author: 'Example',
  homepage: 'https://example.com/',
  repository: { url: 'git+https://example.com/gpu/pulumi-cloud-compute.git' },
};
const schema = async () => JSON.parse(await readFile(path.join(root, 'schema.json'), 'utf8')) as Published;

it('the schema has the fields of package.json, and no address before there is one', async () => {
  const { keywords, publisher, homepage, repository, logoUrl } = (await schema()) as unknown as Record<
    string,
    unknown
  >;
  const present = Object.entries({ keywords, publisher, homepage, repository, logoUrl });
  expect(Object.fromEntries(present.filter(([, value]) => value !== undefined))).toEqual(registryFields(own));
});

it('the schema has what the Registry requires', async () => {
  expect(await schema()).toMatchObject({
    name: 'cloud-compute',
    displayName: 'Cloud Compute',
    version: manifest.version,
    publisher: expect.stringMatching(/./) as unknown,
    keywords: expect.arrayContaining(['category/cloud', 'kind/native']) as unknown,
    license: manifest.license,
    language: {
      nodejs: { packageName: 'pulumi-cloud-compute-native' },
      python: { packageName: 'pulumi_cloud_compute' },
      go: { importBasePath: expect.stringMatching(/./) as unknown },
      java: { basePackage: 'com.pulumi' },
      csharp: { packageReferences: { Pulumi: '3.*' } },
    },
  });
});

it('the addresses of a published package come from its repository', () => {
  expect(registryFields(published)).toEqual({
    keywords: ['gpu', 'category/cloud', 'kind/native'],
    publisher: 'Example',
    homepage: 'https://example.com/',
    repository: 'https://example.com/gpu/pulumi-cloud-compute',
    logoUrl: `https://example.com/gpu/pulumi-cloud-compute/raw/v9.8.7/${LOGO}`,
  });
});

it('the logo is a picture of 100 by 100 pixels', async () => {
  expect(existsSync(path.join(root, LOGO.replace(/png$/, 'svg')))).toBe(true);
  const picture = await readFile(path.join(root, LOGO));
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([100, 100]);
});

it('a release needs the publisher and the addresses', () => {
  expect(() => {
    checkRegistryFields(published);
  }).not.toThrow();
  const { version, keywords } = published;
  expect(() => {
    checkRegistryFields({ version, keywords });
  }).toThrow('The release is refused: package.json has no author and no homepage and no repository');
});

describe('a page of the Registry', () => {
  const program = (language: string) => ({ title: language, language, mark: language, text: 'program' });
  const programs = ['typescript', 'python', 'go', 'java', 'yaml'].map(program);
  const pages = (of: Published) => registryPages(root, of, { machine: programs, provider: programs });

  it.each(['_index.md', 'installation-configuration.md'])('%s begins with a front matter', async (name) => {
    expect(pages(await schema()).get(name)).toMatch(
      /^---\ntitle: .+\nmeta_desc: .+\nlayout: (package|installation)\n---\n/,
    );
  });

  it('links to the repository as soon as it has an address, because the Registry has only the two pages', async () => {
    const links = (of: Published): string[] =>
      [...pages(of).values()].flatMap((text) =>
        [...text.matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target),
      );
    const relative = links(await schema()).filter((target) => !target.startsWith('https://'));
    expect(relative).toEqual(expect.arrayContaining(['plugin.md', 'guides/credentials.md']));
    const repository = 'https://example.com/gpu/pulumi-cloud-compute';
    const absolute = links({ ...(await schema()), version: '9.8.7', repository });
    expect(absolute.filter((target) => !target.startsWith('https://'))).toEqual([]);
    expect(absolute).toContain(`${repository}/blob/v9.8.7/docs/guides/credentials.md`);
  });

  it('names every setting with its type, and no default that the schema does not name', async () => {
    const { config } = await schema();
    const text = pages(await schema()).get('installation-configuration.md') ?? '';
    for (const [name, { type }] of Object.entries(config.variables))
      expect(text).toMatch(new RegExp(`^\\| \`${name}\` +\\| ${type}\\b`, 'm'));
  });

  it('names the plugin server and the Go module of a published package, and is not unpublished then', async () => {
    const of = await schema();
    const goModule = 'example.com/gpu/sdk/go/cloudcompute';
    const language = { ...of.language, go: { importBasePath: goModule } };
    const text =
      pages({ ...of, version: '9.8.7', language, pluginDownloadURL: 'https://example.com/files' }).get(
        'installation-configuration.md',
      ) ?? '';
    expect(text).toContain(`go get ${goModule}@v9.8.7`);
    expect(text).toContain(`| Go | \`${goModule}\` |`);
    expect(text).toContain('pulumi package add cloud-compute@9.8.7 --server https://example.com/files');
    expect(text).not.toContain('Not published yet');
    expect(pages(of).get('installation-configuration.md')).toContain('Not published yet');
  });
});
