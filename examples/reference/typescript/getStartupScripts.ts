import { getStartupScriptsOutput } from 'pulumi-cloud-compute';

// The names of the scripts, newest first; a secret, because it comes from the scripts.
export const names = getStartupScriptsOutput().apply((scripts) => scripts.map(({ name }) => name));
