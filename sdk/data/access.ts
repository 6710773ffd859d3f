// Generated from the descriptions in sdk/dataSources by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import type { OutputArgs } from '../dataSource';
import { invoke, invokeOutput } from '../dataSource';
import * as access from '../dataSources/access';
import type { SshKey, StartupScript } from './types';

/** The arguments of {@link getSshKeys}: none. */
export type GetSshKeysArgs = Record<string, never>;

/** The answer of {@link getSshKeys}. */
export type GetSshKeysResult = GetSshKeyResult[];

/**
 * The SSH keys of the project. Requests: GET /v1/ssh-keys.
 *
 * @example
 * // The keys of the whole team, for `sshKeyIds`.
 * export const sshKeyIds = getSshKeysOutput().apply((keys) =>
 *   keys.filter(({ name }) => name.startsWith('team-')).map(({ id }) => id),
 * );
 */
export function getSshKeys(args?: GetSshKeysArgs, opts?: pulumi.InvokeOptions): Promise<GetSshKeysResult> {
  return invoke('getSshKeys', access.getSshKeys, args, opts);
}

/**
 * The SSH keys of the project. The same as {@link getSshKeys}, for arguments that may not be known
 * yet.
 */
export function getSshKeysOutput(
  args?: OutputArgs<GetSshKeysArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetSshKeysResult> {
  return invokeOutput('getSshKeys', access.getSshKeys, args, opts);
}

/** The arguments of {@link getSshKey}. */
export interface GetSshKeyArgs {
  /** Its id. Give this or `name`. */
  id?: string | undefined;
  /** Its name, which must be unique in the project. Give this or `id`. */
  name?: string | undefined;
}

/** The answer of {@link getSshKey}. */
export interface GetSshKeyResult extends SshKey {}

/**
 * One SSH key. An unknown id or name is an error, and so is a name that several keys have. Requests:
 * GET /v1/ssh-keys/{sshKeyId}, GET /v1/ssh-keys.
 *
 * @example
 * export const sshKeyId = getSshKeyOutput({ name: 'workstation' }).id;
 */
export function getSshKey(args?: GetSshKeyArgs, opts?: pulumi.InvokeOptions): Promise<GetSshKeyResult> {
  return invoke('getSshKey', access.getSshKey, args, opts);
}

/**
 * One SSH key. An unknown id or name is an error, and so is a name that several keys have. The same as
 * {@link getSshKey}, for arguments that may not be known yet.
 */
export function getSshKeyOutput(
  args?: OutputArgs<GetSshKeyArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetSshKeyResult> {
  return invokeOutput('getSshKey', access.getSshKey, args, opts);
}

/** The arguments of {@link getStartupScripts}. */
export interface GetStartupScriptsArgs {
  /** Only scripts with this in their name. Default: all. */
  name?: string | undefined;
  /** `asc` for the oldest first, `desc` for the newest first. Default: `desc`. */
  orderDirection?: 'asc' | 'desc' | undefined;
}

/** The answer of {@link getStartupScripts}. */
export type GetStartupScriptsResult = GetStartupScriptResult[];

/**
 * All startup scripts of the project. Requests: GET /v1/scripts.
 *
 * @example
 * // The names of the scripts, newest first; a secret, because it comes from the scripts.
 * export const names = getStartupScriptsOutput().apply((scripts) => scripts.map(({ name }) => name));
 */
export function getStartupScripts(
  args?: GetStartupScriptsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetStartupScriptsResult> {
  return invoke('getStartupScripts', access.getStartupScripts, args, opts);
}

/**
 * All startup scripts of the project. The same as {@link getStartupScripts}, for arguments that may
 * not be known yet. The output is a secret: scripts often hold tokens.
 */
export function getStartupScriptsOutput(
  args?: OutputArgs<GetStartupScriptsArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetStartupScriptsResult> {
  return invokeOutput('getStartupScripts', access.getStartupScripts, args, opts);
}

/** The arguments of {@link getStartupScript}. */
export interface GetStartupScriptArgs {
  /** Its id. Give this or `name`. */
  id?: string | undefined;
  /** Its name, which must be unique in the project. Give this or `id`. */
  name?: string | undefined;
}

/** The answer of {@link getStartupScript}. */
export interface GetStartupScriptResult extends StartupScript {}

/**
 * One startup script. An unknown id or name is an error, and so is a name that several scripts have.
 * Requests: GET /v1/scripts/{scriptId}, GET /v1/scripts.
 *
 * @example
 * export const startupScriptId = getStartupScriptOutput({ name: 'bootstrap' }).id;
 */
export function getStartupScript(
  args?: GetStartupScriptArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetStartupScriptResult> {
  return invoke('getStartupScript', access.getStartupScript, args, opts);
}

/**
 * One startup script. An unknown id or name is an error, and so is a name that several scripts have.
 * The same as {@link getStartupScript}, for arguments that may not be known yet. The output is a
 * secret: scripts often hold tokens.
 */
export function getStartupScriptOutput(
  args?: OutputArgs<GetStartupScriptArgs>,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetStartupScriptResult> {
  return invokeOutput('getStartupScript', access.getStartupScript, args, opts);
}
