// `npm run release:check`: refuses a release whose native plugin no program would find.
import { checkPublication, publicationIn } from '../generate/pulumi/publication';
import { root, runScript } from './release';

runScript(async () => {
  checkPublication(await publicationIn(root));
});
