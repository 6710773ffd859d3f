import { document } from '../contract/document';
import type { Handlers } from '../contract/handlers';

export const documentationHandlers = (): Handlers<'getSchema'> => ({
  getSchema: () => ({ status: 200, body: { ...document } }),
});
