// The emulator as every test gets it: no reply that a test sees may differ from the contract.
import { startEmulator as start } from '../emulator/src';
import type { Emulator, EmulatorOptions } from '../emulator/src';

export * from '../emulator/src';

/** Every emulator that the tests of this file have started. */
const started = new Set<Emulator>();

/** Starts an emulator that compares its replies with the contract; the older wire differs from it on purpose. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await start({ ...options, validateReplies: options.wire !== 'legacy' });
  started.add(emulator);
  return emulator;
}

const everyReplyWasRight = (): void => {
  expect([...started].flatMap(({ violations }) => violations)).toEqual([]);
};

afterEach(everyReplyWasRight);
// What is sent while a file's tests are torn down is seen as well.
afterAll(everyReplyWasRight);
