export { startEmulator } from './emulator';
export type { Emulator } from './emulator';
export type { EmulatorOptions } from './options';
export type { ClientCredentials } from './cloud/access';
export type { Clock } from './cloud/clock';
export type { Durations } from './cloud/durations';
