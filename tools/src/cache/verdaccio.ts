import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cachedTool, fromNpm } from './cachedTool';

/** Later versions need Node.js 22. */
const VERDACCIO = '6.2.9';

/** The folder of the package of verdaccio, an npm registry for tests. */
export async function verdaccio(): Promise<string> {
  const executable = await cachedTool({
    name: `verdaccio-${VERDACCIO}`,
    executable: path.join('node_modules', 'verdaccio', 'bin', 'verdaccio'),
    install: async (folder, signal) => {
      // One of its plugins asks for node-fetch by a tag, which mirrors of npm may lack.
      const manifest = { private: true, overrides: { 'node-fetch': '2.7.0' } };
      await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
      await fromNpm(`verdaccio@${VERDACCIO}`, '--ignore-scripts')(folder, signal);
    },
  });
  return path.dirname(path.dirname(executable));
}
