import type { StartupScriptInputs, StartupScriptOutputs } from '../provider/resources/startupScript';
import { resourceClass } from './resource';
import type { Args } from './types';

/** What a startup script is to be. */
export type StartupScriptArgs = Args<StartupScriptInputs>;

/**
 * A script that runs at the first start of a machine. A secret stays one in state.
 *
 * @example
 * const setup = new StartupScript('setup', { script: '#!/bin/bash\napt-get update' });
 */
export class StartupScript extends resourceClass<StartupScriptInputs, StartupScriptOutputs, 'name'>({
  name: 'StartupScript',
  provider: 'startupScript',
  properties: {
    name: undefined,
    script: undefined,
    adoptId: undefined,
    createdAt: undefined,
  },
}) {}
