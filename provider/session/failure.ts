import { perSession } from './perSession';

/** Whether a call of this process has failed. The engine then ends the run, or goes on with `--continue-on-error`. */
export const failureOf = perSession(() => ({ hasOccurred: false }));
