import * as pulumi from '@pulumi/pulumi';
import { SETTING_NAMES, settingKey, isOffSetting } from '../../core/configuration';
import { nearest } from '../../core/validation/nearest';
import { perRun } from '../pulumi/run';
import { ProgramError } from '../pulumi/programError';

const NAMESPACE = settingKey('');
/** Frequent mistakes for the namespace. */
const MISSPELLED = /^(pulumi-?)?cloud[-_]?compute:/i;

/**
 * Checks, once per run, the names of the stack's settings: a misspelled setting would be ignored. A name close to a
 * setting is an error, any other unknown name a warning.
 *
 * @throws RunError that names the setting that was probably meant.
 */
export const checkSettings = perRun((): void => {
  if (isOffSetting(pulumi.runtime.getConfig(settingKey('planChecks')))) return;
  const keys = Object.keys(pulumi.runtime.allConfig());
  const misplaced = keys.find((key) => !key.startsWith(NAMESPACE) && MISSPELLED.test(key));
  if (misplaced !== undefined) {
    const name = misplaced.slice(misplaced.indexOf(':') + 1);
    throw new ProgramError(
      `${misplaced} has no effect: settings of this package are written ${NAMESPACE}${name}. ` +
        `\`pulumi config rm ${misplaced}\` removes it.`,
    );
  }
  const names = keys.filter((key) => key.startsWith(NAMESPACE)).map((key) => key.slice(NAMESPACE.length));
  for (const name of names.filter((given) => !SETTING_NAMES.includes(given))) {
    const close = nearest(name, SETTING_NAMES);
    const sentence = `${NAMESPACE}${name} is not a setting of this package`;
    if (close !== undefined) {
      throw new ProgramError(
        `${sentence}: did you mean ${NAMESPACE}${close}? \`pulumi config rm ${NAMESPACE}${name}\` removes it.`,
      );
    }
    void pulumi.log.warn(`${sentence}; there are ${SETTING_NAMES.join(', ')}.`);
  }
});
