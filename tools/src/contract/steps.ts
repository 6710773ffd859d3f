import type { Contract, Operation } from './document';
import { bodyExamples } from './examples';

/** One request of the contract, with one of its examples. */
export interface Step {
  operation: string;
  /** The name of the example, if there are several. */
  example?: string;
  media?: string;
  /** A body that is not an example of the contract. */
  body?: Readonly<Record<string, unknown>>;
  /** Seconds by which the cloud's clock is advanced afterwards. */
  pass: number;
}

const JSON_MEDIA = 'application/json';
const longEnough = 600;
const step = (operation: string, example?: string, more: Partial<Step> = {}): Step => ({
  operation,
  ...(example !== undefined && { example }),
  pass: longEnough,
  ...more,
});
const inOrder = (...operations: string[]): Step[] => operations.map((operation) => step(operation));

/** Ids in the contract's examples that the steps refer to. */
export const shownIds = {
  instance: '8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18',
  /** The network that exists from the start. */
  defaultNetwork: 'pn_2d8f6a1c9e4b7350f1a6c3d8',
  /** The project that receives transferred resources. */
  receiver: '6d0e8b3a-14f7-4c29-a5d1-e93b7f2c8046',
};

const powerOff = step('performInstanceAction', undefined, {
  body: { action: 'force_shutdown', id: shownIds.instance },
});

const volumes = [
  ...inOrder('createVolume', 'listVolumes', 'getVolume', 'createVolumeTag', 'deleteVolumeTag'),
  step('performVolumeAction', 'rename'),
  step('performVolumeAction', 'resize'),
  step('performVolumeAction', 'clone', { pass: 0 }),
  step('performVolumeAction', 'cancel'),
  powerOff,
  step('performVolumeAction', 'attach'),
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
  ...inOrder('listInstanceGroups', 'getInstanceGroup', 'updateInstanceGroup'),
  step('deployInstance', 'onDemand'),
  ...inOrder('listInstances', 'getInstance', 'createInstanceTag', 'deleteInstanceTag'),
  step('performInstanceAction', 'shutdown'),
  step('performInstanceAction', 'start'),
  step('performInstanceActionDeprecated'),
];

const clusters = [
  ...inOrder('deployCluster', 'listClusters', 'getCluster', 'createClusterTag', 'deleteClusterTag'),
  ...inOrder('performClusterNodeAction', 'performClusterAction'),
];

const networks = [
  ...inOrder('createPrivateNetwork', 'listPrivateNetworks', 'getPrivateNetwork'),
  ...inOrder('createSubnet', 'listSubnets', 'getSubnet'),
  ...inOrder('createAddressMapping', 'listAddressMappings', 'getAddressMapping', 'deleteAddressMapping'),
  ...inOrder('createEndpointBinding', 'listEndpointBindings', 'getEndpointBinding', 'deleteEndpointBinding'),
  ...inOrder('deleteSubnet', 'deletePrivateNetwork'),
];

const history = inOrder('listJournal', 'listComputeJournal', 'listVolumeJournal');

const ends = [
  powerOff,
  step('performInstanceAction', 'hibernate'),
  ...[step('deployInstance', 'onDemand'), step('getInstance'), step('performInstanceAction', 'several')],
  step('performInstanceAction', 'delete', { pass: 0 }),
  ...inOrder('listAuditEvents', 'exportAuditEvents'),
  step('deployInstance', 'onDemand'),
  step('performInstanceAction', 'transfer'),
  step('createVolume'),
  step('performVolumeAction', 'transfer'),
  step('createVolume'),
  step('performVolumeAction', 'export'),
  ...inOrder('deleteInstanceGroup', 'createScript', 'deleteScript', 'createScript', 'deleteScripts'),
  ...inOrder('createSshKey', 'deleteSshKey', 'createSshKey', 'deleteSshKeys'),
  ...inOrder('createSshKeyDeprecated', 'deleteSshKeyDeprecated', 'createSshKeyDeprecated'),
  step('deleteSshKeysDeprecated'),
];

/** The steps whose order matters, in an order that the emulator accepts. */
const placed: readonly Step[] = [
  step('createToken', 'clientCredentials'),
  step('createToken', 'refresh'),
  step('createToken', undefined, { media: 'application/x-www-form-urlencoded' }),
  ...inOrder('createSshKey', 'listSshKeys', 'getSshKey', 'listSshKeysDeprecated', 'getSshKeyDeprecated'),
  ...inOrder('createScript', 'listScripts', 'getScript'),
  ...instances,
  ...volumes,
  ...clusters,
  ...networks,
  ...history,
  ...ends,
];

const isSame = (one: Step, { operation, example, media = JSON_MEDIA }: Step): boolean =>
  one.operation === operation && one.example === example && (one.media ?? JSON_MEDIA) === media;

/** The operations in the order of the contract; only the delete of an object follows all operations below its path. */
function inOrderOfLife({ operations }: Contract): readonly Operation[] {
  const lastBelow = (one: Operation): number =>
    one.method === 'DELETE'
      ? operations.findLastIndex(({ path }) => path === one.path || path.startsWith(`${one.path}/`))
      : operations.indexOf(one);
  return operations.toSorted((a, b) => lastBelow(a) - lastBelow(b) || b.path.length - a.path.length);
}

/**
 * All operations, and all examples of requests, in an order in which the emulator accepts them. A step that `placed`
 * does not name follows the step before it in the contract; a delete that `placed` names counts only if it comes right
 * after the step before it: others are at the end of a life.
 */
export function stepsOf(contract: Contract): readonly Step[] {
  const steps = [...placed];
  let before = -1;
  for (const operation of inOrderOfLife(contract)) {
    const examples = bodyExamples(contract, operation).map(({ name, media }) =>
      step(operation.id, name, media === JSON_MEDIA ? {} : { media }),
    );
    for (const next of examples.length > 0 ? examples : [step(operation.id)]) {
      const at = steps.findIndex((one) => isSame(one, next));
      if (at < 0) steps.splice((before += 1), 0, next);
      else if (operation.method !== 'DELETE' || at === before + 1) before = at;
    }
  }
  return steps;
}
