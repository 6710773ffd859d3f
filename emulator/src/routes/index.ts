import { availability } from './availability';
import { balance } from './balance';
import { catalogues } from './catalogues';
import { documentation } from './documentation';
import { groups } from './groups';
import { instances } from './instances';
import { scripts } from './scripts';
import { sshKeys } from './sshKeys';
import { token } from './token';
import { volumes } from './volumes';
import type { Handlers, OperationId } from '../contract/handlers';

/** Operations of the contract that the emulator does not answer yet. */
export const notYet = [
  'listClusters',
  'deployCluster',
  'performClusterAction',
  'getCluster',
  'performClusterNodeAction',
  'createClusterTag',
  'deleteClusterTag',
  'listInferenceModels',
  'getInferenceModel',
  'listJournal',
  'listComputeJournal',
  'listVolumeJournal',
  'listAuditEvents',
  'exportAuditEvents',
  'listPrivateNetworks',
  'createPrivateNetwork',
  'getPrivateNetwork',
  'deletePrivateNetwork',
  'listSubnets',
  'createSubnet',
  'getSubnet',
  'deleteSubnet',
  'listAddressMappings',
  'createAddressMapping',
  'getAddressMapping',
  'deleteAddressMapping',
  'listEndpointBindings',
  'createEndpointBinding',
  'getEndpointBinding',
  'deleteEndpointBinding',
  'getDocs',
] as const satisfies readonly OperationId[];

/** How the API words each operation: the compiler refuses an operation that is missing here. */
export const handlers: Handlers<Exclude<OperationId, (typeof notYet)[number]>> = {
  ...availability,
  ...balance,
  ...catalogues,
  ...documentation,
  ...groups,
  ...instances,
  ...scripts,
  ...sshKeys,
  ...token,
  ...volumes,
};
