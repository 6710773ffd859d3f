import { audit } from './audit';
import { availability } from './availability';
import { balance } from './balance';
import { catalogues } from './catalogues';
import { clusters } from './clusters';
import { documentation } from './documentation';
import { groups } from './groups';
import { inference } from './inference';
import { instances } from './instances';
import { journal } from './journal';
import { privateNetworks } from './privateNetworks';
import { scripts } from './scripts';
import { sshKeys } from './sshKeys';
import { token } from './token';
import { volumes } from './volumes';
import type { Handlers, OperationId } from '../contract/handlers';

/** What other routes than these serve: the reference is a page with files of its own. */
export const notYet = ['getDocs'] as const satisfies readonly OperationId[];

/** How the API words each operation: the compiler refuses an operation that is missing here. */
export const handlers: Handlers<Exclude<OperationId, (typeof notYet)[number]>> = {
  ...audit,
  ...availability,
  ...balance,
  ...catalogues,
  ...clusters,
  ...documentation,
  ...groups,
  ...inference,
  ...instances,
  ...journal,
  ...privateNetworks,
  ...scripts,
  ...sshKeys,
  ...token,
  ...volumes,
};
