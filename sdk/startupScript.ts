/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type --
   the interface declares the properties that Pulumi sets on the object */
import type { StartupScriptInputs, StartupScriptOutputs } from '../provider/resources/startupScript';
import { resourceClass } from './resource';
import type { Args, Outputs } from './types';

/** What a startup script is to be. */
export type StartupScriptArgs = Args<StartupScriptInputs>;

/**
 * A script that runs at the first start of a machine. A secret stays one in state.
 *
 * @example
 * const setup = new StartupScript('setup', { script: '#!/bin/bash\napt-get update' });
 */
export class StartupScript extends resourceClass<StartupScriptInputs, StartupScriptOutputs>({
  name: 'StartupScript',
  provider: 'startupScript',
  properties: {
    name: undefined,
    script: undefined,
    adoptId: undefined,
    createdAt: undefined,
  },
}) {}

export interface StartupScript extends Outputs<StartupScriptInputs, StartupScriptOutputs, 'name'> {}
