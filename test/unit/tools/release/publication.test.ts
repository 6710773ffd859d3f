// The one field of package.json with the addresses of the plugin and of the module for Go.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { scripts } from '../../../../package.json';
import {
  checkPublication,
  goFolderOf,
  publicationIn,
  schemaBuiltAs,
} from '../../../../tools/src/generate/pulumi/publication';
import { root } from '../support';

const publication = {
  pluginDownloadURL: 'https://example.com/plugins/v${VERSION}',
  goModule: 'github.com/OWNER/REPO/sdk/go',
};
const schemaFile = () => readFile(path.join(root, 'schema.json'), 'utf8');

it('a release needs both', () => {
  expect(() => {
    checkPublication(publication);
  }).not.toThrow();
  expect(() => {
    checkPublication({ pluginDownloadURL: '', goModule: '' });
  }).toThrow(
    'The release is refused: pluginDownloadURL and goModule in the field pulumiPackage of package.json are empty, so ' +
      'no program would find the native plugin. Set pluginDownloadURL to the https address of its tarballs and ' +
      'goModule to the path of the module for Go, run `npm run generate`, and release again.',
  );
  expect(() => {
    checkPublication({ ...publication, goModule: '' });
  }).toThrow('The release is refused: goModule in the field pulumiPackage of package.json is empty');
  expect(() => {
    checkPublication({ ...publication, pluginDownloadURL: 'http://example.com' });
  }).toThrow('Set it to an address that begins with https://');
  expect(() => {
    checkPublication({ ...publication, goModule: 'github.com/OWNER/REPO' });
  }).toThrow('Set it to the path of a folder in this repository, for example github.com/OWNER/REPO/sdk/go');
});

it('a rehearsal of a release may use a plugin server on this computer', () => {
  expect(() => {
    checkPublication({ ...publication, pluginDownloadURL: 'http://127.0.0.1:8000/v${VERSION}' });
  }).not.toThrow();
});

it('the Go tags of a module begin with its folder in the repository', () => {
  expect(goFolderOf(publication)).toBe('sdk/go');
});

it('the scripts that build and publish a release check it before everything else', () => {
  const checks = ['npm run --silent build', 'node tools/dist/release/releaseCheck.js'];
  expect(scripts['release:publish'].split(' && ').slice(0, 2)).toEqual(checks);
  // The SDKs are built from the generated schema.
  const commands = scripts['release:build'].split(' && ');
  expect(commands.slice(0, 3)).toEqual([...checks, 'node tools/dist/generate.js --check']);
});

it('the schema names the address as soon as the field does, and no address before', async () => {
  const { pluginDownloadURL, goModule } = await publicationIn(root);
  const schema = JSON.parse(await schemaFile()) as Record<string, unknown>;
  expect(schema['pluginDownloadURL']).toBe(pluginDownloadURL === '' ? undefined : pluginDownloadURL);
  expect(schema).toMatchObject({
    language: { go: { importBasePath: `${goModule || 'pulumi-cloud-compute-native/sdk/go'}/cloudcompute` } },
  });
  const published = JSON.parse(
    schemaBuiltAs(await schemaFile(), { publication, version: '9.8.7' }),
  ) as object;
  expect(published).toEqual({
    ...schema,
    version: '9.8.7',
    pluginDownloadURL: publication.pluginDownloadURL,
    language: expect.objectContaining({
      go: { importBasePath: `${publication.goModule}/cloudcompute`, respectSchemaVersion: true },
    }) as unknown,
  });
});
