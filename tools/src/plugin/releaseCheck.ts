// `npm run release:check`: refuses a release whose native plugin no program would find.
import path from 'node:path';
import { checkPublication, publicationIn } from '../generate/pulumi/publication';
import { messageOf } from '../pulumiCli/run';

publicationIn(path.resolve(process.argv[2] ?? '.'))
  .then(checkPublication)
  .catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
