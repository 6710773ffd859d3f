import { perRun } from './run';

/** How often the event loop goes round until a request is on its way: the call, its headers, the socket. */
const TURNS = 4;

const theFirst = perRun((): { onItsWay?: Promise<void> } => ({}));

/**
 * For every registration of a run but the first: resolves when that one is on its way to the engine, which starts
 * the plugin for it. Without, hundreds of resources would all be prepared before anything is sent, and the plugin
 * would start only then; so it starts meanwhile.
 */
export function firstOnItsWay(): Promise<void> | undefined {
  const first = theFirst();
  if (first.onItsWay) return first.onItsWay;
  first.onItsWay = turns(TURNS);
  return undefined;
}

async function turns(left: number): Promise<void> {
  for (let turn = 0; turn < left; turn += 1) await new Promise(setImmediate);
}
