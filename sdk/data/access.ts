import type * as schema from '../../api/schema';
import { oneOf, text } from '../../core/validation/shape';
import { dataSource } from '../dataSource';
import type { Camelized } from '../words';
import { camelize } from '../words';
import type { NoArgs } from './catalogue';
import type { OneArgs } from './one';
import { one, oneShapes } from './one';

/** A public key as the cloud shows it. */
export type GetSshKeyResult = Camelized<schema.SshKey>;

/** The SSH keys of the project (GET /v1/ssh-keys). */
export const getSshKeys = dataSource<NoArgs, GetSshKeyResult[]>({
  name: 'getSshKeys',
  shape: 'list',
  args: {},
  ask: async (api) => camelize(await api.sshKeys.list()),
});

/** `getSshKeys` as an output. */
export const getSshKeysOutput = getSshKeys.output;

/** Which SSH key: by its id or by its name. */
export type GetSshKeyArgs = OneArgs;

/**
 * One SSH key (GET /v1/ssh-keys/{sshKeyId}). One that does not exist is an error, and so is a name that several have.
 *
 * @example
 * const { id } = await getSshKey({ name: 'laptop' });
 */
export const getSshKey = dataSource<GetSshKeyArgs, GetSshKeyResult>({
  name: 'getSshKey',
  shape: 'object',
  args: oneShapes,
  ask: async (api, args) =>
    camelize(
      await one(
        'SSH key',
        args,
        (id) => api.sshKeys.get(id),
        () => api.sshKeys.list(),
      ),
    ),
});

/** `getSshKey` as an output. */
export const getSshKeyOutput = getSshKey.output;

/** A startup script as the cloud shows it. */
export type GetStartupScriptResult = Camelized<schema.StartupScript>;

/** Which startup scripts. */
export interface GetStartupScriptsArgs {
  /** Only those with this in their name. Default: all. */
  name?: string;
  /** `asc` for the oldest first, `desc` for the newest first. Default: `desc`. */
  orderDirection?: 'asc' | 'desc';
}

/** The startup scripts of the project, of all pages (GET /v1/scripts). */
export const getStartupScripts = dataSource<GetStartupScriptsArgs, GetStartupScriptResult[]>({
  name: 'getStartupScripts',
  shape: 'list',
  args: { name: text(), orderDirection: oneOf(['asc', 'desc']) },
  secret: true,
  ask: async (api, { name, orderDirection = 'desc' }) => {
    // The client reads the pages oldest first: so nothing is lost when a script is added meanwhile.
    const scripts = camelize(await api.scripts.list({ name }));
    return orderDirection === 'asc' ? scripts : scripts.reverse();
  },
});

/** `getStartupScripts` as an output; a secret, since scripts often hold tokens. */
export const getStartupScriptsOutput = getStartupScripts.output;

/** Which startup script: by its id or by its name. */
export type GetStartupScriptArgs = OneArgs;

/** One startup script (GET /v1/scripts/{scriptId}). One that does not exist is an error. */
export const getStartupScript = dataSource<GetStartupScriptArgs, GetStartupScriptResult>({
  name: 'getStartupScript',
  shape: 'object',
  args: oneShapes,
  secret: true,
  ask: async (api, args) =>
    camelize(
      await one(
        'startup script',
        args,
        (id) => api.scripts.get(id),
        () => api.scripts.list({ name: args.name }),
      ),
    ),
});

/** `getStartupScript` as an output; a secret, since scripts often hold tokens. */
export const getStartupScriptOutput = getStartupScript.output;
