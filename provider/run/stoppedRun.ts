// Why a run stops before its work is done.

/** The engine that started this work has exited. */
export class EngineExitedError extends Error {
  override readonly name = 'EngineExitedError';
  constructor() {
    super(
      'The run was interrupted: the Pulumi engine is gone. Run `pulumi cancel` and then the command again.',
    );
  }
}

/** The user has interrupted the run (Ctrl-C). */
export class RunCancelledError extends Error {
  override readonly name = 'RunCancelledError';
  constructor() {
    super('The run was cancelled. Run the command again to continue.');
  }
}
