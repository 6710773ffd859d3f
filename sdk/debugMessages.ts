// The SDK tells the engine four things of each registration, for whoever runs it with `--debug`: each in a request of
// its own, after the reply to the one before. With hundreds of resources that is most of what a program sends.
import { ReadResourceResponse, RegisterResourceResponse } from '@pulumi/pulumi/proto/resource_pb';
import { getEngine, rpcKeepAlive } from '@pulumi/pulumi/runtime/settings';
import { perRun } from './run';

/** For so many ms messages are kept, to go together. */
const MOMENT_MS = 50;

type Tell = (message: string, ...about: unknown[]) => Promise<void>;
type Levels = Record<'debug' | 'info' | 'warn' | 'error', Tell>;

/** What one run of a program has still to tell. */
interface Kept {
  messages: string[];
  /** Resolves when they are told; there while there are any. */
  told?: Promise<void>;
  tell?: () => void;
}

/**
 * From now on the messages of the SDK that are for debugging go together, those of a moment at once: in their order, a
 * line each, and before any other that comes after them.
 *
 * @param of where the SDK keeps what tells them.
 * @param hasEngine whether there is somebody to tell them.
 */
export function debugTogether(of: Levels = log(), hasEngine: () => boolean = () => !!getEngine()): void {
  const { debug } = of;
  const ofRun = perRun((): Kept => ({ messages: [] }));

  const keep = (kept: Kept): Promise<void> =>
    new Promise((resolve) => {
      // The run does not end before they are told.
      const done = rpcKeepAlive();
      const tell = () => {
        clearTimeout(timer);
        delete kept.told;
        delete kept.tell;
        resolve(debug(kept.messages.splice(0).join('\n')));
        done();
      };
      const timer = setTimeout(tell, MOMENT_MS);
      kept.tell = tell;
    });

  of.debug = (message, ...about) => {
    if (!hasEngine()) return debug(message, ...about);
    const kept = ofRun();
    // One about a certain resource is shown with that.
    if (about.some((one) => one !== undefined)) {
      kept.tell?.();
      return debug(message, ...about);
    }
    kept.messages.push(message);
    return (kept.told ??= keep(kept));
  };
  for (const level of ['info', 'warn', 'error'] as const) {
    const tell = of[level];
    of[level] = (...message) => {
      ofRun().tell?.();
      return tell(...message);
    };
  }
}

/**
 * From now on these messages do not repeat what the engine has answered: all properties of a resource, the secret ones
 * in the clear.
 */
export function leaveAnswersOut(): void {
  for (const { prototype } of [RegisterResourceResponse, ReadResourceResponse])
    prototype.toString = () => '(left out)';
}

// eslint-disable-next-line @typescript-eslint/no-require-imports -- what is replaced is what the module exports
const log = () => require('@pulumi/pulumi/log') as Levels;
