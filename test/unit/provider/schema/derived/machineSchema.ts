import { defineResource } from '../../../../../provider/schema/define';
import type { Inputs } from '../../../../../provider/schema/resourceSchema';
import { resourceSchema } from '../../../../../provider/schema/resourceSchema';
import {
  boolean,
  gigabytes,
  inputNames,
  inputObject,
  list,
  number,
  oneOf,
  outputObject,
  set,
  tags,
  text,
} from '../../../../../provider/schema/types';

const disk = inputObject(
  'Disk',
  'A disk.',
  {
    name: { type: text(), doc: 'Name.', onChange: 'replace', required: true, api: 'name' },
    size: { type: gigabytes, doc: 'Size in GB.', onChange: 'grow only', required: true, api: 'size' },
    type: { type: oneOf('VolumeType', ['NVMe', 'HDD']), doc: 'Type.', onChange: 'refused', api: 'type' },
    policy: {
      type: oneOf('Eviction', ['keep', 'trash']),
      doc: 'Policy.',
      onChange: 'next machine',
      leftOutMeans: 'keep',
      api: { write: 'on_discontinue' },
    },
    tags: { type: tags, doc: 'Tags.', onChange: 'in place', api: 'tags' },
    keep: { type: boolean, doc: 'Keep.', onChange: 'setting', api: { none: 'Ours.' } },
  },
  'name a size',
);

type Power = 'running' | 'offline';

export const schema = resourceSchema({
  name: 'Machine',
  provider: 'machine',
  noun: 'machine',
  doc: 'A machine.',
  example: `new Machine('m', { hostname: 'm' });`,
  autoName: 'hostname',
  inputs: {
    hostname: { type: text(), doc: 'Name.', onChange: 'replace', api: 'hostname' },
    place: {
      type: text(),
      doc: 'Place.',
      onChange: 'replace',
      required: true,
      example: '"FIN-01"',
      api: { read: 'location', write: 'location_code' },
    },
    contract: { type: text(), doc: 'Contract.', onChange: 'replace', default: 'LONG', api: 'contract' },
    keys: { type: set(text()), doc: 'Keys.', onChange: 'next machine', api: 'ssh_key_ids' },
    disks: { type: set(disk, 'name'), doc: 'Disks.', onChange: 'in place', api: { write: 'volumes' } },
    osDisk: {
      type: disk,
      doc: 'System.',
      onChange: 'in place',
      unmanagedWhenLeftOut: true,
      api: 'os_volume',
    },
    isSpot: { type: boolean, doc: 'Spot.', onChange: 'replace', leftOutMeans: false, api: 'is_spot' },
    tags: { type: tags, doc: 'Tags.', onChange: 'in place', api: 'tags' },
    note: { type: text(), doc: 'Note.', onChange: 'in place', leftOutMeans: '', api: 'note' },
    power: {
      type: oneOf('PowerState', ['running', 'offline']),
      doc: 'Power.',
      onChange: 'in place',
      api: { none: 'Actions.' },
      from: ({ status }: { status?: Power | 'booting' }, declared?: Power) =>
        status === 'booting' ? declared : status,
    },
    mayStop: { type: boolean, doc: 'May stop.', onChange: 'setting', leftOutMeans: false },
    replaceOn: { type: inputNames, doc: 'Names.', onChange: 'setting' },
  },
  outputs: {
    createdAt: { type: text(), doc: 'When.' },
    ip: { type: text(), doc: 'Address.', nullable: true },
    monthlyCost: { type: number, doc: 'Price.', from: ({ hourly }: { hourly: number }) => hourly * 730 },
    memory: {
      type: outputObject('Memory', 'Memory.', { sizeInGigabytes: { type: number, doc: 'Size.' } }),
      doc: 'Memory.',
    },
    nodes: {
      type: list(outputObject('Node', 'A node.', { hostName: { type: text(), doc: 'Name.' } })),
      doc: 'Nodes.',
      nullable: true,
    },
    disksById: { type: tags, doc: 'Disks.', computed: true },
  },
});
export type MachineInputs = Inputs<typeof schema>;

const unused = (): never => {
  throw new Error('no verb is called');
};
export const machine = defineResource(schema, {
  timeouts: { create: 1, update: 1, delete: 1 },
  create: unused,
  read: unused,
  update: unused,
});

export const scratch = { name: 'scratch', size: 100, type: 'NVMe' } as const;
export const data = { name: 'data', size: 50, type: 'NVMe' } as const;
