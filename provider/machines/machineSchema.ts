// Parts of the schemas of instances and clusters.
import { number, outputObject, text } from '../schema/types';

/** A duration as a program writes it. */
export const duration = text({
  pattern: /^(\d+(\.\d+)?(ms|s|m|h))+$/,
  says: 'must be a duration such as "30m" or "2h"',
});

const description = { type: text(), doc: 'The part in words.' } as const;

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
