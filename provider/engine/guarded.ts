// Guards every kind of resource against a swap of accounts: what was made in another one never counts as gone, and
// nothing is created or replaced before the user has said whose account it is.
import type { Call } from '../session/call';
import type { Bookkeeping, ResourceDefinition, State } from '../schema/define';
import { PartialCreate } from '../schema/define';

/** The same kind of resource, which keeps in its outputs whose account it is in, and heeds it. */
export function guarded<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
): ResourceDefinition<I, O> {
  const { noun } = definition;
  type S = State<I, O>;

  /** What is not found in this account, and was made in another one, is there still. */
  const mustBeReached = async (call: Call, id: string, state: S): Promise<void> => {
    const { account } = call.session;
    if (!account.isOther(call, state.__account)) return;
    const isReached = definition.isReached
      ? await definition.isReached(call, state)
      : (await definition.read(call, id, state)) !== undefined;
    if (!isReached) throw account.notFound(noun, id);
    account.reach(state.__account);
  };

  const mustNotBeReplaced = async (call: Call, id: string, state: S): Promise<void> => {
    const { account } = call.session;
    if (!account.isOther(call, state.__account)) return;
    await mustBeReached(call, id, state);
    throw account.notReplaced(noun, id);
  };

  return {
    ...definition,

    async check(call, inputs, olds) {
      const problems = (await definition.check?.(call, inputs, olds)) ?? [];
      const reason = olds ? undefined : call.session.account.whyNothingIsCreated();
      return reason === undefined ? problems : [{ path: '', reason }, ...problems];
    },

    isOutdated: (call, state) =>
      call.session.account.isToBeRenewed(state.__account) || definition.isOutdated?.(call, state) === true,

    async stale(call, id, state) {
      call.session.account.isOther(call, state.__account);
      const reason = await definition.stale?.(call, id, state);
      if (reason !== undefined) await mustNotBeReplaced(call, id, state);
      return reason;
    },

    async consequences(call, id, state, news, change) {
      if (change.replaced) await mustNotBeReplaced(call, id, state);
      return (await definition.consequences?.(call, id, state, news, change)) ?? [];
    },

    async create(call, inputs) {
      const { account } = call.session;
      account.mayCreate();
      const noted: Bookkeeping = { __account: account.hash };
      try {
        const created = await definition.create(call, inputs);
        return { ...created, outputs: { ...created.outputs, ...noted } };
      } catch (error) {
        if (!(error instanceof PartialCreate)) throw error;
        const { id, outputs, message } = error as PartialCreate<O>;
        throw new PartialCreate(id, { ...outputs, ...noted }, message, { cause: error });
      }
    },

    async read(call, id, state) {
      const { account } = call.session;
      const isOther = account.isOther(call, state.__account);
      const found = await definition.read(call, id, state);
      if (!found && isOther) throw account.notFound(noun, id);
      return found && { ...found, outputs: { ...found.outputs, ...renewed(call, state) } };
    },

    async update(call, id, state, inputs, reached) {
      await mustBeReached(call, id, state);
      const updated = await definition.update(call, id, state, inputs, reached);
      return { ...updated, outputs: { ...updated.outputs, ...renewed(call, state) } };
    },

    async delete(call, id, state) {
      await mustBeReached(call, id, state);
      await definition.delete?.(call, id, state);
    },
  };
}

const renewed = ({ session }: Call, { __account: recorded }: Bookkeeping): Bookkeeping => ({
  __account: session.account.hashAfter(recorded),
});
