import { clusters } from '../routes/clusters';
import { groups } from '../routes/groups';
import { instances } from '../routes/instances';
import { journal } from '../routes/journal';
import { privateNetworkHandlers } from './networks/handlers';
import { accessHandlers } from './access';
import { auditHandlers } from './audit';
import { balanceHandlers } from './balance';
import { availabilityHandlers } from './catalogue/availability';
import { catalogueHandlers } from './catalogue/catalogues';
import { inferenceHandlers } from './catalogue/inference';
import { documentationHandlers } from './documentation';
import { scriptHandlers } from './scripts';
import { sshKeyHandlers } from './sshKeys';
import { volumeHandlers } from './volumes/handlers';
import type { Cloud } from '../cloud/cloud';
import type { Handlers, OperationId } from '../contract/handlers';

/** Operations without a handler: the reference is a page with files of its own. */
export const notYet = ['getDocs'] as const satisfies readonly OperationId[];

/** The compiler refuses an operation of the contract that is missing here. */
export const handlersOf = (cloud: Cloud): Handlers<Exclude<OperationId, (typeof notYet)[number]>> => ({
  ...accessHandlers(cloud.access),
  ...auditHandlers(cloud.audit),
  ...availabilityHandlers(cloud),
  ...balanceHandlers(cloud),
  ...catalogueHandlers(),
  ...clusters,
  ...documentationHandlers(),
  ...groups,
  ...inferenceHandlers(cloud),
  ...instances,
  ...journal,
  ...privateNetworkHandlers(cloud.privateNetworks, cloud.networkLinks),
  ...scriptHandlers(cloud.scripts),
  ...sshKeyHandlers(cloud.sshKeys),
  ...volumeHandlers(cloud, cloud.volumes),
});
