// Hidden inputs and outputs, by which program and plugin exchange data. State holds them, so their names
// never change.

/** The hidden inputs, which the program adds to every resource; in read and delete they may be stale. */
export interface HiddenInputs {
  /** The URN of the resource; short if its only parent is the stack (`urn.ts`). */
  readonly __urn?: string;
  /** The random id of the stack's state, and after a dot the hash of its account, which state does not keep. */
  readonly __owner?: string;
  /** `opts.customTimeouts`, in the engine's form ("30m"). */
  readonly __timeouts?: HiddenTimeouts | undefined;
  /** Whether the program keeps the resource at a delete: `opts.retainOnDelete` or `opts.protect`. */
  readonly __keep?: boolean;
  /** `opts.replaceOnChanges`: paths of properties, or "*". The engine leaves it to the provider. */
  readonly __replaceOn?: readonly string[];
  /** `opts.ignoreChanges`: paths of properties, or "*". State does not keep it. */
  readonly __ignoreChanges?: readonly string[];
  /** `opts.deleteBeforeReplace`. State does not keep it. */
  readonly __deleteFirst?: boolean;
  /** Whether the program runs for a preview. State does not keep it. */
  readonly __preview?: boolean;
  /** How many resources the engine creates at once, in a preview. State does not keep it. */
  readonly __parallel?: number;
  /** Whether the program only looks up the resource. State does not keep it. */
  readonly __get?: boolean;
}

/** Durations such as "30m", by verb. */
export interface HiddenTimeouts {
  readonly create?: string;
  readonly update?: string;
  readonly delete?: string;
}

/** The hidden outputs, which the plugin adds to those of a resource. */
export interface HiddenOutputs {
  /** The hash of the account that it was created in. */
  readonly __account?: string;
  /** The random value that proves that this state owns the resource. */
  readonly __claim?: string;
  /**
   * When the provider's create returned, in ms by that computer's clock. By it, the program finds the
   * resources of this run, and the provider finds resources that lists may not show yet.
   */
  readonly __createdAt?: number;
  /** The id of the pending tag, as the create saw it. With it, the program removes the tag without a list. */
  readonly __pendingTagId?: string;
  /** The text of the pending tag of its order: it identifies the POST when the tag is gone. */
  readonly __orderTag?: string;
  /** The mark in the note of an interrupted update that a refresh has read. */
  readonly __refreshed?: string;
  /** Why the resource in state is not finished yet. */
  readonly __unfinished?: string;
  /** The resource was accepted and not yet seen ready. */
  readonly __accepted?: boolean;
  /** Why it must be replaced: it is gone, but something that belongs to it is still billed. */
  readonly __vanished?: string;
}

/** The input that carries the hidden inputs: Pulumi takes time for each input. State holds them one by one. */
export const CONTEXT = '__context';
export const CREATED_AT = '__createdAt' satisfies keyof HiddenOutputs;
export const PENDING_TAG_ID = '__pendingTagId' satisfies keyof HiddenOutputs;
export const ORDER_TAG = '__orderTag' satisfies keyof HiddenOutputs;

/** Whether a property is neither an input nor an output of the resource itself. */
export const isHidden = (name: string): boolean => name.startsWith('__');

/** The owner as the program passes it on. */
export const ownerWithAccount = (owner: string, account: string): string => `${owner}.${account}`;

/** The id of the owner, and the hash of its account if the program has it. */
export function splitOwner(given: string | undefined): { owner?: string; account?: string } {
  const [owner, account] = given?.split('.') ?? [];
  return { ...(owner !== undefined && { owner }), ...(account !== undefined && { account }) };
}
