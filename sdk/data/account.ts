import type * as schema from '../../api/schema';
import { dataSource } from '../dataSource';
import type { Camelized } from '../words';
import { camelize } from '../words';
import type { NoArgs } from './catalogue';

/** What is left to spend. */
export type Balance = Camelized<schema.Balance>;

/** The balance of the project and the currency in which it is billed (GET /v1/balance). */
export const getBalance = dataSource<NoArgs, Balance>({
  name: 'getBalance',
  shape: 'object',
  args: {},
  ask: async (api) => camelize(await api.account.balance()),
});

/** `getBalance` as an output. */
export const getBalanceOutput = getBalance.output;
