import { PulumiCommand } from '@pulumi/pulumi/automation';
import { SemVer } from 'semver';
import { messageOf } from '../run';

/** The process that `official.ts` runs: `node officialInstaller.js ROOT VERSION`. */
async function main(): Promise<void> {
  const [root, version] = process.argv.slice(2);
  if (root === undefined || version === undefined) throw new Error('usage: officialInstaller ROOT VERSION');
  await PulumiCommand.install({ root, version: new SemVer(version) });
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
