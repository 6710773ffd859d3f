// The warnings of the provider, for tests that mock `provider/run/progress`.
import { info, warn } from '../../../provider/run/progress';

export const warnings = (): string[] => jest.mocked(warn).mock.calls.map(([, message]) => message);

/** All warnings as one text. */
export const warned = (): string => warnings().join('\n');

/** Only the warnings during this call. */
export async function warnedBy(run: () => Promise<unknown>): Promise<string> {
  jest.mocked(warn).mockClear();
  await run();
  return warned();
}

/** Whether a message since the mocks were cleared names an id and matches a pattern. */
export const wasToldAbout = (id: string, pattern: RegExp): boolean =>
  [...jest.mocked(info).mock.calls, ...jest.mocked(warn).mock.calls].some(
    ([, text]) => text.includes(id) && pattern.test(text),
  );
