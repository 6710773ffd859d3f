import { getBalanceOutput } from 'pulumi-cloud-compute';

export const balance = getBalanceOutput().apply(({ amount, currency }) => `${String(amount)} ${currency}`);
