import type { ContractCloud } from '../support';

/** One request of the contract, with one of its examples. */
export interface Step {
  operation: string;
  /** The name of the example, if there are several. */
  example?: string;
  media?: string;
  /** Prepares the cloud. `real` returns the emulator's id for an id of the contract. */
  before?: (cloud: ContractCloud, real: (shown: string) => string) => Promise<void>;
  /** Seconds by which the cloud's clock is advanced afterwards. */
  pass: number;
}

const longEnough = 600;
const step = (operation: string, example?: string, more: Partial<Step> = {}): Step => ({
  operation,
  ...(example !== undefined && { example }),
  pass: longEnough,
  ...more,
});
const steps = (...operations: string[]): Step[] => operations.map((operation) => step(operation));

/** Ids in the contract's examples that the steps refer to. */
export const shownIds = {
  instance: '8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18',
  /** The network that exists from the start. */
  defaultNetwork: 'pn_2d8f6a1c9e4b7350f1a6c3d8',
  /** The project that receives transferred resources. */
  receiver: '6d0e8b3a-14f7-4c29-a5d1-e93b7f2c8046',
};

const off = async (cloud: ContractCloud, instance: string): Promise<void> => {
  await cloud.owner.act('force_shutdown', instance);
  cloud.pass(longEnough);
};

const catalogues = steps(
  ...[
    'getBalance',
    'listImages',
    'listClusterImages',
    'listLocations',
    'listVolumeTypes',
    'listInstanceTypes',
  ],
  ...['listInstanceTypesDeprecated', 'listContainerTypes', 'listClusterTypes', 'listLongTermPeriods'],
  ...['listInstanceLongTermPeriods', 'listClusterLongTermPeriods', 'getPriceHistory', 'getSchema', 'getDocs'],
  ...['listInstanceAvailability', 'getInstanceAvailability', 'getInstanceAvailabilityDeprecated'],
  ...['listClusterAvailability', 'getClusterAvailability', 'listInferenceModels', 'getInferenceModel'],
);

const volumes = [
  ...steps('createVolume', 'listVolumes', 'getVolume', 'createVolumeTag', 'deleteVolumeTag'),
  step('performVolumeAction', 'rename'),
  step('performVolumeAction', 'resize'),
  step('performVolumeAction', 'clone', { pass: 0 }),
  step('performVolumeAction', 'cancel'),
  step('performVolumeAction', 'attach', { before: (cloud, real) => off(cloud, real(shownIds.instance)) }),
  step('performVolumeAction', 'detach'),
  step('performVolumeAction', 'delete'),
  step('listTrash'),
  step('performVolumeAction', 'restore'),
  step('deleteVolume'),
];

const instances = [
  step('createInstanceGroup'),
  step('deployInstance', 'spot'),
  step('performInstanceAction', 'configureSpot'),
  step('deployInstance', 'fromGroup'),
  ...steps('listInstanceGroups', 'getInstanceGroup', 'updateInstanceGroup'),
  step('deployInstance', 'onDemand'),
  ...steps('listInstances', 'getInstance', 'createInstanceTag', 'deleteInstanceTag'),
  step('performInstanceAction', 'shutdown'),
  step('performInstanceAction', 'start'),
  step('performInstanceActionDeprecated'),
];

const clusters = [
  ...steps('deployCluster', 'listClusters', 'getCluster', 'createClusterTag', 'deleteClusterTag'),
  ...steps('performClusterNodeAction', 'performClusterAction'),
];

const networks = [
  ...steps('createPrivateNetwork', 'listPrivateNetworks', 'getPrivateNetwork'),
  ...steps('createSubnet', 'listSubnets', 'getSubnet'),
  ...steps('createAddressMapping', 'listAddressMappings', 'getAddressMapping', 'deleteAddressMapping'),
  ...steps('createEndpointBinding', 'listEndpointBindings', 'getEndpointBinding', 'deleteEndpointBinding'),
  ...steps('deleteSubnet', 'deletePrivateNetwork'),
];

const history = steps('listJournal', 'listComputeJournal', 'listVolumeJournal');

const ends = [
  step('performInstanceAction', 'hibernate', {
    before: (cloud, real) => off(cloud, real(shownIds.instance)),
  }),
  ...[step('deployInstance', 'onDemand'), step('getInstance'), step('performInstanceAction', 'several')],
  step('performInstanceAction', 'delete', { pass: 0 }),
  ...steps('listAuditEvents', 'exportAuditEvents'),
  step('deployInstance', 'onDemand'),
  step('performInstanceAction', 'transfer'),
  step('createVolume'),
  step('performVolumeAction', 'transfer'),
  step('createVolume'),
  step('performVolumeAction', 'export'),
  ...steps('deleteInstanceGroup', 'createScript', 'deleteScript', 'createScript', 'deleteScripts'),
  ...steps('createSshKey', 'deleteSshKey', 'createSshKey', 'deleteSshKeys'),
  ...steps('createSshKeyDeprecated', 'deleteSshKeyDeprecated', 'createSshKeyDeprecated'),
  step('deleteSshKeysDeprecated'),
];

/** All operations, and all examples of requests, in an order in which the emulator accepts them. */
export const story: readonly Step[] = [
  step('createToken', 'clientCredentials'),
  step('createToken', 'refresh'),
  step('createToken', undefined, { media: 'application/x-www-form-urlencoded' }),
  ...catalogues,
  ...steps('createSshKey', 'listSshKeys', 'getSshKey', 'listSshKeysDeprecated', 'getSshKeyDeprecated'),
  ...steps('createScript', 'listScripts', 'getScript'),
  ...instances,
  ...volumes,
  ...clusters,
  ...networks,
  ...history,
  ...ends,
];
