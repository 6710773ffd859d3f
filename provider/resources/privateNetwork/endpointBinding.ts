import type { Problem } from '../../../core/validation/shape';
import { quoted } from '../../../core/validation/suggestion';
import { nameAndId } from '../../checks/messages';
import { adopts, found } from '../../checks/existing';
import { adoptionBySchema, listedInputs } from '../../checks/fromSchema';
import type { PlannedResource } from '../../checks/plan';
import { runChecks } from '../../checks/plan';
import { ALIAS_IF_RENAMED } from '../../checks/renamed';
import { use, usedByOthers } from '../../checks/unique';
import type { Use } from '../../run/program';
import { defineResource } from '../../schema/define';
import type { Inputs } from '../../schema/resourceSchema';
import { resourceSchema } from '../../schema/resourceSchema';
import { text } from '../../schema/types';
import type { Call } from '../../run/call';
import { addresses, isReserved, isWithin } from './addresses';
import { EXPERIMENTAL, networkMembers, sourcePrivateNetworkId } from './networkMembers';

/** The schema of an endpoint binding. */
export const endpointBindingSchema = resourceSchema({
  name: 'EndpointBinding',
  provider: 'endpointBinding',
  createdBy: 'createEndpointBinding',
  noun: 'endpoint binding',
  doc: `Makes a service of an instance or a cluster available at an address of a private network. ${EXPERIMENTAL}`,
  deleteFirst: true,
  inputs: {
    service: {
      type: text(),
      doc: 'The service that is made available.',
      onChange: 'replace',
      required: true,
      example: '"inference"',
      api: 'service',
    },
    sourcePrivateNetworkId,
    endpointIp: {
      type: text(),
      doc: 'Address of that network at which the service is available: a free one of a subnet.',
      onChange: 'replace',
      required: true,
      example: '"10.0.200.10"',
      api: 'endpoint_ip',
    },
    targetWorkloadId: {
      type: text(),
      doc: 'Id of the instance or cluster that runs the service.',
      onChange: 'replace',
      required: true,
      example: 'server.id',
      idOf: ['Instance', 'Cluster'],
      api: 'target_workload_id',
    },
    adoptId: {
      type: text(),
      doc: 'Id of an existing binding to adopt instead of creating one.',
      onChange: 'creation only',
      api: { none: 'It replaces the create request.' },
    },
  },
  outputs: {
    endpointId: { type: text(), doc: 'Id of the endpoint, with the prefix `ep_`.' },
    targetKind: { type: text(), doc: 'Kind of the target, e.g. `instance`.' },
    targetPrivateNetworkId: { type: text(), doc: 'Id of the private network of the target.' },
    targetOverlayIp: { type: text(), doc: 'Address of the target in its private network.' },
    location: { type: text(), doc: 'Location of the target, e.g. `FIN-01`.' },
    createdAt: { type: text(), doc: 'When it was created, ISO 8601.' },
  },
});

export type EndpointBindingInputs = Inputs<typeof endpointBindingSchema>;

const { collection, verbs } = networkMembers(
  'endpoint bindings',
  (networks) => networks.endpointBindings,
  (binding, { endpoint_ip }) => binding.endpoint_ip === endpoint_ip,
);

/** The API cannot change a binding (Private network and subnet). */
export const endpointBinding = defineResource(endpointBindingSchema, {
  ...verbs(endpointBindingSchema),
  uses: usesOfBinding,
  check: checkEndpointBinding,
});

function checkEndpointBinding(
  call: Call,
  inputs: Partial<EndpointBindingInputs>,
  olds: Partial<EndpointBindingInputs> | undefined,
): Promise<Problem[]> {
  return runChecks(call, inputs, olds, (plan) => [
    listedInputs(plan, endpointBindingSchema),
    addresses(plan.changed('endpointIp')),
    checkBoundOnce(plan),
    warnIfBound(plan),
    checkInSubnet(plan),
    checkTarget(plan),
    adoptionBySchema(plan, endpointBindingSchema, collection(call.run)),
  ]);
}

/** An address of a network is bound only once. */
function usesOfBinding({
  sourcePrivateNetworkId: network,
  endpointIp: address,
}: Partial<EndpointBindingInputs>): Use[] {
  const isKnown = [network, address].every((value) => use('', '', value).length > 0);
  return isKnown ? use('endpoint', 'endpointIp', `${network ?? ''} ${address ?? ''}`) : [];
}

const checkBoundOnce = (plan: PlannedResource<EndpointBindingInputs>): Problem[] =>
  usedByOthers(plan, 'endpoint', usesOfBinding(plan.inputs), 'an address of a network is bound only once');

/** The binding that has the address may be deleted in time, so this is only a warning. */
async function warnIfBound(plan: PlannedResource<EndpointBindingInputs>): Promise<Problem[]> {
  const [network, address] = [plan.text('sourcePrivateNetworkId'), plan.text('endpointIp')];
  if (!plan.isNew || plan.replaced || adopts(plan) || network === undefined) return [];
  const bindings = await plan.catalogue.ask(plan.call, 'endpoint bindings', () =>
    collection(plan.call.run).list(),
  );
  const taken = bindings?.find(
    (one) => one.source_private_network_id === network && one.endpoint_ip === address,
  );
  if (taken)
    plan.warn({
      path: 'endpointIp',
      reason: `is the address of the endpoint binding ${taken.id}: choose another one, or adopt that binding with adoptId. ${ALIAS_IF_RENAMED}`,
    });
  return [];
}

/**
 * Checks that the address is not reserved. A subnet may be created between preview and update, and a machine may be
 * deleted, so these are only warnings.
 */
async function checkInSubnet(plan: PlannedResource<EndpointBindingInputs>): Promise<Problem[]> {
  const network = plan.text('sourcePrivateNetworkId');
  const [given] = plan.changed('endpointIp');
  if (network === undefined || !given || adopts(plan) || addresses([given]).length > 0) return [];
  const subnets = await plan.catalogue.ask(plan.call, 'subnets', (client) =>
    client.privateNetworks.subnets.list(network),
  );
  if (!subnets) return [];
  const subnet = subnets.find(({ cidr }) => isWithin(given.value, cidr));
  if (!subnet) {
    const blocks = subnets.map(({ cidr }) => cidr).join(', ') || 'none';
    plan.warn({ path: given.path, reason: `is in no subnet of the network, which has ${blocks}` });
  }
  if (!subnet) return [];
  const machines = await plan.catalogue.ask(plan.call, 'instances', () => plan.call.run.instances.list());
  const holder = machines?.find((machine) => machine.private_ip === given.value);
  if (holder)
    plan.warn({
      path: given.path,
      reason: `is the address of the instance ${nameAndId(holder)}: choose another one`,
    });
  if (!isReserved(given.value, subnet.cidr)) return [];
  return [
    {
      path: given.path,
      reason: `${quoted(given.value)} is reserved in the subnet ${subnet.cidr}, whose first two addresses and last one belong to the network: choose another one`,
    },
  ];
}

/** Checks that the target exists. */
function checkTarget(plan: PlannedResource<EndpointBindingInputs>): Promise<Problem[]> {
  const { instances, clusters } = plan.call.run;
  return found(plan, plan.changed('targetWorkloadId'), 'instance or cluster', {
    read: async (id) => (await instances.read(id)) ?? (await clusters.read(id)),
    get: async (id) => (await instances.get(id)) ?? (await clusters.get(id)),
    list: async () => [...(await instances.list()), ...(await clusters.list())],
  });
}
