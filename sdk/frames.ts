import path from 'node:path';

type Write = (error: Error, frames: NodeJS.CallSite[]) => unknown;

/** As the engine of JavaScript writes it where nobody else does. */
const plainly: Write = (error, frames) => [String(error), ...frames.map(String)].join('\n    at ');

const isOurs = (frame: NodeJS.CallSite): boolean =>
  frame.getFileName()?.startsWith(__dirname + path.sep) ?? false;

/** Whether a frame is neither of this package, nor of the SDK, nor of Node.js, which run the program. */
function isOfProgram(frame: NodeJS.CallSite): boolean {
  const file = frame.getFileName();
  return !!file && !file.startsWith('node:') && !isOurs(frame) && !/[\\/]@pulumi[\\/]pulumi[\\/]/.test(file);
}

/** The SDK skips its own frames and that of the one class that extends its own: these stay. */
function ofProgram(frames: readonly NodeJS.CallSite[]): NodeJS.CallSite[] {
  const skipped = frames.findIndex(isOurs);
  return frames.filter((frame, index) => index <= skipped || isOfProgram(frame));
}

/**
 * Until what is returned is called, stack traces are those of the program alone, and errors note none of themselves.
 *
 * The SDK notes in state where a resource stands in the program: that would be a line of this package, and all that
 * runs the program, a third of a resource's state. And it notes four stack traces for each property, in case that a
 * promise leaks: with hundreds of resources of fifty properties they would be most of a program's time.
 */
export function showOnlyTheProgram(): () => void {
  // Whoever looks for a promise that leaks needs them all.
  if (process.env['PULUMI_DEBUG_PROMISE_LEAKS']) return () => undefined;
  const { stackTraceLimit } = Error;
  const writer = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const write = (writer?.value as Write | undefined) ?? plainly;
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (error, frames) => write(error, ofProgram(frames));
  return () => {
    Error.stackTraceLimit = stackTraceLimit;
    if (writer) Object.defineProperty(Error, 'prepareStackTrace', writer);
    else Reflect.deleteProperty(Error, 'prepareStackTrace');
  };
}
