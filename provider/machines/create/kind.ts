import type { TaggedCollection } from '../../../api/services/tags';
import { orderOf } from '../../../core/pendingTag';
import type { BillableKind, Created, IgnoredTags, PendingTagAt } from '../../lifecycle/createOnce/billable';
import { declaredTagKeys } from '../../lifecycle/tags';
import type { Collection, WaitDecision } from '../../polling/collection';
import type { Call } from '../../run/call';
import type { Run } from '../../run/run';
import type { DeclaredExpiry } from '../expiry/steps';
import type { Placement } from './capacity';
import { mayBeIn } from './capacity';
import type { Machine, MachineInputs } from '../machine';
import { hasFailed } from '../machine';

/** How the cloud deals with one kind of machine: instances or clusters. */
export interface MachineKind<T extends Machine, I extends MachineInputs, O extends object> {
  /** The noun for it in messages. */
  readonly noun: string;
  /** The collection, as named in the API's paths. */
  readonly path: TaggedCollection;
  readonly collection: (run: Run) => Collection<T>;
  /** Where it may be deployed, and how long it may wait for capacity. */
  readonly placement: (inputs: I) => Placement;
  /** Two orders of the same meaning are for the same machine, even in different locations. */
  readonly orderMeaning: (call: Call, inputs: I) => object | Promise<object>;
  /** Whether the order creates volumes that it cannot tag. */
  readonly hasUntaggedVolumes: (inputs: I) => boolean;
  /** The ids of the volumes that the order attaches and that look like untagged ones. */
  readonly likeUntaggedVolumes?: (inputs: I) => readonly string[] | undefined;
  /** The name of the volume of its operating system, if the program decides it: the order cannot tag that volume. */
  readonly osVolumeName?: (call: Call, inputs: I) => string | undefined;
  /** Whether the cloud may evict it. */
  readonly mayBeEvicted: (inputs: I) => boolean;
  /** Whether the machine with this id is ready, has failed, or needs more time. */
  readonly readiness: (id: string) => (found: T | undefined) => WaitDecision<T>;
  /** The inputs in which an existing machine differs from the program and cannot be changed. */
  readonly differences: (call: Call, found: T, inputs: I) => readonly string[] | Promise<readonly string[]>;
  /** Sends the order once, and returns the new id. */
  readonly order: (
    call: Call,
    inputs: I,
    location: string | undefined,
    tagAt: PendingTagAt,
  ) => Promise<string>;
  /** The end that the program gives the machine. */
  readonly expiry: (found: T, inputs: I) => DeclaredExpiry;
  /** Set if the cloud may ignore the tags of an order. */
  readonly ignoredTags?: (call: Call, inputs: I) => IgnoredTags<T>;
  /** Changes a ready machine in place to match the program, once it is created. */
  readonly applyChanges: (call: Call, found: T, inputs: I, created: Created<T>) => Promise<O>;
  readonly outputs: (call: Call, found: T, inputs: I) => Promise<O>;
}

/** A kind of machine whose outputs do not matter to the caller. */
export type AnyKind<T extends Machine, I extends MachineInputs> = MachineKind<T, I, object>;

/** How `createOnce` orders and recognizes a machine of this kind. */
export const billedBy = async <T extends Machine, I extends MachineInputs>(
  call: Call,
  kind: AnyKind<T, I>,
  inputs: I,
): Promise<BillableKind<T>> => ({
  noun: kind.noun,
  collection: kind.collection(call.run),
  path: kind.path,
  order: orderOf(call, {
    whenOrphaned: call.keep ? 'keep' : 'drop',
    meaning: await kind.orderMeaning(call, inputs),
    hasUntaggedVolumes: kind.hasUntaggedVolumes(inputs),
    isOfMachine: true,
    attachedIds: kind.likeUntaggedVolumes?.(inputs),
  }),
  tagKeys: declaredTagKeys(inputs),
  ignoredTags: kind.ignoredTags?.(call, inputs),
  hasFailed,
  fits: ({ location }) => mayBeIn(kind.placement(inputs), location),
});
