// The settings of a stack, and where each comes from.
import type { FoundSetting } from '../../core/configuration';
import { mayHoldSecret } from '../../api/http/transport/baseUrl';
import { SETTINGS } from '../../core/configuration';
import type { Finding } from './finding';
import { ok, skipped, warning, wrong } from './finding';
import type { StackConfig } from './pulumiCommand';
import type { PulumiCommandError } from './pulumiCommand';

/** A stack's config, or why there is none. */
export type ConfigSource =
  | { readonly stack: string; readonly config: StackConfig }
  | {
      readonly stack: undefined;
      readonly reason: string | PulumiCommandError;
      /** The stack of --stack, if Pulumi was asked for it. */
      readonly requested?: string | undefined;
    };

const READS_ENVIRONMENT = 'The settings below are those of the environment.';
const SET_PASSPHRASE = 'set PULUMI_CONFIG_PASSPHRASE if its secrets use a passphrase';

/** Whether the config of a stack can be read. */
export function stackFinding(source: ConfigSource): Finding {
  const check = 'stack';
  if (source.stack !== undefined) return ok(check, source.stack);
  const { reason, requested } = source;
  if (typeof reason === 'string') return skipped(check, `${reason}: only the environment is read`);
  // Pulumi refuses this stack in a run too. Without --stack, a run may still name another one.
  if (requested !== undefined)
    return wrong(
      check,
      `the config of ${requested} cannot be read: ${reason.message}`,
      `Give --stack a name that \`pulumi stack ls\` lists. If it lists this one, ${SET_PASSPHRASE}. ${READS_ENVIRONMENT}`,
    );
  const advice = reason.isMissing
    ? `Install the Pulumi CLI. ${READS_ENVIRONMENT}`
    : `Log in with \`pulumi login\`, choose a stack with \`pulumi stack select\` or --stack NAME, and ${SET_PASSPHRASE}. ${READS_ENVIRONMENT}`;
  const why = reason.isMissing ? 'there is no Pulumi CLI' : reason.message;
  return warning(check, `its config cannot be read: ${why}`, advice);
}

/** One finding for each setting that is needed to reach the cloud. */
export function settingFindings(
  found: Readonly<Record<string, FoundSetting>>,
  config: StackConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Finding[] {
  return Object.values(found).map((setting) => settingFinding(setting, config, environment));
}

function settingFinding(
  { name, source, value }: FoundSetting,
  config: StackConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Finding {
  const { key, variable, secret } = SETTINGS[name];
  const set = `\`pulumi config set ${secret ? '--secret ' : ''}${key} …\``;
  if (value === undefined) {
    const isHalf = name !== 'baseUrl' && source === 'config';
    return isHalf
      ? wrong(key, "missing; the stack's config has the other half of the credentials", `Set it with ${set}.`)
      : wrong(key, 'missing', `Set it with ${set}, or set ${variable} in the environment.`);
  }
  const isHidden = secret || config[key]?.secret === true || mayHoldSecret(value);
  const origin = source === 'config' ? "from the stack's config" : `from ${variable}`;
  const shown = `${isHidden ? 'set, not shown' : value}, ${origin}`;
  if (value.trim() !== value)
    return wrong(key, shown, 'It begins or ends with a space or a line break. Set it again without them.');
  if (secret && source === 'config' && config[key]?.secret !== true)
    return warning(key, shown, `It is stored in plain text. Set it again with ${set}.`);
  const isIgnored = source === 'config' && !!environment[variable];
  return ok(key, shown, isIgnored ? `${variable} is set too, but is not used.` : undefined);
}
