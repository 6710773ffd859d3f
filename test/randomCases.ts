/** The seed of random cases: fixed, so that a test gives the same result each time. `FUZZ_SEED=42` tries other cases. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_251_121);

/** The options of a property for fast-check. `FUZZ_RUNS=2000` tries more cases. */
export const randomCases = (numRuns: number) => ({
  seed,
  numRuns: Number(process.env['FUZZ_RUNS'] ?? numRuns),
});
