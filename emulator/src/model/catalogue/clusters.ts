import { catalogueId, machineTypeByName } from './machines';
import type { MachineType } from './machines';

/** A cluster type: a number of workers, each a machine type of the catalogue. */
export interface ClusterKind {
  id: string;
  name: string;
  worker: MachineType;
  workers: number;
  /** CPU machines next to the workers, from which jobs are submitted. */
  serviceNodes: number;
  /** US dollars an hour, of the whole cluster. */
  pricePerHour: number;
  /** How many clusters of the type each of its locations can hold. */
  capacity: number;
  locations: string[];
}

function worker(name: string): MachineType {
  const found = machineTypeByName.get(name);
  if (found === undefined) throw new Error(`The catalogue has no instance type ${name}.`);
  return found;
}

type Row = [name: string, worker: string, workers: number, capacity: number, locations: string[]];

const rows: Row[] = [
  ['16H100', '8H100.80S.176V', 2, 4, ['FIN-01', 'FIN-02', 'FIN-03']],
  ['32H100', '8H100.80S.176V', 4, 2, ['FIN-02', 'FIN-03']],
  ['16H200', '8H200.141S.176V', 2, 4, ['FIN-02', 'FIN-03']],
  ['64H200', '8H200.141S.176V', 8, 1, ['FIN-03']],
  ['16B200', '8B200.240V', 2, 2, ['FIN-03']],
];

export const clusterKinds: readonly ClusterKind[] = rows.map(
  ([name, workerName, workers, capacity, locations], index) => {
    const machine = worker(workerName);
    return {
      id: catalogueId(4, index),
      name,
      worker: machine,
      workers,
      serviceNodes: 1,
      pricePerHour: Math.round(machine.pricePerHour * workers * 1.05 * 10_000) / 10_000,
      capacity,
      locations,
    };
  },
);
