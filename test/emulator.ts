// The emulator of all tests: its replies must match the contract.
import { startEmulator as start } from '../emulator/src';
import type { Emulator, EmulatorOptions } from '../emulator/src';

export * from '../emulator/src';

/** Every emulator that this test file has started. */
const started = new Set<Emulator>();

/** Starts an emulator that compares its replies with the contract, unless it uses the older form. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await start({ ...options, validateReplies: options.wire !== 'legacy' });
  started.add(emulator);
  return emulator;
}

const checkReplies = (): void => {
  expect([...started].flatMap(({ violations }) => violations)).toEqual([]);
};

afterEach(checkReplies);
// At the end of a file, so that requests of its teardown are checked too.
afterAll(checkReplies);
