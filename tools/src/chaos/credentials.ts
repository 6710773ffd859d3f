// What happens to the credentials between the interrupted command and the next one.
import type { StateResource } from './cloud/audit';
import type { CloudView } from './cloud/cloudView';
import type { CredentialChange } from './plan';
import type { StackCommands } from './stack/stackCommands';
import { FLAGS, UP } from './stack/stackCommands';

const ANOTHER_ACCOUNT = { id: 'another-account', secret: 'another-secret', project: 'another-project' };

/** Throws if another account gets or loses anything. */
export async function changeCredentials(
  change: CredentialChange,
  cloud: CloudView,
  stack: StackCommands,
  secondStack: StackCommands | undefined,
): Promise<void> {
  switch (change) {
    case 'none':
      return;
    case 'new secret':
      await cloud.control('POST', 'clients', { id: 'emulator', secret: 'rotated', project: 'emulator' });
      for (const each of [stack, secondStack]) if (each) each.env['CLOUD_COMPUTE_CLIENT_SECRET'] = 'rotated';
      return;
    case 'a command with another account': {
      // An empty stack has no owner.
      if ((await stack.state<StateResource>()).length === 0) return;
      await cloud.control('POST', 'clients', ANOTHER_ACCOUNT);
      const before = await cloud.billedTo(ANOTHER_ACCOUNT);
      await stack.run(UP, FLAGS, {
        CLOUD_COMPUTE_CLIENT_ID: ANOTHER_ACCOUNT.id,
        CLOUD_COMPUTE_CLIENT_SECRET: ANOTHER_ACCOUNT.secret,
      });
      const after = await cloud.billedTo(ANOTHER_ACCOUNT);
      if (after !== before) throw new Error(`The other account had ${before} and has ${after}.`);
    }
  }
}
