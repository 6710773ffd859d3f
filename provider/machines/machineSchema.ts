// Parts of the schemas of instances and clusters.
import { DURATION } from '../../core/values/duration';
import { LONGEST_HOSTNAME } from '../checks/machines/hostname';
import type { Input, OutputsOf } from '../schema/types';
import { list, number, outputObject, set, tags, text, boolean } from '../schema/types';
import type { LongTerm } from '../../api';
import { fieldsFrom } from '../schema/derived/mapping';

/** The inputs that instances and clusters share. */
export const machineInputs = {
  hostname: {
    type: text({ max: LONGEST_HOSTNAME }),
    doc: 'Host name.',
    onChange: 'replace',
    api: 'hostname',
  },
  description: {
    type: text(),
    doc: 'Description. Default: the host name.',
    onChange: 'next machine',
    api: 'description',
  },
  fallbackLocationCodes: {
    type: list(text()),
    doc:
      'Locations to try next, in this order, when `locationCode` has no capacity. A machine uses only volumes of its own ' +
      'location: with `existingVolumes`, or a volume to start from, no other location can work.',
    onChange: 'creation only',
    api: { none: 'An order names one location at a time.' },
    listedIn: 'locations',
  },
  waitForCapacity: {
    type: text({
      pattern: DURATION,
      says: 'must be a duration such as "30m", "2h" or "1d"',
    }),
    doc: 'How long to wait when no location has capacity, e.g. `2h`. Default: no wait.',
    onChange: 'creation only',
    api: { none: 'The provider waits before it orders.' },
  },
  sshKeyIds: {
    type: set(text()),
    doc: 'Ids of the SSH keys that can log in.',
    onChange: 'next machine',
    api: 'ssh_key_ids',
    listedIn: 'sshKeys',
    idOf: ['SshKey'],
  },
  startupScriptId: {
    type: text(),
    doc: 'Id of the startup script that runs at the first start.',
    onChange: 'next machine',
    api: 'startup_script_id',
    listedIn: 'startupScripts',
    idOf: ['StartupScript'],
  },
  tags: {
    type: tags,
    doc: 'Tags, at most nine when it is created and ten later; tags that others added stay.',
    onChange: 'in place',
    sharedWithOthers: true,
    api: 'tags',
  },
} as const satisfies Readonly<Record<string, Input>>;

const description = { type: text(), doc: 'A description of the part.' } as const;

export const cores = {
  description,
  numberOfCores: { type: number, doc: 'The number of cores.' },
} as const;

export const gpus = outputObject('MachineGpus', 'The GPUs of a machine.', {
  description,
  numberOfGpus: { type: number, doc: 'The number of GPUs.' },
});

export const memory = outputObject('MachineMemory', 'Memory of one kind.', {
  description,
  sizeInGigabytes: { type: number, doc: 'Size in GB.' },
});

const outputs = {
  endDate: { type: text(), doc: 'When it ends, ISO 8601.', nullable: true },
  longTermPeriod: { type: text(), doc: 'Its period.', nullable: true },
  discountPercentage: { type: number, doc: 'The discount in percent.', nullable: true },
  autoRentalExtension: { type: boolean, doc: 'Whether it is extended automatically.', nullable: true },
  nextPeriodPrice: { type: number, doc: 'Price of the next period.', nullable: true },
  currentPeriodPrice: { type: number, doc: 'Price of this period.', nullable: true },
} as const;

export type VolumeLongTerm = OutputsOf<typeof outputs>;

/** A long-term contract as an output. The cloud shows the contract of a machine on its operating-system volume. */
export const longTerm = outputObject('VolumeLongTerm', 'A long-term contract.', outputs);

/** A long-term contract with the names that programs use. */
export const longTermOf = (found: LongTerm | null | undefined): VolumeLongTerm | null =>
  found ? fieldsFrom(outputs, found) : null;
