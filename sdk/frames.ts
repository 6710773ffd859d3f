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

/** The lines of frames that were written, by where these stand. */
const written = new Map<string, string>();

/** A frame as a line of a stack trace. Hundreds of resources are made in a few places: each is looked up in its source map once. */
function lineOf(frame: NodeJS.CallSite, write: Write): string {
  const file = frame.getFileName();
  const place = [file, frame.getLineNumber(), frame.getColumnNumber(), frame.getFunctionName()].join(':');
  const known = written.get(place);
  if (known !== undefined) return known;
  const [line = ''] = /\n[^]*/.exec(String(write(new Error(), [frame]))) ?? [];
  // What has no file is evaluated, and may be anything.
  if (file) written.set(place, line);
  return line;
}

/**
 * Until what is returned is called, stack traces are those of the program alone. The SDK notes in state where a
 * resource stands in the program: that would be a line of this package, and all that runs the program, a third of a
 * resource's state.
 */
export function showOnlyTheProgram(): () => void {
  const writer = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const write = (writer?.value as Write | undefined) ?? plainly;
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...ofProgram(frames).map((frame) => lineOf(frame, write))].join('');
  return () => {
    if (writer) Object.defineProperty(Error, 'prepareStackTrace', writer);
    else Reflect.deleteProperty(Error, 'prepareStackTrace');
  };
}
