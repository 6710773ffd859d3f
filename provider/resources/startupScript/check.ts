import type { Call } from '../../session/call';
import type { StartupScriptInputs } from '.';
import type { Problem } from '../../../core/validation/shape';
import { adoption } from '../../checks/existing';
import type { Plan } from '../../checks/plan';
import { review } from '../../checks/plan';

/** What is wrong with a startup script, as far as it can be told before the update. */
export async function checkStartupScript(
  call: Call,
  inputs: Partial<StartupScriptInputs>,
  olds: Partial<StartupScriptInputs> | undefined,
): Promise<Problem[]> {
  return review(call, inputs, olds, (plan) => [script(plan), adopted(plan)]);
}

function adopted(plan: Plan<StartupScriptInputs>): Promise<Problem[]> {
  const said = plan.text('script');
  return adoption(
    plan,
    'startup script',
    plan.call.session.scripts,
    ({ name }) => ({ name }),
    // It may be a secret.
    ({ script }) => (said === undefined || said === script ? [] : ['script']),
  );
}

/** The script is one that a machine can start. It may be a secret: nothing of it is repeated. */
function script(plan: Plan<StartupScriptInputs>): Problem[] {
  return plan.changed('script').flatMap(({ path, value }) => {
    if (value.trim() === '') return [{ path, reason: 'is blank: give the text of the script' }];
    if (/^https?:\/\/\S+$/.test(value.trim()))
      return [{ path, reason: 'is an address, not a script: write a script that fetches what is there' }];
    if (/^[~.]{0,2}\/\S+$|^\S+\.sh$/.test(value.trim()) && !value.trim().includes('\n')) {
      return [
        { path, reason: 'is the path of a file, not a script. Read the file: fs.readFileSync(path, "utf8")' },
      ];
    }
    if (/^\s+#!/.test(value)) {
      plan.warn({
        path,
        reason: 'has blanks or empty lines before its #!, which then has no effect: let it begin with #!',
      });
    }
    if (/^\s*(?!#!|#cloud-config|Content-Type:|MIME-Version:)\S/.test(value)) {
      plan.warn({
        path,
        reason: 'does not say what it is written for: let it begin with a line such as #!/bin/bash',
      });
    }
    if (/^#!.*\r\n/.test(value)) {
      plan.warn({
        path,
        reason:
          'has the line ends of Windows: its interpreter will not be found on a machine. Save it with \\n line ends',
      });
    }
    return [];
  });
}
