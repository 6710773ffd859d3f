/** One element of the array that `doctor --json` prints. */
export interface Finding {
  /** The subject of the check, e.g. `credentials`. */
  readonly check: string;
  /** `warning`: it works, but not well. `wrong`: it does not work. `skipped`: another check must succeed first. */
  readonly status: 'ok' | 'warning' | 'wrong' | 'skipped';
  /** The result of the check. Never contains a secret. */
  readonly value: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const ok = (check: string, value: string, advice?: string): Finding => ({
  check,
  status: 'ok',
  value,
  ...(advice !== undefined && { advice }),
});

export const warning = (check: string, value: string, advice: string): Finding => ({
  check,
  status: 'warning',
  value,
  advice,
});

export const wrong = (check: string, value: string, advice: string): Finding => ({
  check,
  status: 'wrong',
  value,
  advice,
});

export const skipped = (check: string, value: string): Finding => ({ check, status: 'skipped', value });
