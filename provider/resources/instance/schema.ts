import type { Instance, Volume } from '../../../api';
import { TRASH_PERIOD } from '../../../core/deletedVolume';
import { cores, gpus, machineInputs, memory, longTerm } from '../../machines/machineSchema';
import { conditionInputs, conditionOutputs } from '../../machines/conditions/schema';
import { expiryInputs, expiryOutputs, onExpiryInputs } from '../../machines/expiry/schema';
import type { PowerState } from '../../machines/power';
import type { Inputs, Outputs } from '../../schema/resourceSchema';
import { resourceSchema } from '../../schema/resourceSchema';
import { boolean, inputNames, list, number, oneOf, outputObject, set, text } from '../../schema/types';
import { isVolumeId, inlineVolume, inlineVolumeState, osVolume } from '../../volumes/declared';

/** An instance to adopt, with what only other lists of the cloud show. */
export interface AdoptableInstance extends Instance {
  readonly os_volume?: Volume | undefined;
  /** The group that it is a member of; null if it is in none. */
  readonly instance_group_id?: string | null | undefined;
}

export const instanceSchema = resourceSchema({
  name: 'Instance',
  provider: 'instance',
  createdBy: 'deployInstance',
  noun: 'instance',
  doc: 'A machine: it runs when `up` returns.',
  autoName: 'hostname',
  billed: 'instances',
  exclusive: 'existingVolumes',
  inputs: {
    hostname: machineInputs.hostname,
    description: machineInputs.description,
    image: {
      type: text(),
      doc:
        'Required, unless `instanceGroupId` names a group. An image type, as `getImages` lists them, or the id of a ' +
        'detached operating-system volume.',
      onChange: 'replace',
      idOf: ['Volume'],
      api: { write: 'image' },
      from: (found: Instance, said?: string) =>
        isVolumeId(said) ? (found.os_volume_id ?? undefined) : found.image,
    },
    instanceType: {
      type: text(),
      doc: 'Required, unless `instanceGroupId` names a group. Type of the machine, e.g. `1H100.80S.30V`.',
      onChange: 'replace',
      api: 'instance_type',
      listedIn: 'instanceTypes',
    },
    locationCode: {
      type: text(),
      doc: 'Required, unless `instanceGroupId` names a group. Location of the machine, e.g. `FIN-01`.',
      onChange: 'replace',
      api: { read: 'location', write: 'location_code' },
      listedIn: 'locations',
    },
    fallbackLocationCodes: machineInputs.fallbackLocationCodes,
    waitForCapacity: machineInputs.waitForCapacity,
    contract: {
      type: oneOf('InstanceContract', ['PAY_AS_YOU_GO', 'SPOT', 'LONG_TERM']),
      doc: '`PAY_AS_YOU_GO`, `SPOT` or `LONG_TERM`. Default: `SPOT` with `isSpot`, else `PAY_AS_YOU_GO`.',
      onChange: 'replace',
      api: 'contract',
    },
    longTermPeriod: {
      type: text(),
      doc: 'Code of the long-term period, with the contract `LONG_TERM`.',
      onChange: 'replace',
      api: { write: 'long_term_period' },
    },
    isSpot: {
      type: boolean,
      doc: 'Whether it is a spot machine, which may be evicted at any time.',
      onChange: 'replace',
      leftOutMeans: false,
      api: 'is_spot',
    },
    coupon: { type: text(), doc: 'Code of a coupon.', onChange: 'creation only', api: { write: 'coupon' } },
    osVolume: {
      type: osVolume,
      doc: 'The operating-system volume, when `image` is an image type.',
      onChange: 'in place',
      note: 'grows only',
      unmanagedWhenLeftOut: true,
      api: { write: 'os_volume' },
      from: ({ os_volume: volume }: AdoptableInstance) => volume,
    },
    volumes: {
      type: set(inlineVolume, 'name'),
      doc:
        'Further volumes that are created with the machine and deleted with it; each is identified by its name. On a ' +
        'machine that exists, entries are neither added nor changed: a new disk is a `Volume` in `existingVolumes`, and a ' +
        '`Volume` with `adoptId` grows or renames the volume of an entry. Remove an entry only after a `Volume` has adopted ' +
        'its volume, `existingVolumes` names it, or the volume is deleted.',
      onChange: 'in place',
      note: 'only `keep`; the rest is refused, or stored for the next machine',
      api: { write: 'volumes' },
    },
    existingVolumes: {
      type: set(text()),
      doc:
        'Volumes that exist and are attached to the machine. They stay when the machine is deleted. Several machines may ' +
        'name a shared volume (`NVMe_Shared`): the first is deployed with it, the others are shut down once they run, ' +
        'attached, and started again. To attach and detach volumes later, the machine has to be off: see `allowShutdown`. ' +
        '`[]` detaches them.',
      onChange: 'in place',
      sharedWithOthers: true,
      unmanagedWhenLeftOut: true,
      idOf: ['Volume'],
      api: { write: 'existing_volumes' },
      from: (found: Instance, said?: string[]) => said?.filter((id) => found.volume_ids.includes(id)),
    },
    sshKeyIds: machineInputs.sshKeyIds,
    startupScriptId: machineInputs.startupScriptId,
    tags: machineInputs.tags,
    instanceGroupId: {
      type: text(),
      doc: 'Group to join; type, image and location default to those of the group.',
      onChange: 'replace',
      idOf: ['InstanceGroup'],
      api: { write: 'instance_group_id' },
      from: ({ instance_group_id: id }: AdoptableInstance) => id,
    },
    groupRevision: {
      type: text({ min: 0 }),
      doc: 'Any value, e.g. the `revision` of its group: a change of it replaces the machine.',
      onChange: 'replace',
      api: { none: 'Only the program uses it.' },
    },
    powerState: {
      type: oneOf('PowerState', ['running', 'offline']),
      doc:
        'Whether it runs or is shut down; an offline machine stays billed. A shutdown that hangs is forced after three ' +
        'minutes, or after half of a shorter `customTimeouts.update`.',
      onChange: 'in place',
      default: 'running',
      api: { none: 'Actions start and stop it.' },
      from: ({ status }: Instance, said?: PowerState) =>
        status === 'running' || status === 'offline' ? status : said,
    },
    allowShutdown: {
      type: boolean,
      doc:
        'Whether the machine may be stopped and started again to attach or detach volumes. Required for a new machine with ' +
        'a startup script that shares a volume with others.',
      onChange: 'setting',
      leftOutMeans: false,
    },
    awaitReady: {
      type: boolean,
      doc:
        'Whether `up` waits until it runs. `false` returns once the API has accepted the order; wait for many of them at ' +
        'once with `InstancesReady`, which also waits for `waitFor`.',
      onChange: 'creation only',
      leftOutMeans: true,
      api: { none: 'The provider waits.' },
    },
    ...conditionInputs,
    ...expiryInputs,
    ...onExpiryInputs,
    adoptId: {
      type: text(),
      doc: 'Id of an existing instance to adopt instead of deploying one.',
      onChange: 'creation only',
      api: { none: 'Nothing is deployed.' },
    },
    deletePermanently: {
      type: boolean,
      doc: `Whether its volumes are deleted permanently; otherwise they stay in the trash for ${TRASH_PERIOD}.`,
      onChange: 'setting',
      leftOutMeans: false,
    },
    keepVolumes: {
      type: boolean,
      doc:
        'Whether the volumes that were created with it, the operating-system volume included, stay when it is deleted. ' +
        '`keep` of a volume sets it for that volume.',
      onChange: 'setting',
      leftOutMeans: false,
    },
    hibernate: {
      type: boolean,
      doc: 'Whether a delete hibernates it: it is shut down, its volumes are detached and kept, then it is deleted.',
      onChange: 'setting',
      leftOutMeans: false,
    },
    replaceOn: {
      type: inputNames,
      doc: 'Inputs whose change replaces the machine instead of being stored or applied in place.',
      onChange: 'setting',
    },
  },
  outputs: {
    status: { changesWith: ['powerState'], type: text(), doc: 'The status, e.g. `running` or `offline`.' },
    location: { type: text(), doc: 'Its location: `locationCode` or one of `fallbackLocationCodes`.' },
    ip: { type: text(), doc: 'Public address; null when the internet does not reach it.', nullable: true },
    privateIp: { type: text(), doc: 'Private address; null without a private network.', nullable: true },
    cpu: {
      type: outputObject('InstanceCpu', 'The processors of an instance.', {
        ...cores,
        model: {
          type: text(),
          doc: 'Name of the processor; null when the API does not say.',
          nullable: true,
        },
      }),
      doc: 'Its processors.',
    },
    gpu: { type: gpus, doc: 'Its GPUs; their number is 0 without any.' },
    gpuMemory: { type: memory, doc: 'The memory of all its GPUs together.' },
    memory: { type: memory, doc: 'Its main memory.' },
    storage: {
      changesWith: ['osVolume'],
      type: outputObject('InstanceStorage', 'The storage of an instance.', {
        description: { type: text(), doc: 'A description of the storage.' },
      }),
      doc: 'Its storage.',
    },
    pricePerHour: { type: number, doc: 'Price per hour of the machine alone, in `currency`.' },
    hourlyCost: {
      changesWith: ['osVolume', 'volumes'],
      type: number,
      doc: 'Price per hour of the machine and of the volumes that were created with it, in `currency`.',
      computed: true,
    },
    monthlyCost: {
      changesWith: ['osVolume', 'volumes'],
      type: number,
      doc: '`hourlyCost` per month of 730 hours.',
      computed: true,
    },
    currency: { type: text(), doc: "The account's currency, `usd` or `eur`.", computed: true },
    osName: { type: text(), doc: 'Name of the operating system.' },
    osVolumeId: { type: text(), doc: 'Its operating-system volume.', nullable: true },
    volumeIds: { changesWith: ['existingVolumes'], type: list(text()), doc: 'All its volumes.' },
    ownVolumeIds: {
      changesWith: ['volumes'],
      type: list(text()),
      doc: 'The volumes that were created with it and are deleted with it; left out until it was ready.',
      computed: true,
      optional: true,
    },
    inlineVolumes: {
      changesWith: ['volumes'],
      type: list(inlineVolumeState),
      doc:
        'The entries of `volumes` with the ids of their volumes, whatever others have done with these; left out until it ' +
        'was ready.',
      computed: true,
      optional: true,
    },
    keptVolumeIds: {
      type: list(text()),
      doc:
        'Volumes of machines that it replaced, which are kept and billed: after an eviction (`keep_detached`), and after a ' +
        'hibernation at the end of a machine.',
      computed: true,
      optional: true,
    },
    ...conditionOutputs,
    ...expiryOutputs,
    jupyterToken: { type: text(), doc: 'Token of the Jupyter server, a secret.', secret: true },
    pricing: { type: text(), doc: '`DYNAMIC_PRICE` or `FIXED_PRICE`.' },
    createdAt: { type: text(), doc: 'When it was created, ISO 8601.' },
    createdByUserId: { type: text(), doc: 'The user who created it.', nullable: true },
    longTerm: {
      type: longTerm,
      doc: 'Its long-term contract, if there is one.',
      nullable: true,
      computed: true,
    },
  },
});

export type InstanceInputs = Inputs<typeof instanceSchema>;
export type InstanceOutputs = Outputs<typeof instanceSchema>;
export type { InlineVolume, OsVolume } from '../../volumes/declared';
