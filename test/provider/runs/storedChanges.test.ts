// A preview names each change that is only stored in state and does not change the existing resource.
import * as definitions from '../../../provider/resources';
import { changesBetween, onlyStored } from '../../../provider/schema/rules';
import type { ChangeRule, ChangeRules } from '../../../provider/schema/rules';

describe('a change', () => {
  const rules = Object.values(definitions).flatMap(({ name, changes }) =>
    Object.entries(changes as Record<string, ChangeRule<unknown>>).map(
      ([property, { effect }]) =>
        [name, property, effect, changes as unknown as ChangeRules<Record<string, unknown>>] as const,
    ),
  );
  const silent = ['update', 'replace', 'setting'];

  it.each(rules.filter(([, , effect]) => !silent.includes(effect)))(
    'a change of %s.%s, which does not affect the existing resource, is reported',
    (_name, property, _effect, changes) => {
      const [olds, news] = [{ [property]: ['old'] }, { [property]: ['new'] }];
      const messages = onlyStored(changes, changesBetween(changes, olds, news), olds, news);
      expect(messages).toEqual([expect.stringMatching(new RegExp(`^${property} .*stored`))]);
    },
  );
});
