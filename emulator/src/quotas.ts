/** Startup scripts that a project may have unless it is told otherwise. */
export const defaultScriptQuota = 100;

/** Startup scripts that a project may have at most. */
export const maximumScriptQuota = 10_000;
