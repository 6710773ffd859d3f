/** What a way to get the CLI is given. */
export interface SourceContext {
  /** An empty folder of its own; the executables belong into its `bin`. */
  staging: string;
  env: NodeJS.ProcessEnv;
  /** Shows one line to whoever waits. */
  progress: (line: string) => void;
  /** Aborts when the user interrupts. */
  signal: AbortSignal;
}

/** A way to get the Pulumi CLI and its Node.js language host. */
export interface Source {
  /** As in "… failed". */
  readonly name: string;
  /** Fills `staging/bin`, or throws an error whose message is a clause. */
  install(context: SourceContext): Promise<void>;
}
