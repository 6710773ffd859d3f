import * as pulumi from '@pulumi/pulumi';
import { isMocked } from '../pulumi/run';

/** A word that JavaScript writes into a text for a variable without a value. */
const WITHOUT_VALUE = /(^|[\s_./:-])(undefined|NaN)($|[\s_./:-])/;

/** Warns in a preview of names and one-line texts that seem to contain a variable without a value. */
export function warnOfMissingValues(name: string, args: object): void {
  if (isMocked() || !pulumi.runtime.isDryRun()) return;
  const texts: Readonly<Record<string, unknown>> = { 'the name of a resource': name, ...args };
  for (const [what, value] of Object.entries(texts))
    if (typeof value === 'string' && !value.includes('\n') && WITHOUT_VALUE.test(value))
      void pulumi.log.warn(
        `${JSON.stringify(name)}: ${what} is ${JSON.stringify(value)}. A variable of the program seems to have no value: ` +
          'give it one, or ignore this if the text is right.',
      );
}
