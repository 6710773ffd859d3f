import { audit } from '../routes/audit';
import { availability } from '../routes/availability';
import { balance } from '../routes/balance';
import { catalogues } from '../routes/catalogues';
import { clusters } from '../routes/clusters';
import { documentation } from '../routes/documentation';
import { groups } from '../routes/groups';
import { inference } from '../routes/inference';
import { instances } from '../routes/instances';
import { journal } from '../routes/journal';
import { privateNetworks } from '../routes/privateNetworks';
import { scripts } from '../routes/scripts';
import { sshKeys } from '../routes/sshKeys';
import { volumes } from '../routes/volumes';
import { accessHandlers } from './access';
import type { Cloud } from '../cloud/cloud';
import type { Handlers, OperationId } from '../contract/handlers';

/** What other routes than these serve: the reference is a page with files of its own. */
export const notYet = ['getDocs'] as const satisfies readonly OperationId[];

/** How the API words each operation: the compiler refuses an operation that is missing here. */
export const handlersOf = (cloud: Cloud): Handlers<Exclude<OperationId, (typeof notYet)[number]>> => ({
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
  ...accessHandlers(cloud.access),
  ...volumes,
});
