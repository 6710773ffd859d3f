// The plan of one run; all of it follows from the seed.
import { Random } from './random';

/** A command that is interrupted. */
export interface PlannedInterruption {
  readonly how: Interruption | undefined;
  /** The command is interrupted after this many answered writes of the run and `thenMs` more milliseconds. */
  readonly afterWrites: number;
  readonly thenMs: number;
}

/** The processes that get a signal. One Ctrl-C asks the engine to stop, the second forces it to stop. */
export type Interruption = 'kill the CLI' | 'kill the plugin' | 'kill both' | 'Ctrl-C' | 'Ctrl-C twice';

/** What a user does after the interrupted command. */
export type Continuation =
  | 'up'
  | 'destroy'
  | 'remove a resource, then up'
  | 'edit the program, then up'
  | 'edit at random and be interrupted, edit again, then up'
  | 'up --replace'
  | 'refresh, then up'
  | 'rename the resources, then up'
  | 'rename the stack, then up';

/** What happens to the credentials between the interrupted command and the next one. */
export type CredentialChange = 'none' | 'new secret' | 'a command with another account';

/** The resources of the program: every billed kind, and every way to get one. */
export const RESOURCES = [
  'trainer',
  'data',
  'copy',
  'cluster',
  'fleet',
  'spot',
  'restored',
  'adopted',
  'label',
] as const;
export type ResourceName = (typeof RESOURCES)[number];

export interface Plan extends PlannedInterruption {
  readonly seed: number;
  readonly resources: readonly ResourceName[];
  /** Whether the stack exists already when the faults begin. */
  readonly isUpdate: boolean;
  /** The command that runs under the faults. */
  readonly command: 'up' | 'destroy';
  /** Whether an inline program of the Automation API runs that command. */
  readonly isInline: boolean;
  /** The index of the edition of the program that the interrupted run deploys. */
  readonly edition: number;
  /** Definitions for the emulator's control API. */
  readonly faults: readonly object[];
  readonly credentials: CredentialChange;
  /** Whether a second person has a stack of the same name, with its own state, in the same project. */
  readonly hasSecondStack: boolean;
  readonly continuation: Continuation;
  /** The interruption after the first random edit, for plans that continue with random edits. */
  readonly second: PlannedInterruption;
  /** The resource that leaves the program or is replaced. */
  readonly picked: ResourceName;
  /** Whether a program for the native plugin declares that `destroy` removes orphans. */
  readonly declaresOrphanRemoval: boolean;
}

/** How many times faster than documented the cloud is. */
export const TIME_SCALE = 60;

const CREATIONS = ['POST /v1/instances', 'POST /v1/volumes', 'PUT /v1/volumes', 'POST /v1/clusters'] as const;
const REMOVALS = [
  'PUT /v1/instances',
  'PUT /v1/volumes',
  'DELETE /v1/volumes/*',
  'PUT /v1/clusters',
  'DELETE /v1/ssh-keys',
] as const;
const SINGLES = ['GET /v1/instances/*', 'GET /v1/volumes/*', 'GET /v1/clusters/*'] as const;
const LISTS = ['GET /v1/instances', 'GET /v1/volumes', 'GET /v1/clusters'] as const;

const CONTINUATIONS = [
  'up',
  'destroy',
  'destroy',
  'remove a resource, then up',
  'edit the program, then up',
  'edit at random and be interrupted, edit again, then up',
  'edit at random and be interrupted, edit again, then up',
  'up --replace',
  'refresh, then up',
  'rename the resources, then up',
  'rename the stack, then up',
] as const;

export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const interruption = interruptionOf(random);
  const isUpdate = random.chance(0.4);
  const continuation = random.pick(CONTINUATIONS);
  const drawn = RESOURCES.filter(() => random.chance(0.6));
  const resources = RESOURCES.filter((name) => {
    // The tag is on the volume `data`.
    if (name === 'data') return true;
    // The package only names a volume that was restored under the old name of a stack: the user must adopt it.
    return drawn.includes(name) && !(name === 'restored' && continuation === 'rename the stack, then up');
  });
  const others = resources.filter((name) => name !== 'label' && name !== 'data');
  return {
    seed,
    resources,
    isUpdate,
    command: isUpdate && random.chance(0.4) ? 'destroy' : 'up',
    isInline: random.chance(0.2),
    edition: random.between(0, 2),
    ...interruption,
    faults: Array.from({ length: random.between(interruption.how ? 0 : 1, 3) }, () => fault(random)),
    credentials: random.pick(['none', 'none', 'none', 'new secret', 'a command with another account']),
    hasSecondStack: random.chance(0.15),
    continuation,
    picked: random.pick([others[0] ?? 'data', ...others.slice(1)]),
    second: interruptionOf(random),
    declaresOrphanRemoval: random.chance(0.5),
  };
}

const interruptionOf = (random: Random): PlannedInterruption => ({
  how: random.pick([
    undefined,
    'kill the CLI',
    'kill the CLI',
    'kill the plugin',
    'kill the plugin',
    'kill both',
    'Ctrl-C',
    'Ctrl-C twice',
  ] as const),
  afterWrites: random.between(0, 8),
  thenMs: random.between(0, 600),
});

function fault(random: Random): object {
  const creation = { operation: random.pick(CREATIONS), times: random.between(1, 2) };
  const removal = { operation: random.pick(REMOVALS), times: random.between(1, 2) };
  const single = { operation: random.pick(SINGLES), times: random.between(1, 3), skip: random.between(0, 2) };
  const list = { operation: random.pick(LISTS), times: random.between(1, 6), skip: random.between(0, 3) };
  return random.pick<() => object>([
    () => ({ ...creation, kind: 'reset', when: 'after' }),
    () => ({ ...creation, kind: 'reset', when: 'before' }),
    () => ({ ...creation, kind: 'truncate' }),
    () => ({ ...creation, kind: 'late', milliseconds: random.between(1, 4) * 1_000 * TIME_SCALE }),
    () => ({ ...creation, kind: 'delay', when: 'after', milliseconds: random.between(100, 900) }),
    () => ({ ...creation, kind: 'status', status: 500, when: random.pick(['before', 'after']) }),
    () => ({ ...creation, kind: 'status', status: 429, retryAfter: 1 }),
    // An update that fails half-way: some changes are applied before.
    () => ({ ...creation, kind: 'status', status: 402, skip: random.between(0, 2) }),
    () => ({ ...list, kind: 'status', status: random.pick([500, 502, 504]) }),
    () => ({ ...list, kind: 'lag', shows: 'hide', seconds: random.between(1, 2) * TIME_SCALE }),
    () => ({ ...single, kind: 'lag', shows: 'past', seconds: random.between(1, 2) * TIME_SCALE }),
    () => ({ operation: 'POST /v1/*/*/tags', kind: 'reset', when: 'after', times: random.between(1, 3) }),
    () => ({ operation: 'POST /v1/instances', kind: 'noCapacity', at: 'later', times: 1 }),
    () => ({ operation: 'POST /v1/instances', kind: 'installationFailed', times: 1 }),
    () => ({
      operation: 'POST /v1/instances',
      kind: 'evict',
      seconds: random.between(0, 60),
      times: 'always',
    }),
    () => ({ operation: 'DELETE /v1/*/*/tags/*', kind: 'status', status: 500, times: 1 }),
    () => ({ ...removal, kind: 'reset', when: random.pick(['before', 'after']) }),
    () => ({ ...removal, kind: 'status', status: 500, when: random.pick(['before', 'after']) }),
  ])();
}
