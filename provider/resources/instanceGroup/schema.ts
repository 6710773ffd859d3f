import { createHash } from 'node:crypto';
import type { InstanceGroup } from '../../../api';
import type { Inputs, Outputs } from '../../schema/resourceSchema';
import { resourceSchema } from '../../schema/resourceSchema';
import {
  gigabytes,
  inputNames,
  inputObject,
  list,
  number,
  outputObject,
  set,
  text,
} from '../../schema/types';

const template = inputObject(
  'InstanceGroupTemplate',
  'The settings that new members of an instance group start with.',
  {
    image: {
      type: text(),
      doc: 'An image type.',
      onChange: 'replace',
      required: true,
      example: '"ubuntu-24.04"',
      api: 'image',
    },
    osVolume: {
      type: inputObject('InstanceGroupOsVolume', 'The operating-system volume of the members.', {
        size: { type: gigabytes, doc: 'Size in GB.', onChange: 'replace', required: true, api: 'size' },
      }),
      doc: 'The operating-system volume.',
      onChange: 'replace',
      api: 'os_volume',
    },
    sshKeyIds: {
      type: set(text()),
      doc: 'Keys that can log in to members that are created later.',
      onChange: 'in place',
      api: 'ssh_key_ids',
      listedIn: 'sshKeys',
      idOf: ['SshKey'],
    },
    startupScriptId: {
      type: text(),
      doc: 'Script that runs at the first start of members that are created later.',
      onChange: 'in place',
      api: 'startup_script_id',
      listedIn: 'startupScripts',
      idOf: ['StartupScript'],
    },
  },
);

const member = outputObject('GroupMember', 'A member of an instance group.', {
  id: { type: text(), doc: "The instance's id." },
  hostname: { type: text(), doc: 'Its host name.' },
  status: { type: text(), doc: 'The status, e.g. `running` or `offline`.' },
});

/** The description of an instance group. */
export const instanceGroupSchema = resourceSchema({
  name: 'InstanceGroup',
  provider: 'instanceGroup',
  createdBy: 'createInstanceGroup',
  noun: 'instance group',
  doc: 'A group of instances that share one template.',
  autoName: 'name',
  inputs: {
    name: {
      type: text(),
      doc: 'Name, unique among the live groups of the project.',
      onChange: 'in place',
      api: 'name',
    },
    description: {
      type: text({ min: 0 }),
      doc: 'Description.',
      onChange: 'in place',
      leftOutMeans: '',
      api: 'description',
    },
    locationCode: {
      type: text(),
      doc: 'Location of its members, e.g. `FIN-01`.',
      onChange: 'replace',
      required: true,
      example: '"FIN-01"',
      api: 'location_code',
      listedIn: 'locations',
    },
    instanceType: {
      type: text(),
      doc: 'Type of its members.',
      onChange: 'replace',
      required: true,
      example: '"1V100.6V"',
      api: 'instance_type',
      listedIn: 'instanceTypes',
    },
    template: {
      type: template,
      doc: 'Settings of its members.',
      onChange: 'in place',
      note: 'image and osVolume replace',
      required: true,
      example: '{ image: "ubuntu-24.04" }',
      api: 'template',
    },
    adoptId: {
      type: text(),
      doc: 'Id of an existing group to adopt instead of creating one.',
      onChange: 'creation only',
      api: { none: 'It replaces the create request.' },
    },
    replaceOn: {
      type: inputNames,
      doc: 'Inputs whose change replaces the group.',
      onChange: 'setting',
    },
  },
  outputs: {
    projectId: { type: text(), doc: 'The project of the group.' },
    instances: { type: list(member), doc: 'Its members.' },
    size: { type: number, doc: 'The number of its members.' },
    revision: {
      changesWith: ['template'],
      type: text(),
      doc: 'A value that changes with the template: pass it to members as `groupRevision` to replace them at each change.',
      from: revisionOf,
    },
    createdAt: { type: text(), doc: 'When it was created, ISO 8601.' },
    updatedAt: {
      changesWith: ['name', 'description', 'template'],
      type: text(),
      doc: 'When it was last changed, ISO 8601.',
    },
    deletedAt: {
      type: text(),
      doc: 'When it was deleted, ISO 8601; null while it exists.',
      nullable: true,
    },
  },
});

export type InstanceGroupInputs = Inputs<typeof instanceGroupSchema>;
export type InstanceGroupOutputs = Outputs<typeof instanceGroupSchema>;

function revisionOf({ template: { image, os_volume: osVolume, ...members } }: InstanceGroup): string {
  const keys = [...new Set(members.ssh_key_ids)].sort();
  const parts = [image, osVolume.size, keys, members.startup_script_id];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
