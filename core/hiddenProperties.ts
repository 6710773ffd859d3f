// What program and plugin hand each other beside inputs and outputs. State holds it, so the names never change.

/** What the program adds to the inputs of every resource; in read and delete it may be stale. */
export interface HiddenInputs {
  /** The URN of the resource; short where no parent but the stack is above it (`urn.ts`). */
  readonly __urn?: string;
  /** The random id of the stack's state, and after a point the hash of its account, which state does not keep. */
  readonly __owner?: string;
  /** `opts.customTimeouts`, in the engine's words ("30m"). */
  readonly __timeouts?: HiddenTimeouts | undefined;
  /** Whether the program would not have it deleted: `opts.retainOnDelete` or `opts.protect`. */
  readonly __keep?: boolean;
  /** `opts.replaceOnChanges`: paths of properties, or "*". The engine leaves it to the provider. */
  readonly __replaceOn?: readonly string[];
  /** Whether the program runs for a preview. State does not keep it. */
  readonly __preview?: boolean;
  /** Whether the program only looks it up. State does not keep it. */
  readonly __get?: boolean;
}

/** Durations such as "30m", by verb. */
export interface HiddenTimeouts {
  readonly create?: string;
  readonly update?: string;
  readonly delete?: string;
}

/** What the plugin adds to the outputs of a resource. */
export interface HiddenOutputs {
  /** The hash of the account that it was made in. */
  readonly __account?: string;
  /** The random value by which a state proves that the thing is its own. */
  readonly __claim?: string;
  /** What states have that were written before there were claims. */
  readonly __generation?: number;
  /**
   * When the provider's create returned, in ms of that computer's clock. By it, the program knows what this run created, and
   * the provider knows what lists may not show yet.
   */
  readonly __createdAt?: number;
  /** The id of the pending tag, as the create saw it. With it, the program removes the tag without a list. */
  readonly __pendingTagId?: string;
  /** Why what is in state is not finished yet. */
  readonly __unfinished?: string;
  /** It was accepted and not seen ready yet. */
  readonly __accepted?: boolean;
  /** Why it is to be replaced: it vanished, but what it leaves behind is still billed. */
  readonly __vanished?: string;
}

export const CREATED_AT = '__createdAt' satisfies keyof HiddenOutputs;
export const PENDING_TAG_ID = '__pendingTagId' satisfies keyof HiddenOutputs;

/** Whether a property is neither an input nor an output of the resource itself. */
export const isHidden = (name: string): boolean => name.startsWith('__');

/** The owner as the program hands it over. */
export const ownerWithAccount = (owner: string, account: string): string => `${owner}.${account}`;

/** The id of the owner, and the hash of its account where the program knows it. */
export function splitOwner(given: string | undefined): { owner?: string; account?: string } {
  const [owner, account] = given?.split('.') ?? [];
  return { ...(owner !== undefined && { owner }), ...(account !== undefined && { account }) };
}
