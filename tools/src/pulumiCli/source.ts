/** The arguments of a way to get the CLI. */
export interface SourceContext {
  /** An empty folder; the executables belong in its `bin`. */
  staging: string;
  env: NodeJS.ProcessEnv;
  /** Shows one line to the user. */
  progress: (line: string) => void;
  /** Aborts when the user interrupts. */
  signal: AbortSignal;
}

/** A way to get the Pulumi CLI and its Node.js language host. */
export interface Source {
  /** The name, as in "… failed". */
  readonly name: string;
  /** Fills `staging/bin`, or throws an error whose message is a clause. */
  install(context: SourceContext): Promise<void>;
}
