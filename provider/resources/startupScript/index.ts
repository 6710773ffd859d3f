import type { StartupScript } from '../../../api';
import { mustMatch, nothingToAdopt } from '../../lifecycle/adopt';
import type { ChangeRules } from '../../schema/rules';
import { fixed, replace } from '../../schema/rules';
import { checkStartupScript } from './check';
import { createNamed, mustBeShown } from '../../lifecycle/createNamed';
import { lookFor } from '../../lifecycle/readRecent';
import { defineResource } from '../../schema/define';
import { required, text } from '../../../core/validation/shape';

/** What a program says of a startup script (Startup scripts, POST /v1/scripts). */
export interface StartupScriptInputs {
  /** Name. Default: the name in the program and seven random digits. On change: replaced. */
  name?: string;
  /** The script itself, e.g. `#!/bin/bash …`. May be a secret. On change: replaced. */
  script: string;
  /** Takes over this script, which exists, instead of making a new one. Only matters at creation. */
  adoptId?: string;
}

/** What the cloud says of a startup script (Startup script). */
export interface StartupScriptOutputs {
  /** When it was made, ISO 8601. */
  createdAt: string;
}

const changes: ChangeRules<StartupScriptInputs> = { name: replace, script: replace, adoptId: fixed };

/** A script that runs at the first start of a machine. The API cannot change one: replaced. */
export const startupScript = defineResource<StartupScriptInputs, StartupScriptOutputs>({
  name: 'StartupScript',
  noun: 'startup script',
  timeouts: { create: 5, update: 5, delete: 5 },
  autoName: 'name',
  nameOf: async ({ scripts }, id) => (await scripts.read(id))?.name,
  shapes: { name: text({ max: 255 }), script: required(text(), '"#!/bin/bash…"'), adoptId: text() },
  changes,
  check: checkStartupScript,

  async create(call, inputs) {
    const { client, scripts } = call.session;
    if (inputs.adoptId !== undefined) {
      const found = await scripts.get(inputs.adoptId);
      if (!found) throw nothingToAdopt('startup script', inputs.adoptId);
      // The content may be a secret: only that it differs is said.
      mustMatch('startup script', found.id, [
        ...(inputs.name !== undefined && inputs.name !== found.name
          ? [`name is ${JSON.stringify(found.name)}`]
          : []),
        ...(inputs.script === found.script ? [] : ['script has another content']),
      ]);
      return { id: found.id, outputs: outputsOf(found) };
    }
    const name = inputs.name ?? call.name;
    const found = await createNamed(call, {
      noun: 'startup script',
      collection: scripts,
      matches: (script) => script.name === name && script.script === inputs.script,
      post: () => client.scripts.create({ name, script: inputs.script }, call.requests),
    });
    return { id: found.id, outputs: outputsOf(found) };
  },

  async read(call, id, state) {
    const found = await lookFor(call, call.session.scripts, id, state);
    if (!found) return undefined;
    return {
      inputs: {
        name: found.name,
        script: found.script,
        ...(state.adoptId !== undefined && { adoptId: state.adoptId }),
      },
      outputs: outputsOf(found),
    };
  },

  async update(call, id) {
    const collection = call.session.scripts;
    return { outputs: outputsOf(await mustBeShown(call, { noun: 'startup script', collection }, id)) };
  },

  async delete(call, id) {
    await call.session.deletions.script(call, id);
  },
});

const outputsOf = (found: StartupScript): StartupScriptOutputs => ({ createdAt: found.created_at });
