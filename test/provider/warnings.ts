// What the provider warned of, in a test that mocks `provider/session/progress`.
import { warn } from '../../provider/session/progress';

export const warnings = (): string[] => jest.mocked(warn).mock.calls.map(([, message]) => message);

/** All of them as one text. */
export const warned = (): string => warnings().join('\n');

/** Only those that come while this runs. */
export async function warnedBy(run: () => Promise<unknown>): Promise<string> {
  jest.mocked(warn).mockClear();
  await run();
  return warned();
}
