import type { Handlers } from '../contract/handlers';

export const balance: Handlers<'getBalance'> = {
  getBalance: ({ cloud, caller }) => ({ status: 200, body: cloud.billing.balance(caller) }),
};
