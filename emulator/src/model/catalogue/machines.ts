/** A kind of accelerator, or none. */
export interface Accelerator {
  model: string;
  name: string;
  manufacturer: string;
  /** GB per accelerator. */
  memory: number;
  p2p: string;
  bestFor: string[];
}

/** The hardware and the prices of a machine type. Prices are US dollars an hour. */
export interface MachineType {
  id: string;
  name: string;
  accelerator: Accelerator | undefined;
  gpus: number;
  cores: number;
  cpuModel: string;
  /** GB. */
  memory: number;
  pricePerHour: number;
  spotPrice: number;
  /** How many machines of the type each of its locations can hold. */
  capacity: number;
  locations: string[];
}

const accelerator = (
  model: string,
  name: string,
  memory: number,
  p2p: string,
  bestFor: string[],
): Accelerator => ({ model, name, manufacturer: 'NVIDIA', memory, p2p, bestFor });

const training = ['Large model training', 'Fine-tuning'];
const inference = ['Inference', 'Small model training'];

const v100 = accelerator('Tesla V100', 'Tesla V100 16GB', 16, '50 GB/s', inference);
const a100 = accelerator('A100 40GB', 'A100 SXM4 40GB', 40, '100 GB/s', inference);
const a100Large = accelerator('A100 80GB', 'A100 SXM4 80GB', 80, '100 GB/s', training);
const rtx6000 = accelerator('RTX 6000 Ada', 'RTX 6000 Ada 48GB', 48, '', inference);
const l40s = accelerator('L40S', 'L40S 48GB', 48, '', inference);
const h100 = accelerator('H100', 'H100 SXM5 80GB', 80, '450 GB/s', training);
const h200 = accelerator('H200', 'H200 SXM5 141GB', 141, '450 GB/s', training);
const b200 = accelerator('B200', 'B200 SXM6 180GB', 180, '900 GB/s', training);
const b300 = accelerator('B300', 'B300 SXM6 268GB', 268, '900 GB/s', training);

const everywhere = ['FIN-01', 'FIN-02', 'FIN-03', 'ICE-01'];

type Row = [
  name: string,
  accelerator: Accelerator | undefined,
  gpus: number,
  cores: number,
  memory: number,
  pricePerHour: number,
  capacity: number,
  locations: string[],
];

const rows: Row[] = [
  ['1V100.6V', v100, 1, 6, 23, 0.1381, 64, ['FIN-01', 'FIN-02']],
  ['2V100.10V', v100, 2, 10, 45, 0.2762, 32, ['FIN-01', 'FIN-02']],
  ['4V100.20V', v100, 4, 20, 90, 0.5524, 16, ['FIN-01']],
  ['8V100.48V', v100, 8, 48, 180, 1.1048, 8, ['FIN-01']],
  ['1A100.40S.22V', a100, 1, 22, 120, 0.7207, 32, ['FIN-01', 'FIN-02']],
  ['1A100.22V', a100Large, 1, 22, 120, 1.2897, 32, ['FIN-01', 'FIN-02', 'ICE-01']],
  ['2A100.44V', a100Large, 2, 44, 240, 2.5794, 16, ['FIN-01', 'FIN-02', 'ICE-01']],
  ['4A100.88V', a100Large, 4, 88, 480, 5.1588, 8, ['FIN-01', 'FIN-02']],
  ['8A100.176V', a100Large, 8, 176, 960, 10.3176, 4, ['FIN-01', 'FIN-02']],
  ['1RTX6000ADA.10V', rtx6000, 1, 10, 60, 0.8262, 32, ['FIN-01', 'FIN-03']],
  ['1L40S.20V', l40s, 1, 20, 60, 0.9143, 32, ['FIN-01', 'FIN-03']],
  ['8L40S.160V', l40s, 8, 160, 480, 7.3144, 4, ['FIN-01', 'FIN-03']],
  ['1H100.80S.30V', h100, 1, 30, 120, 2.2887, 32, ['FIN-01', 'FIN-02', 'FIN-03', 'ICE-01']],
  ['2H100.80S.80V', h100, 2, 80, 370, 4.5774, 16, ['FIN-01', 'FIN-02', 'FIN-03']],
  ['8H100.80S.176V', h100, 8, 176, 1480, 18.3096, 4, ['FIN-01', 'FIN-02', 'FIN-03']],
  ['1H200.141S.44V', h200, 1, 44, 185, 2.9882, 16, ['FIN-02', 'FIN-03', 'ICE-01']],
  ['8H200.141S.176V', h200, 8, 176, 1480, 23.9056, 4, ['FIN-02', 'FIN-03']],
  ['1B200.30V', b200, 1, 30, 184, 3.9924, 8, ['FIN-03', 'ICE-01']],
  ['8B200.240V', b200, 8, 240, 1480, 31.9392, 2, ['FIN-03']],
  ['1B300.30V', b300, 1, 30, 275, 4.9905, 8, ['FIN-03']],
  ['8B300.240V', b300, 8, 240, 2200, 39.924, 2, ['FIN-03']],
  ['CPU.4V.16G', undefined, 0, 4, 16, 0.0279, 1000, everywhere],
  ['CPU.8V.32G', undefined, 0, 8, 32, 0.0558, 1000, everywhere],
  ['CPU.16V.64G', undefined, 0, 16, 64, 0.1116, 500, everywhere],
  ['CPU.32V.128G', undefined, 0, 32, 128, 0.2232, 250, everywhere],
];

/** Ids of the catalogue are the same in every cloud. */
export const catalogueId = (family: number, index: number): string =>
  `c0ffee00-${family.toString(16).padStart(4, '0')}-4000-8000-${(index + 1).toString(16).padStart(12, '0')}`;

const round = (amount: number): number => Math.round(amount * 10_000) / 10_000;

export const machineTypes: readonly MachineType[] = rows.map(
  ([name, kind, gpus, cores, memory, pricePerHour, capacity, locations], index) => ({
    id: catalogueId(1, index),
    name,
    accelerator: kind,
    gpus,
    cores,
    cpuModel: kind === h200 || kind === b200 || kind === b300 ? 'Intel Xeon' : 'AMD EPYC',
    memory,
    pricePerHour,
    spotPrice: round(pricePerHour * 0.35),
    capacity,
    locations,
  }),
);

export const machineTypeByName = new Map(machineTypes.map((type) => [type.name, type]));
