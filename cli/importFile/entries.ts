// The resources of a project that can be imported into a stack, and why others are left out.
import type { CloudComputeClient } from '../../api/client';
import { ForbiddenError, NotFoundError } from '../../api/errors';
import type { Thing } from '../../core/orphans/billed';
import { listBilled } from '../../core/orphans/billed';
import { orphansIn } from '../../core/orphans/orphans';
import { isFailedDeployment, isGoing } from '../../core/statuses';
import { pluginToken } from '../../core/urn';
import type { LeftOut } from '../leftOut';
import type { IdsInState } from '../orphans/state';

/** A resource in Pulumi's import file. */
export interface Entry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
}

/** Something in the project. */
interface Candidate {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  /** Why it cannot or need not be imported. */
  readonly whyNot?: string | undefined;
}

/**
 * Sorts everything in the project: resources to import, and resources that are left out.
 *
 * @param state its resources are left out.
 */
export async function entriesOf(
  client: CloudComputeClient,
  state: IdsInState | undefined,
): Promise<{ readonly entries: Entry[]; readonly leftOut: LeftOut[] }> {
  const candidates = (await candidatesOf(client)).map((one) => ({
    ...one,
    whyNot: state?.held.has(one.id) ? `it is in the state, in ${state.held.get(one.id) ?? ''}` : one.whyNot,
  }));
  const imported = candidates.filter(({ whyNot }) => whyNot === undefined);
  const leftOut = candidates.flatMap(({ kind, name, id, whyNot }) =>
    whyNot === undefined ? [] : [{ what: `${kind} ${name} (${id})`, why: whyNot }],
  );
  return { entries: named(imported), leftOut };
}

/** Gives each resource a name that is unique in its kind. The oldest keeps its own, so names stay the same later. */
function named(candidates: readonly Candidate[]): Entry[] {
  const taken = new Set<string>();
  return [...candidates]
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0))
    .map(({ kind, name, id }) => {
      const plain = name.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-+|-+$/g, '') || kind.toLowerCase();
      let free = plain;
      for (let number = 2; taken.has(`${kind} ${free}`); number += 1) free = `${plain}-${String(number)}`;
      taken.add(`${kind} ${free}`);
      return { type: pluginToken(kind), name: free, id };
    });
}

async function candidatesOf(client: CloudComputeClient): Promise<Candidate[]> {
  const [things, keys, scripts, groups, members] = await Promise.all([
    listBilled(client),
    client.sshKeys.list(),
    client.scripts.list(),
    client.instanceGroups.list(),
    networkMembersOf(client),
  ]);
  const whyNot = refusals(things);
  const others = (
    kind: string,
    objects: readonly { readonly id: string; readonly name: string; readonly created_at?: string }[],
  ) => objects.map(({ id, name, created_at: createdAt = '' }): Candidate => ({ kind, id, name, createdAt }));
  return [
    ...others('SshKey', keys),
    ...others('StartupScript', scripts),
    ...others(
      'InstanceGroup',
      groups.filter(({ deleted_at: deletedAt }) => !deletedAt),
    ),
    ...things
      .filter(({ object }) => !isGoing(object))
      .map(({ collection, object }) => ({
        kind: classOf(collection),
        id: object.id,
        name: 'hostname' in object ? object.hostname : object.name,
        createdAt: object.created_at,
        whyNot: whyNot(object),
      })),
    ...members,
  ];
}

/** The class of the resources of a collection: `Volume` of `volumes`. */
const classOf = (collection: string): string =>
  `${collection.charAt(0).toUpperCase()}${collection.slice(1, -1)}`;

/** Why something billed cannot be imported, as a function of the thing. */
function refusals(
  things: readonly Thing[],
): (object: { readonly id: string; readonly status: string }) => string | undefined {
  const orphans = orphansIn(things);
  const pending = new Set(orphans.map(({ object }) => object.id));
  const withMachines = new Set(orphans.flatMap(({ volumeIds }) => volumeIds));
  const shared = new Map(
    things.flatMap(({ collection, object }) =>
      collection === 'clusters' ? object.shared_volumes.map(({ id }) => [id, object.hostname] as const) : [],
    ),
  );
  return (object) => {
    if (pending.has(object.id))
      return 'it has a pending tag: a run of a stack has ordered it. Run `pulumi up` on that stack first';
    if (withMachines.has(object.id))
      return 'its machine has a pending tag: a run of a stack has ordered both. Run `pulumi up` on that stack first';
    if (isFailedDeployment(object)) return 'its deployment has failed. Delete it in the console';
    if ('is_os_volume' in object && object.is_os_volume === true && object.status !== 'detached')
      return 'it is the operating-system volume of a machine, and belongs to that machine';
    return shared.has(object.id) ? `it belongs to the cluster ${shared.get(object.id) ?? ''}` : undefined;
  };
}

/** The address mappings and endpoint bindings; none if the account does not offer private networks. */
async function networkMembersOf({ privateNetworks }: CloudComputeClient): Promise<Candidate[]> {
  try {
    const networks = await privateNetworks.list();
    const lists = networks.map(async ({ id, name }) => {
      const [mappings, bindings] = await Promise.all([
        privateNetworks.addressMappings.list(id),
        privateNetworks.endpointBindings.list(id),
      ]);
      const candidate = (kind: string, member: { id: string; created_at: string }): Candidate => ({
        kind,
        id: member.id,
        name,
        createdAt: member.created_at,
      });
      return [
        ...mappings.map((one) => candidate('AddressMapping', one)),
        ...bindings.map((one) => candidate('EndpointBinding', one)),
      ];
    });
    return (await Promise.all(lists)).flat();
  } catch (error) {
    if (error instanceof ForbiddenError || error instanceof NotFoundError) return [];
    throw error;
  }
}
