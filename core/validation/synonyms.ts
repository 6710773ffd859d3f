/**
 * Names that other clouds, other tools and the API itself use for the inputs of this package. The suggestion is the
 * first input of a row that the resource has; without one, `nearest` decides by spelling.
 */
const SYNONYMS: readonly (readonly [inputs: readonly string[], names: string])[] = [
  [['locationCode'], 'region zone location datacenter datacentre availabilityZone site place'],
  [['hostname'], 'name hostName instanceName clusterName serverName label'],
  [['name'], 'displayName volumeName keyName hostname title label'],
  [['instanceType', 'clusterType'], 'type machineType flavor flavour plan sku size instanceSize gpu gpuType'],
  // The type of a cluster includes the number of its nodes.
  [['clusterType'], 'nodes nodeCount numNodes numberOfNodes workers workerNodes workerCount'],
  [['type'], 'volumeType diskType storageType storageClass kind'],
  [['image', 'template'], 'os ami imageId imageName imageType imageRef operatingSystem osImage'],
  [
    ['sshKeyIds', 'template'],
    'sshKeys sshKey sshKeyNames keyName keyPair keyIds keys publicKeys authorizedKeys',
  ],
  [['startupScriptId', 'template'], 'userData cloudInit initScript startupScript bootScript script scriptId'],
  [
    ['existingVolumes', 'instanceIds'],
    'volumeIds volumeId existingVolumeIds attachedVolumes attachments disks',
  ],
  [
    ['osVolume', 'template'],
    'disk diskSize rootDisk bootDisk rootVolume rootBlockDevice osDisk storage volumeSize',
  ],
  [['isSpot'], 'preemptible interruptible spotInstance useSpot'],
  [['tags'], 'labels metadata'],
  [['instanceGroupId'], 'group groupId'],
  [['powerState'], 'state status desiredState running power started'],
  [['size'], 'sizeGb sizeInGb sizeInGigabytes gigabytes gb capacity volumeSize diskSize'],
  [['sourceVolumeId'], 'cloneFrom snapshotId sourceId source'],
  [['instanceIds', 'resourceId'], 'instanceId attachTo machines servers instance instances'],
  [['resourceId'], 'volumeId clusterId id target'],
  [['resourceType'], 'type kind'],
  [['script'], 'content body code source data text userData'],
  [['key'], 'publicKey sshKey material content data'],
  [['sharedVolume'], 'sharedVolumes sharedStorage filesystem'],
  [['adoptId'], 'id importId existingId import'],
  [['longTermPeriod'], 'period term commitment duration'],
  [['contract'], 'billing billingType pricing pricingModel'],
];

const folded = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const INPUTS_BY_NAME = new Map<string, string[]>();
for (const [inputs, names] of SYNONYMS) {
  for (const name of names.split(' ').map(folded))
    INPUTS_BY_NAME.set(name, [...(INPUTS_BY_NAME.get(name) ?? []), ...inputs]);
}

/** The input of this package that other clouds or tools call by this name. */
export const synonym = (name: string, known: readonly string[]): string | undefined =>
  INPUTS_BY_NAME.get(folded(name))?.find((input) => known.includes(input));
