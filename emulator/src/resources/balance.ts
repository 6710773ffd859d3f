import type { Handlers } from '../contract/handlers';
import type { World } from '../model/world';

export const balanceHandlers = ({ billing }: World): Handlers<'getBalance'> => ({
  getBalance: ({ caller }) => ({ status: 200, body: billing.balance(caller) }),
});
