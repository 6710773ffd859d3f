import * as pulumi from '@pulumi/pulumi';
import { nearest } from '../../core/validation/nearest';
import { perRun } from '../pulumi/run';

const NAMESPACE = 'cloudCompute:';
/** Frequent mistakes for the namespace. */
const MISTAKEN = /^(pulumi-?)?cloud[-_]?compute:/i;
const SETTINGS = [
  ...['baseUrl', 'clientId', 'clientSecret', 'acceptAccount'],
  ...['planChecks', 'requireCapacity', 'defaultTags'],
];

/**
 * Checks, once per run, the names of the stack's settings: a misspelled setting would be ignored. A name close to a
 * setting is an error, any other unknown name a warning.
 *
 * @throws RunError that names the setting that was probably meant.
 */
export const checkSettings = perRun((): void => {
  if (['off', 'false'].includes(pulumi.runtime.getConfig(`${NAMESPACE}planChecks`) ?? '')) return;
  const keys = Object.keys(pulumi.runtime.allConfig());
  const slip = keys.find((key) => !key.startsWith(NAMESPACE) && MISTAKEN.test(key));
  if (slip !== undefined) {
    const name = slip.slice(slip.indexOf(':') + 1);
    throw new pulumi.RunError(
      `${slip} has no effect: settings of this package are written ${NAMESPACE}${name}. ` +
        `\`pulumi config rm ${slip}\` removes it.`,
    );
  }
  const names = keys.filter((key) => key.startsWith(NAMESPACE)).map((key) => key.slice(NAMESPACE.length));
  for (const name of names.filter((given) => !SETTINGS.includes(given))) {
    const close = nearest(name, SETTINGS);
    const stranger = `${NAMESPACE}${name} is not a setting of this package`;
    if (close !== undefined) {
      throw new pulumi.RunError(
        `${stranger}: did you mean ${NAMESPACE}${close}? \`pulumi config rm ${NAMESPACE}${name}\` removes it.`,
      );
    }
    void pulumi.log.warn(`${stranger}; there are ${SETTINGS.join(', ')}.`);
  }
});
