// The SDK notes a stack trace for each of its promises, in case that one leaks: four for each property, six for each
// registration. With hundreds of resources they are a quarter of a program's time, and nobody sees them.
interface Debuggable {
  /** Set by `PULUMI_DEBUG_PROMISE_LEAKS`: only then are the traces shown. */
  readonly debugPromiseLeaks?: boolean;
  debuggablePromise: (promise: Promise<unknown>, context: unknown) => Promise<unknown>;
}

/** The SDK's own promises note no stack trace from now on, save for whoever looks for one that leaks. */
export function noteNoTraces(of: Debuggable = debuggable()): void {
  const { debuggablePromise, debugPromiseLeaks } = of;
  if (debugPromiseLeaks) return;
  of.debuggablePromise = (promise, context) => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return debuggablePromise(promise, context);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
}

// eslint-disable-next-line @typescript-eslint/no-require-imports -- what is replaced is what the module exports
const debuggable = (): Debuggable => require('@pulumi/pulumi/runtime/debuggable') as Debuggable;
