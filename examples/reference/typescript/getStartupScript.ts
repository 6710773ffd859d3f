import { getStartupScriptOutput } from 'pulumi-cloud-compute';

export const startupScriptId = getStartupScriptOutput({ name: 'bootstrap' }).id;
