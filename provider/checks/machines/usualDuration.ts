/** How long a machine of this type usually takes from its order until it is ready, in ms. The more GPUs, the longer. */
export function usualDeployMs(type: string): number {
  const gpus = Math.min(Number(/^\d+/.exec(type)?.[0] ?? 0), MOST_GPUS_OF_A_MACHINE);
  return gpus === 0 ? 60_000 : 90_000 + ((gpus - 1) / (MOST_GPUS_OF_A_MACHINE - 1)) * 150_000;
}

/** The machines of a cluster start at the same time. */
const MOST_GPUS_OF_A_MACHINE = 8;
