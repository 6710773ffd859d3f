import { access } from './access';
import { catalogue } from './catalogue';
import { compute } from './compute';
import type { Entry } from './entry';
import { replies } from './replies';
import { storage } from './storage';

/** Where a program meets each operation of the contract, by its operationId. */
export const operations: Readonly<Record<string, Entry>> = {
  ...compute,
  ...storage,
  ...access,
  ...catalogue,
};

export { replies };

/** Headers that the contract declares on many operations. */
export const HEADERS = {
  'user-agent': 'sent by the client',
  'cf-connecting-ip': 'added by the edge of the service',
};
