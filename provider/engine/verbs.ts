// The verbs of a resource, independent of the engine's protocol.
import type { ResourceDefinition, State } from '../schema/define';
import type { CallContext } from '../session/call';
import { withUserFacingErrors } from '../session/errors';
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
  check(context: CallContext, olds: Partial<I> | undefined, news: Partial<I>): Promise<Checked<I>>;
  diff(context: CallContext, id: string, state: State<I, O>, inputs: I): Promise<ResourceDiff>;
  create(context: CallContext, inputs: I): Promise<Created<I, O>>;
  read(context: CallContext, id: string, state: State<I, O>): Promise<Read<I, O> | undefined>;
  update(context: CallContext, id: string, state: State<I, O>, inputs: I): Promise<Updated<I, O>>;
  delete(context: CallContext, id: string, state: State<I, O>): Promise<void>;
}

export function verbsOf<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
): ResourceVerbs<I, O> {
  const { noun } = definition;
  return {
    check: (...args) => withUserFacingErrors(noun, 'check', () => check(definition, ...args)),
    diff: (...args) => withUserFacingErrors(noun, 'diff', () => diff(definition, ...args)),
    create: (...args) => withUserFacingErrors(noun, 'create', () => create(definition, ...args)),
    read: (...args) => withUserFacingErrors(noun, 'read', () => read(definition, ...args)),
    update: (...args) => withUserFacingErrors(noun, 'update', () => update(definition, ...args)),
    delete: (...args) => withUserFacingErrors(noun, 'delete', () => remove(definition, ...args)),
  };
}
