import { testService } from '../calls';

testService('account', [
  [
    'account.balance',
    (api) => api.account.balance(),
    'GET /v1/balance',
    undefined,
    { body: { amount: 1, currency: 'usd' } },
    { amount: 1, currency: 'usd' },
  ],
]);
