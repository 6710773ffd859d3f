// The last step of `npm run release:build`: packs the SDKs for Node.js and Python as their registries take them.
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { compileNodejsSdk } from '../plugin/sdks';
import { run } from '../pulumiCli/run';
import { built, root, runScript } from './release';

runScript(async () => {
  const { packages, sdks } = built;
  await mkdir(packages, { recursive: true });
  const nodejs = await compileNodejsSdk(sdks);
  await copyFile(path.join(root, 'LICENSE'), path.join(nodejs, 'LICENSE'));
  await copyFile(path.join(sdks, 'nodejs', 'README.md'), path.join(nodejs, 'README.md'));
  await run('npm', ['pack', '--silent', '--pack-destination', packages], { cwd: nodejs });
  const wheel = ['wheel', '--quiet', '--no-deps', '--wheel-dir', packages, path.join(sdks, 'python')];
  await run('python3', ['-m', 'pip', ...wheel]);
  console.log(`The SDKs for npm and the Python index are in ${path.relative(root, packages)}.`);
});
