import { accountOf } from '../../../core/configuration';
import { UNKNOWN } from '../../../core/validation/shape';
import { problemsOf, textOf, withAccount } from '../../../plugin/configuration';

const baseUrl = 'http://127.0.0.1:8080';
const settings = { baseUrl, clientId: 'one', clientSecret: 'secret' };
const other = { ...settings, clientId: 'other' };
const hashOf = (clientId: string) => accountOf({ baseUrl, clientId });

test('empty credentials of an explicit provider are refused: the environment may have those of another account', () => {
  expect(problemsOf({ ...settings, clientId: '' }, true)).toEqual([
    {
      path: 'clientId',
      reason: 'is empty: set it, or leave out clientId and clientSecret to use those of the environment',
    },
  ]);
  expect(problemsOf(settings, true)).toEqual([]);
  // The config of a stack counts as absent if it is empty.
  expect(problemsOf({ ...settings, clientId: '' }, false)).toEqual([]);
});

describe('the settings in the state of a provider', () => {
  it('hold the account of its first credentials', () => {
    const first = withAccount(settings, {});
    expect(first).toEqual({ ...settings, __account: hashOf('one') });
    expect(withAccount(other, first)).toEqual({ ...other, __account: hashOf('one') });
  });

  it('hold another account once the user accepts it', () => {
    const first = withAccount(settings, {});
    expect(withAccount({ ...other, acceptAccount: 'other' }, first)).toMatchObject({
      __account: hashOf('other'),
    });
  });

  it('hold no account while it is not known', () => {
    expect(withAccount({ ...settings, clientId: UNKNOWN }, {})).not.toHaveProperty('__account');
    expect(withAccount({ clientId: 'half', baseUrl }, {})).not.toHaveProperty('__account');
  });

  it('do not change because of the account in state', () => {
    expect(textOf(withAccount(settings, {}))).toBe(textOf(settings));
  });
});
