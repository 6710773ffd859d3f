import type { PrivateNetwork } from '#contract';
import type { Emulator } from 'cloud-compute-emulator';
import { Contract } from '../../../tools/src/contract/document';
import type { Operation } from '../../../tools/src/contract/document';
import { bodyExamples } from '../../../tools/src/contract/examples';
import { disk, machine } from '../support/caller';
import type { Caller, Reply } from '../support/caller';
import { withIds } from './requests';
import type { Draft, Known } from './requests';

const contract = Contract.read();
/** Their examples name other objects, or are not of JSON; or the operation creates nothing new. */
const otherPosts = [
  ...['createToken', 'createSshKey', 'createSshKeyDeprecated', 'deployInstance', 'deployCluster'],
  ...['createInstanceGroup', 'performInstanceActionDeprecated'],
];
/** The operations whose example creates a resource that needs no other one. */
const createsByExample = contract.operations.filter(
  ({ id, method, path }) => method === 'POST' && !path.includes('{') && !otherPosts.includes(id),
);

/** The only status by which the contract says that an operation has succeeded. */
function successOf(operation: Operation): number {
  const [status, ...others] = [200, 201, 202, 204].filter((one) => contract.response(operation, one));
  if (status === undefined || others.length > 0)
    throw new Error(`${operation.id} does not have one status of success in the contract.`);
  return status;
}

/** Creates a resource of every kind in the caller's project, with this name, so that requests find one. */
export async function createEveryKind(emulator: Emulator, caller: Caller, name: string): Promise<void> {
  const tags = [{ key: 'team', value: name }];
  const key = await caller.post<string>('/v1/ssh-keys', { name, key: `ssh-ed25519 ${name}` });
  const trainer = machine({ hostname: name, ssh_key_ids: key.body, tags });
  const instance = await caller.post<string>('/v1/instances', trainer);
  const { body: networks } = await caller.get<PrivateNetwork[]>('/v1/private-networks');
  const network = networks[0]?.id ?? '';
  const inNetwork = (what: string, body: object) =>
    caller.post(`/v1/private-networks/${network}/${what}`, body);
  const made: [what: string, expected: number, reply: Reply][] = [
    ['SSH key', 201, key],
    ['instance', 202, instance],
    ['spot instance', 202, await caller.post('/v1/instances', machine({ hostname: name, contract: 'SPOT' }))],
    ['shared volume', 202, await caller.post('/v1/volumes', disk({ name, type: 'NVMe_Shared', tags }))],
    [
      'group',
      201,
      await caller.post('/v1/instance-groups', {
        ...{ name, location_code: 'FIN-01', instance_type: 'CPU.4V.16G' },
        template: { image: 'ubuntu-24.04' },
      }),
    ],
    [
      'cluster',
      202,
      await caller.post('/v1/clusters', {
        ...{ cluster_type: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', hostname: name },
        ...{ description: '', ssh_key_ids: [], location_code: 'FIN-01', tags },
      }),
    ],
    ['subnet', 201, await inNetwork('subnets', { name, location_code: 'FIN-01', cidr: '192.168.7.0/24' })],
    [
      'address mapping',
      201,
      await inNetwork('address-mappings', {
        ...{ service: name, location_code: 'FIN-01', source_cidr: '10.0.0.0/24' },
        ...{ target_private_network_id: network, target_cidr: '10.0.1.0/24' },
      }),
    ],
    [
      'endpoint binding',
      201,
      await inNetwork('endpoint-bindings', {
        ...{ service: name, endpoint_ip: '10.0.15.9', target_workload_id: instance.body },
      }),
    ],
  ];
  for (const operation of createsByExample) {
    const [example] = bodyExamples(contract, operation);
    const reply = await caller.post(operation.path, { ...(example?.value as object), name });
    made.push([operation.id, successOf(operation), reply]);
  }
  expect(made.map(([what, , { status }]) => [what, status])).toEqual(
    made.map(([what, expected]) => [what, expected]),
  );
  emulator.clock.advance(600_000);
}

/** The current ids of all projects. */
export function knownIn(emulator: Emulator): Known {
  const { tables } = emulator.control.state();
  const ids = Object.entries(tables).map(([name, entities]) => [name, entities.map(({ id }) => id)]);
  const tags = Object.values(tables)
    .flat()
    .flatMap((entity) => ('tags' in entity ? (entity.tags as { id: string }[]) : []));
  return { ...(Object.fromEntries(ids) as Known), tags: tags.map(({ id }) => id) };
}

/** A request that can be sent. */
export interface Sendable {
  method: string;
  /** With its query. */
  path: string;
  /** JSON; undefined without a body. */
  body: string | undefined;
}

/** The request of a draft, with real ids. */
export function sendable(operation: Operation, draft: Draft, known: Known): Sendable {
  const { path, query, body } = withIds({ path: draft.path, query: draft.query, body: draft.body }, known);
  const route = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name]).replace(/^\.+$/, 'dots')),
  );
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one: unknown): [string, string] => [
        name,
        typeof one === 'string' ? one : JSON.stringify(one),
      ]),
    ),
  );
  return {
    method: operation.method,
    path: parameters.size === 0 ? route : `${route}?${parameters.toString()}`,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
