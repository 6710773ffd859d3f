import type { Volume } from '../../api';
import { attachedTo } from '../../api/services/volumes';
import { TRASH_PERIOD } from '../../core/deletedVolume';
import { monthlyToHourly } from '../../core/prices';
import { longTerm } from '../machines/machineSchema';
import type { Inputs, Outputs } from '../schema/resourceSchema';
import { resourceSchema } from '../schema/resourceSchema';
import {
  boolean,
  gigabytes,
  inputNames,
  list,
  number,
  oneOf,
  outputObject,
  set,
  tags,
  text,
} from '../schema/types';
import { VOLUME_TYPES } from './declared';

export const volumeSchema = resourceSchema({
  name: 'Volume',
  provider: 'volume',
  createdBy: 'createVolume',
  changedBy: 'performVolumeAction',
  noun: 'volume',
  doc: 'A block or shared volume: renamed, grown, attached and detached in place.',
  autoName: 'name',
  billed: 'volumes',
  inputs: {
    name: {
      type: text(),
      doc: 'Name of the volume.',
      onChange: 'in place',
      api: 'name',
      action: 'rename',
      changedTo: 'renamed',
    },
    size: {
      type: gigabytes,
      doc: 'Size in GB. A smaller size is refused at preview.',
      onChange: 'grow only',
      required: true,
      example: '100',
      api: 'size',
      action: 'resize',
      changedTo: 20,
    },
    type: {
      type: oneOf('VolumeType', VOLUME_TYPES),
      doc: 'Type of the storage, e.g. `NVMe`. New HDD volumes are refused.',
      onChange: 'replace',
      required: true,
      example: '"NVMe"',
      api: 'type',
    },
    locationCode: {
      type: text(),
      doc: 'Location of the volume, e.g. `FIN-01`.',
      onChange: 'replace',
      required: true,
      example: '"FIN-01"',
      api: { read: 'location', write: 'location_code' },
      listedIn: 'locations',
    },
    instanceIds: {
      type: set(text()),
      doc:
        'The instances that the volume is attached to; more than one only for shared types. Attaching and detaching ' +
        'needs the machines to be off. An instance may list the volume in its `existingVolumes` instead.',
      onChange: 'in place',
      unmanagedWhenLeftOut: true,
      idOf: ['Instance'],
      api: { none: 'Actions attach and detach it.' },
    },
    tags: {
      type: tags,
      doc: 'Tags, at most nine when it is created and ten later; tags that others added stay.',
      onChange: 'in place',
      sharedWithOthers: true,
      api: 'tags',
    },
    sourceVolumeId: {
      type: text(),
      doc: 'Id of the volume to copy instead of creating an empty one; type and location may differ.',
      onChange: 'replace',
      unmanagedWhenLeftOut: true,
      idOf: ['Volume'],
      api: { none: 'The action that copies names the source.' },
    },
    restoreVolumeId: {
      type: text(),
      doc: 'Id of the volume in the trash to restore instead of creating one.',
      onChange: 'creation only',
      idOf: ['Volume'],
      api: { none: 'The action that restores names the volume.' },
    },
    adoptId: {
      type: text(),
      doc: 'Id of an existing volume to adopt instead of creating one.',
      onChange: 'creation only',
      api: { none: 'Nothing is created.' },
    },
    allowShutdown: {
      type: boolean,
      doc: 'Whether machines may be stopped and started again to attach or detach the volume.',
      onChange: 'setting',
      leftOutMeans: false,
    },
    deletePermanently: {
      type: boolean,
      doc: `Whether a delete is permanent; otherwise the volume stays in the trash for ${TRASH_PERIOD}.`,
      onChange: 'setting',
      leftOutMeans: false,
    },
    replaceOn: {
      type: inputNames,
      doc: 'Inputs whose change replaces the volume instead of changing it in place.',
      onChange: 'setting',
    },
  },
  outputs: {
    status: { changesWith: ['instanceIds'], type: text(), doc: 'The status, e.g. `detached` or `attached`.' },
    isOsVolume: { type: boolean, doc: 'Whether it is the operating-system volume of a machine.' },
    instanceId: {
      changesWith: ['instanceIds'],
      type: text(),
      doc: 'The instance that it is attached to, if any.',
      nullable: true,
    },
    attachedTo: {
      changesWith: ['instanceIds'],
      type: list(text()),
      doc: 'All instances that it is attached to.',
      from: (found: Volume) => attachedTo(found),
    },
    attachedMachines: {
      changesWith: ['instanceIds'],
      type: list(
        outputObject('AttachedMachine', 'A machine that a volume is attached to.', {
          id: { type: text(), doc: 'Its id.' },
          hostname: { type: text(), doc: 'Its host name.' },
          status: {
            type: text(),
            doc: 'The status when state was last written or refreshed, e.g. `running` or `offline`.',
          },
        }),
      ),
      doc: 'All machines that it is attached to, with host name and status.',
      api: 'instances',
    },
    target: {
      changesWith: ['instanceIds'],
      type: text(),
      doc: 'Name of the device on the machine, e.g. `vdb`.',
      nullable: true,
    },
    pseudoPath: {
      changesWith: ['name'],
      type: text(),
      doc: 'Unique identifier of the file system.',
      nullable: true,
    },
    createDirectoryCommand: {
      changesWith: ['name'],
      type: text(),
      doc: 'Command that creates the directory to mount it on.',
      nullable: true,
    },
    mountCommand: {
      changesWith: ['name', 'instanceIds'],
      type: text(),
      doc: 'Command that mounts it.',
      nullable: true,
    },
    filesystemToFstabCommand: {
      changesWith: ['name', 'instanceIds'],
      type: text(),
      doc: 'Command that adds it to fstab.',
      nullable: true,
    },
    sshKeyIds: { type: list(text()), doc: 'Ids of the SSH keys of an operating-system volume.' },
    contract: { type: text(), doc: 'The kind of its contract, e.g. `PAY_AS_YOU_GO`.' },
    baseHourlyCost: { changesWith: ['size'], type: number, doc: 'Price per hour, in `currency`.' },
    monthlyPrice: { changesWith: ['size'], type: number, doc: 'Price per month, in `currency`.' },
    hourlyCost: {
      changesWith: ['size'],
      type: number,
      doc: 'Price per hour, in `currency`.',
      from: (found: Volume) => monthlyToHourly(found.monthly_price),
    },
    monthlyCost: {
      changesWith: ['size'],
      type: number,
      doc: 'Price per month, in `currency`.',
      api: 'monthly_price',
    },
    currency: { type: text(), doc: '`usd` or `eur`.' },
    createdAt: { type: text(), doc: 'When it was created, ISO 8601.' },
    createdByUserId: { type: text(), doc: 'The user who created it.', nullable: true },
    longTerm: { type: longTerm, doc: 'Its long-term contract, if there is one.', nullable: true },
  },
});

export type VolumeInputs = Inputs<typeof volumeSchema>;
export type VolumeOutputs = Outputs<typeof volumeSchema>;
