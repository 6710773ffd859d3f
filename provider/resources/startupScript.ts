import type { StartupScript } from '../../api';
import type { Problem } from '../../core/validation/shape';
import { adoptionBySchema } from '../checks/fromSchema';
import type { PlannedResource } from '../checks/plan';
import { runChecks } from '../checks/plan';
import { deletionsOf } from '../lifecycle/bulkDeletions';
import { namedResource } from '../lifecycle/named/namedResource';
import { defineResource } from '../schema/define';
import type { Inputs, Outputs } from '../schema/resourceSchema';
import { resourceSchema } from '../schema/resourceSchema';
import { text } from '../schema/types';
import type { Call } from '../session/call';

/** The description of a startup script. */
export const startupScriptSchema = resourceSchema({
  name: 'StartupScript',
  provider: 'startupScript',
  createdBy: 'createScript',
  noun: 'startup script',
  doc: 'A script that runs at the first start of a machine. A secret stays one in state.',
  example: `const setup = new StartupScript('setup', { script: '#!/bin/bash\\napt-get update' });`,
  autoName: 'name',
  inputs: {
    name: { type: text({ max: 255 }), doc: 'Name.', onChange: 'replace', api: 'name' },
    script: {
      type: text(),
      doc: 'The script itself, e.g. `#!/bin/bash …`. May be a secret.',
      onChange: 'replace',
      required: true,
      example: '"#!/bin/bash…"',
      api: 'script',
      hiddenInMessages: true,
    },
    adoptId: {
      type: text(),
      doc: 'Takes over this script, which exists, instead of creating one.',
      onChange: 'creation only',
      api: { none: 'It stands for no creation.' },
    },
  },
  outputs: { createdAt: { type: text(), doc: 'When it was created, ISO 8601.' } },
});

export type StartupScriptInputs = Inputs<typeof startupScriptSchema>;
export type StartupScriptOutputs = Outputs<typeof startupScriptSchema>;

/** The API cannot change a script: it is only created, read and deleted (Startup scripts). */
export const startupScript = defineResource(startupScriptSchema, {
  ...namedResource<typeof startupScriptSchema, StartupScript>(startupScriptSchema, {
    collection: ({ scripts }) => scripts,
    post: ({ session, requests }, { name, script }) =>
      session.client.scripts.create({ name, script }, requests),
    remove: (call, id) => deletionsOf(call.session).script(call, id),
  }),
  check: checkStartupScript,
});

/** What is wrong with a startup script, as far as a preview can tell. */
export function checkStartupScript(
  call: Call,
  inputs: Partial<StartupScriptInputs>,
  olds: Partial<StartupScriptInputs> | undefined,
): Promise<Problem[]> {
  return runChecks(call, inputs, olds, (plan) => [
    script(plan),
    adoptionBySchema(plan, startupScriptSchema, call.session.scripts),
  ]);
}

/** A machine can start the script. It may be a secret: no message repeats any of it. */
function script(plan: PlannedResource<StartupScriptInputs>): Problem[] {
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
