// The warnings of the provider, for tests that mock `provider/session/progress`.
import { warn } from '../../../provider/session/progress';

export const warnings = (): string[] => jest.mocked(warn).mock.calls.map(([, message]) => message);

/** All warnings as one text. */
export const warned = (): string => warnings().join('\n');

/** Only the warnings during this call. */
export async function warnedBy(run: () => Promise<unknown>): Promise<string> {
  jest.mocked(warn).mockClear();
  await run();
  return warned();
}
