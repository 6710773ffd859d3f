// The verbs of a resource, independent of the engine's protocol.
import type { ResourceDefinition, State } from '../schema/define';
import type { CallContext } from '../run/call';
import { withUserFacingErrors } from '../run/errors';
import type { Run } from '../run/run';
import type { Checked } from './verbs/check';
import { check } from './verbs/check';
import type { Created } from './verbs/create';
import { create } from './verbs/create';
import type { ResourceDiff } from './verbs/diff';
import { diff } from './verbs/diff';
import type { Read } from './verbs/read';
import { read } from './verbs/read';
import { remove } from './verbs/remove';
import type { Updated } from './verbs/update';
import { update } from './verbs/update';

/** The verbs of one kind of resource. Every error that they throw is a `UserFacingError`. */
export interface ResourceVerbs<I, O> {
  check(run: Run, context: CallContext, olds: Partial<I> | undefined, news: Partial<I>): Promise<Checked<I>>;
  diff(run: Run, context: CallContext, id: string, state: State<I, O>, inputs: I): Promise<ResourceDiff>;
  create(run: Run, context: CallContext, inputs: I): Promise<Created<I, O>>;
  read(run: Run, context: CallContext, id: string, state: State<I, O>): Promise<Read<I, O> | undefined>;
  update(run: Run, context: CallContext, id: string, state: State<I, O>, inputs: I): Promise<Updated<I, O>>;
  delete(run: Run, context: CallContext, id: string, state: State<I, O>): Promise<void>;
}

export function verbsOf<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
): ResourceVerbs<I, O> {
  const { noun } = definition;
  return {
    check: (run, ...args) => withUserFacingErrors(noun, 'check', () => check(run, definition, ...args)),
    diff: (run, ...args) => withUserFacingErrors(noun, 'diff', () => diff(run, definition, ...args)),
    create: (run, ...args) => withUserFacingErrors(noun, 'create', () => create(run, definition, ...args)),
    read: (run, ...args) => withUserFacingErrors(noun, 'read', () => read(run, definition, ...args)),
    update: (run, ...args) => withUserFacingErrors(noun, 'update', () => update(run, definition, ...args)),
    delete: (run, ...args) => withUserFacingErrors(noun, 'delete', () => remove(run, definition, ...args)),
  };
}
