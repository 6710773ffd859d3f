// A program and its resources find their credentials in two processes, whose environments may differ.
import * as pulumi from '@pulumi/pulumi';
import type { Configuration } from '../../core/configuration';
import { SAME_PROJECT, accountOf } from '../../core/configuration';
import { configuration } from '../config';
import { currentAccount } from './owner';

/** Warns if the program reaches the cloud as another account than its stack. */
export async function warnOfOtherAccount(): Promise<void> {
  const ofStack = await currentAccount().catch(() => undefined);
  const ofProgram = configurationIfComplete();
  if (ofStack === undefined || ofProgram === undefined || ofStack === accountOf(ofProgram)) return;
  if (process.env[SAME_PROJECT] === ofProgram.clientId) return;
  void pulumi.log.warn(
    'This program reads the cloud with other credentials, or at another address, than those its stack was created with. ' +
      'Its data sources show that account, its pending tags may stay, and orphans may not be named. Give the program the ' +
      'settings of its stack, in the config of the stack or in the environment of the process that runs the program. An ' +
      'inline program does not see `envVars` of its workspace, and resources do not see what a program sets in `process.env`.',
  );
}

/** If the configuration is incomplete, the end of the run says so. */
function configurationIfComplete(): Configuration | undefined {
  try {
    return configuration();
  } catch {
    return undefined;
  }
}
