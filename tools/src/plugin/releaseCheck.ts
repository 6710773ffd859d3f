// `npm run release:check`: refuses a release whose native plugin no program would find, or that the Pulumi Registry
// would show without a publisher or links.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkPublication, publicationIn } from '../generate/pulumi/publication';
import type { NpmFields } from '../generate/pulumi/registryFields';
import { checkRegistryFields } from '../generate/pulumi/registryFields';
import { messageOf } from '../pulumiCli/run';

async function check(folder: string): Promise<void> {
  checkPublication(await publicationIn(folder));
  checkRegistryFields(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as NpmFields);
}

check(path.resolve(process.argv[2] ?? '.')).catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
