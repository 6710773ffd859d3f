import { ensurePulumi } from './pulumiCli/ensure';
import { messageOf } from './pulumiCli/run';

export { ensurePulumi, PulumiUnavailableError } from './pulumiCli/ensure';
export type { EnsureOptions } from './pulumiCli/ensure';
export { putOnPath } from './pulumiCli/executables';

/** Prints the folder to add to PATH, and nothing else, on standard output. */
async function main(): Promise<void> {
  try {
    console.log(await ensurePulumi());
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}

if (require.main === module) void main();
