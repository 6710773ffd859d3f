import type { StartupScript } from '../../api';
import { LARGEST_BODY } from '../../api/services/compute/scripts';
import type { Problem } from '../../core/validation/shape';
import {
  beginsWithByteOrderMark,
  hasInvisible,
  invisibleIn,
  withoutByteOrderMark,
} from '../../core/validation/invisible';
import { READ_FILE, isConverted } from '../../core/validation/shape';
import { adoptionBySchema } from '../checks/fromSchema';
import type { PlannedResource } from '../checks/plan';
import { runChecks } from '../checks/plan';
import { deletionsOf } from '../lifecycle/bulkDeletions';
import { immutableResource } from '../lifecycle/unbilled/immutableResource';
import { defineResource } from '../schema/define';
import type { Inputs } from '../schema/resourceSchema';
import { resourceSchema } from '../schema/resourceSchema';
import { text } from '../schema/types';
import type { Call } from '../run/call';

/** The schema of a startup script. */
export const startupScriptSchema = resourceSchema({
  name: 'StartupScript',
  provider: 'startupScript',
  createdBy: 'createScript',
  noun: 'startup script',
  doc: 'A script that runs at the first start of a machine. A secret script stays secret in state.',
  autoName: 'name',
  inputs: {
    name: { type: text(), doc: 'Name.', onChange: 'replace', api: 'name' },
    script: {
      type: text(),
      doc: 'The script itself, e.g. `#!/bin/bash …`. May be a secret.',
      onChange: 'replace',
      required: true,
      example: '"#!/bin/bash…"',
      api: 'script',
      meaning: withoutByteOrderMark,
      hiddenInMessages: true,
      secretWhenRead: true,
    },
    adoptId: {
      type: text(),
      doc: 'Id of an existing script to adopt instead of creating one.',
      onChange: 'creation only',
      api: { none: 'It replaces the create request.' },
    },
  },
  outputs: { createdAt: { type: text(), doc: 'When it was created, ISO 8601.' } },
});

export type StartupScriptInputs = Inputs<typeof startupScriptSchema>;

/** The API cannot change a script: it can only be created, read and deleted (Startup scripts). */
export const startupScript = defineResource(startupScriptSchema, {
  ...immutableResource<typeof startupScriptSchema, StartupScript>(startupScriptSchema, {
    collection: ({ scripts }) => scripts,
    post: ({ run, requests }, { name, script }) =>
      run.client.scripts.create({ name, script: withoutByteOrderMark(script) }, requests),
    remove: (call, id) => deletionsOf(call.run).script(call, id),
  }),
  check: checkStartupScript,
});

/** Reports the problems of a startup script that a preview can find. */
export function checkStartupScript(
  call: Call,
  inputs: Partial<StartupScriptInputs>,
  olds: Partial<StartupScriptInputs> | undefined,
): Promise<Problem[]> {
  return runChecks(call, inputs, olds, (plan) => [
    checkScript(plan),
    adoptionBySchema(plan, startupScriptSchema, call.run.scripts),
  ]);
}

/** Checks that a machine can run the script. The script may be a secret: no message shows any of it. */
function checkScript(plan: PlannedResource<StartupScriptInputs>): Problem[] {
  return plan.changed('script').flatMap(({ path, value: given }) => {
    const value = withoutByteOrderMark(given);
    const invisible = invisibleIn(value, { mayJoin: true });
    if (value.trim() === '') return [{ path, reason: 'is blank: set it to the text of the script' }];
    if (/^https?:\/\/\S+$/.test(value.trim()))
      return [
        { path, reason: 'is an address, not a script: write a script that downloads from that address' },
      ];
    if (/^[~.]{0,2}\/\S+$|^\S+\.sh$/.test(value.trim()) && !value.trim().includes('\n')) {
      return [{ path, reason: `is the path of a file, not a script. ${READ_FILE}` }];
    }
    const size = Buffer.byteLength(JSON.stringify({ name: plan.text('name'), script: value }));
    if (size > LARGEST_BODY) {
      plan.warn({
        path,
        reason: `makes the request ${String(size)} bytes large, and the cloud is assumed to accept at most ${String(LARGEST_BODY)}: let the script download its large parts`,
      });
    }
    if (beginsWithByteOrderMark(given)) {
      plan.warn({
        path,
        reason: 'begins with a byte order mark (U+FEFF), with which its #! has no effect: it is left out',
      });
    }
    if (invisible !== undefined) {
      plan.warn({
        path,
        reason: `${hasInvisible(invisible)}, which a shell takes for a part of a word: replace it if it is not meant`,
      });
    }
    if (isConverted(value)) {
      plan.warn({
        path,
        reason:
          'contains an object or a promise that was converted to a string, such as [object Promise]: write the value that is meant',
      });
    }
    if (/^\s+#!/.test(value)) {
      plan.warn({
        path,
        reason: 'has blanks or empty lines before its #!, which then has no effect: begin the script with #!',
      });
    }
    if (/^\s*(?!#!|#cloud-config|Content-Type:|MIME-Version:)\S/.test(value)) {
      plan.warn({
        path,
        reason: 'does not name its interpreter: begin it with a line such as #!/bin/bash',
      });
    }
    if (/^#!.*\r\n/.test(value)) {
      plan.warn({
        path,
        reason:
          'has Windows line endings: the machine will not find its interpreter. Save it with \\n line endings',
      });
    }
    return [];
  });
}
