// The common parts of address mappings and endpoint bindings: each is a member of one private network, and
// the API cannot change it.
import type { CloudComputeClient } from '../../../api';
import type { NetworkMembersApi, PrivateNetworksApi } from '../../../api/services/privateNetworks';
import { ConflictError } from '../../../api/errors';
import { membersOfNetworks } from '../../../core/orphans/unbilled';
import { unlessGone } from '../../../core/statuses';
import { immutableResource } from '../../lifecycle/unbilled/immutableResource';
import type { Collection } from '../../polling/collection';
import type { Behaviour } from '../../schema/define';
import { requestFrom } from '../../schema/derived/mapping';
import type { ResourceSchema } from '../../schema/resourceSchema';
import { text } from '../../schema/types';
import { UserFacingError } from '../../run/errors';
import type { SharedRead, Run } from '../../run/run';

/** For the documentation of the classes. */
export const EXPERIMENTAL =
  'Experimental: the specification of the API names neither its paths nor its required fields, and the API of an ' +
  'account may not offer it.';

/** The network that a member belongs to. */
export const sourcePrivateNetworkId = {
  type: text(),
  doc: 'Id of the private network that it belongs to, with the prefix `pn_`.',
  onChange: 'replace',
  required: true,
  example: '"pn_…"',
  api: 'source_private_network_id',
  listedIn: 'privateNetworks',
} as const;

/** The common parts of the resources of one kind. */
interface NetworkMembers<T> {
  /** The members of all networks of the project, because an id does not name its network. */
  readonly collection: (run: Run) => Collection<T>;
  /** The verbs of one member. */
  readonly verbs: <S extends ResourceSchema>(schema: S) => Omit<Behaviour<S>, 'check'>;
}

/**
 * @param name the noun for them in messages, e.g. `address mappings`.
 * @param hasPlace whether a member has the address that these inputs order.
 */
export function networkMembers<T extends { id: string }, CreateRequest>(
  name: string,
  service: (networks: PrivateNetworksApi) => NetworkMembersApi<T, CreateRequest>,
  hasPlace: (member: T, ordered: CreateRequest) => boolean,
): NetworkMembers<T> {
  const collection = (run: Run): Collection<T> =>
    run.once(`members of ${name}`, () => {
      const list = (client: CloudComputeClient, options: SharedRead): Promise<T[]> =>
        membersOfNetworks(client, service, options);
      return run.collection<T>(name, {
        list,
        get: async (client, id, options) => (await list(client, options)).find((member) => member.id === id),
      });
    });
  return {
    collection,
    verbs: <S extends ResourceSchema>(schema: S) =>
      immutableResource<S, T>(schema, {
        collection,
        async post({ run, requests }, inputs) {
          const body = requestFrom(schema, inputs) as CreateRequest;
          const members = service(run.client.privateNetworks);
          try {
            return (await members.create(networkOf(inputs), body, requests)).id;
          } catch (error) {
            if (!(error instanceof ConflictError)) throw error;
            // If the list fails, the first error says more.
            const listed = await members.list(networkOf(inputs), requests).catch(() => []);
            const taken = listed.find((member) => hasPlace(member, body));
            if (!taken) throw error;
            throw new UserFacingError(
              `${error.message} The ${schema.noun} ${taken.id} has it; an interrupted run may have left that. ` +
                `Adopt it with adoptId: "${taken.id}" if it is as the program declares it, or delete it in the console.`,
              { cause: error },
            );
          }
        },
        async remove({ run, requests }, id, state) {
          await unlessGone(service(run.client.privateNetworks).delete(networkOf(state), id, requests));
          collection(run).invalidate();
        },
      }),
  };
}

const networkOf = (inputs: object): string =>
  (inputs as { readonly sourcePrivateNetworkId: string }).sourcePrivateNetworkId;
