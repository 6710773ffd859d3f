import { randomBytes } from 'node:crypto';
import { CloudComputeError, ForbiddenError } from '../../../api/errors';
import { nameIn } from '../../../core/urn';
import { listed } from '../../../core/validation/suggestion';
import { billOf } from '../../checks/cost/bill';
import { limitOf, release, reserve } from '../../checks/cost/limit';
import type { ResourceDefinition, State } from '../../schema/define';
import { PartialCreate } from '../../schema/define';
import type { Call, CallContext, Recorded } from '../../run/call';
import type { Run } from '../../run/run';
import { callOf, lastLine } from './call';
import { PartialFailure, UserFacingError } from '../../run/errors';

/** The part of a new resource that state must hold. */
export interface Created<I, O> {
  readonly id: string;
  readonly outputs: State<I, O>;
  readonly recorded: Recorded;
}

/** @throws PartialFailure if something exists that does not match the program. */
export async function create<I extends object, O extends object>(
  run: Run,
  definition: ResourceDefinition<I, O>,
  context: CallContext,
  inputs: I,
): Promise<Created<I, O>> {
  const call = callOf(run, definition, 'create', context, inputs);
  run.account.mayCreate();
  mustNotNeedDeleted(definition.noun, call, inputs);
  const account = run.account.hashAfter(undefined);
  // By it a state proves that an object is its own.
  const claim = randomBytes(6).toString('base64url');
  const startedAt = run.clock.now();
  if (definition.bill && limitOf(run) !== undefined) {
    // A policy may have changed the inputs since their check, or this run has none.
    await definition.bill(call, inputs, undefined);
    await reserve(call);
  }
  const recordedNow = () => ({ account, claim, createdAt: Math.ceil(run.clock.now()) });
  try {
    const { id, outputs, accepted, pendingTagId } = await definition.create(call, inputs);
    run.known.claim(id, claim);
    run.program.recordCreated(context.urn);
    lastLine(definition, call, accepted ? 'accepted' : 'ready', startedAt);
    billCreated(call, inputs, outputs);
    return {
      id,
      outputs: { ...inputs, ...outputs },
      recorded: { ...recordedNow(), accepted, pendingTagId, orderTag: run.posts.tagOf(id) },
    };
  } catch (error) {
    const mayExist =
      error instanceof PartialCreate || (error instanceof CloudComputeError && error.mayHaveArrived);
    if (!mayExist) release(call);
    if (isOverQuota(error)) throw new UserFacingError(overQuota(call, error), { cause: error });
    if (!(error instanceof PartialCreate)) throw error;
    run.program.recordCreated(context.urn);
    const { id, outputs, message } = error as PartialCreate<O>;
    run.known.claim(id, claim);
    billOf(run).incomplete(call.urn);
    const recorded = { ...recordedNow(), orderTag: run.posts.tagOf(id), accepted: true, unfinished: message };
    throw new PartialFailure(id, outputs, recorded, message);
  }
}

/** An adopted object was billed before. */
function billCreated(call: Call, inputs: { adoptId?: unknown }, outputs: object): void {
  const bill = billOf(call.run);
  if (inputs.adoptId !== undefined) bill.exists(call.urn, outputs);
  bill.applied(call.urn, outputs);
}

/**
 * Without a check in this run, the engine creates with the inputs of the last run: it has deleted the resource because of
 * something that it depends on, and `--target` does not name it.
 */
function mustNotNeedDeleted(noun: string, { run, urn }: Call, inputs: object): void {
  if (run.program.has(urn)) return;
  const [property] =
    Object.entries(inputs).find(([, value]) =>
      [value].flat().some((id) => run.known.isDeleted(id as string)),
    ) ?? [];
  if (property === undefined) return;
  throw new UserFacingError(
    `The ${noun} is not created again: its ${property} in state names a resource that this run has replaced, and ` +
      `--target leaves its inputs as they were. Run \`pulumi up\` without --target, or add --target '${urn}'.`,
  );
}

/** The API has one code for everything that it forbids. */
const isOverQuota = (error: unknown): error is ForbiddenError =>
  error instanceof ForbiddenError && /quota|limit/i.test(error.detail ?? '');

/** Programs grow over a quota even if they shrink in the end: what is new comes first. */
function overQuota({ run }: Call, { message }: ForbiddenError): string {
  const names = run.program.notCreated().map(nameIn);
  return (
    `${message} Not created yet: ${listed(names)}. A run creates what is new before it deletes what the program no longer ` +
    "has. To make room, delete that first, with `pulumi destroy --target 'URN'` for each (`pulumi stack --show-urns` lists " +
    'the URNs), or take resources out of the program. Then run `pulumi up` again.'
  );
}
