import type { ResourceSchema } from '../resourceSchema';
import { changesBetween } from '../rules';
import { changeRulesOf } from './changeRules';

type Values = Readonly<Record<string, unknown>>;

/**
 * The outputs that an update may alter. An update without a changed input finishes what an earlier run has begun: it may
 * alter all of them.
 */
export function alteredOutputs(schema: ResourceSchema, olds: Values, news: Values): string[] {
  const changed: string[] = changesBetween(changeRulesOf(schema), olds, news).map(({ property }) => property);
  return Object.entries(schema.outputs)
    .filter(
      ([, { changesWith = [] }]) =>
        changed.length === 0 || changesWith.some((input) => changed.includes(input)),
    )
    .map(([name]) => name);
}
