import type { Cpu, Gpu, Memory } from '#contract';
import type { MachineType } from '../../model/catalogue';

/** A time as the API writes it. */
export const timestamp = (instant: number): string => new Date(instant).toISOString();

/** Optional fields sent as null are absent. */
export const present = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

/** One id, or several. */
export const ids = (value: string | readonly string[]): string[] =>
  typeof value === 'string' ? [value] : [...value];

export const optionalIds = (value: string | readonly string[] | null | undefined): string[] | undefined =>
  value === null || value === undefined ? undefined : ids(value);

/** `instance_id` and `instance_ids` together name the instances. */
export const instanceIds = (body: {
  instance_id?: string | null;
  instance_ids?: string[] | null;
}): string[] => [...new Set([...(optionalIds(body.instance_id) ?? []), ...(body.instance_ids ?? [])])];

interface TagRequest {
  key: string;
  value?: string | null | undefined;
}

export const tag = ({ key, value }: TagRequest): { key: string; value: string } => ({
  key,
  value: value ?? '',
});

export const tags = (list: readonly TagRequest[] | null | undefined): { key: string; value: string }[] =>
  (list ?? []).map(tag);

export const price = (amount: number): number => Math.round(amount * 10_000) / 10_000;

/** The hardware of a machine. */
export function hardware(machine: MachineType): { cpu: Cpu; gpu: Gpu; gpu_memory: Memory; memory: Memory } {
  const { accelerator, gpus, cores, cpuModel, memory } = machine;
  const gpuMemory = gpus * (accelerator?.memory ?? 0);
  return {
    cpu: { description: `${cores} CPU`, number_of_cores: cores, model: cpuModel },
    gpu: {
      description: accelerator === undefined ? '' : `${gpus}x ${accelerator.name}`,
      number_of_gpus: gpus,
    },
    gpu_memory: {
      description: gpuMemory === 0 ? '' : `${gpuMemory}GB GPU RAM`,
      size_in_gigabytes: gpuMemory,
    },
    memory: { description: `${memory}GB RAM`, size_in_gigabytes: memory },
  };
}
