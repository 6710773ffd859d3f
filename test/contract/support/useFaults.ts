import type { Volume } from '#contract';
import { useCloud } from './caller';

/** A cloud with faults, for each test of a file. */
export function useFaults() {
  const cloud = useCloud();
  const { add, clear, list } = {
    add: (...args: Parameters<typeof cloud.emulator.control.faults.add>) =>
      cloud.emulator.control.faults.add(...args),
    clear: (id?: string) => {
      cloud.emulator.control.faults.clear(id);
    },
    list: () => cloud.emulator.control.faults.list(),
  };
  const names = async (): Promise<string[]> =>
    (await cloud.owner.get<Volume[]>('/v1/volumes')).body.map(({ name }) => name);
  const statusOf = async (id: string): Promise<string> => (await cloud.owner.readInstance(id)).status;

  return { cloud, add, clear, list, names, statusOf };
}
