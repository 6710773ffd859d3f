// `npm run release:check`: refuses a release whose native plugin no program would find, or that the Pulumi Registry
// would show without a publisher or links.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkPublication, publicationIn } from '../generate/pulumi/publication';
import type { NpmFields } from '../generate/pulumi/registryFields';
import { checkRegistryFields } from '../generate/pulumi/registryFields';
import { root, runScript } from './release';

runScript(async () => {
  checkPublication(await publicationIn(root));
  checkRegistryFields(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as NpmFields);
});
