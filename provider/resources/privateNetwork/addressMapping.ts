import type { Problem } from '../../../core/validation/shape';
import { adopts } from '../../checks/existing';
import { adoptionBySchema, listedInputs } from '../../checks/fromSchema';
import type { PlannedResource } from '../../checks/plan';
import { runChecks } from '../../checks/plan';
import { ALIAS_IF_RENAMED } from '../../checks/renamed';
import { describeResource } from '../../checks/unique';
import { defineResource } from '../../schema/define';
import type { Inputs } from '../../schema/resourceSchema';
import { resourceSchema } from '../../schema/resourceSchema';
import { text } from '../../schema/types';
import { UNKNOWN } from '../../schema/unknown';
import type { Call } from '../../run/call';
import { blocks, overlap } from './addresses';
import { EXPERIMENTAL, networkMembers, sourcePrivateNetworkId } from './networkMembers';

/** The schema of an address mapping. */
export const addressMappingSchema = resourceSchema({
  name: 'AddressMapping',
  provider: 'addressMapping',
  createdBy: 'createAddressMapping',
  noun: 'address mapping',
  doc: `Maps a block of addresses of one private network to a block of another one. ${EXPERIMENTAL}`,
  deleteFirst: true,
  inputs: {
    service: {
      type: text(),
      doc: 'The service that the mapping is for.',
      onChange: 'replace',
      required: true,
      example: '"storage"',
      api: 'service',
    },
    locationCode: {
      type: text(),
      doc: 'Location of the mapping, e.g. `FIN-01`.',
      onChange: 'replace',
      required: true,
      example: '"FIN-01"',
      api: { read: 'location', write: 'location_code' },
      listedIn: 'locations',
    },
    sourcePrivateNetworkId,
    sourceCidr: {
      type: text(),
      doc: 'Block of addresses of that network, e.g. `10.0.8.0/24`. One service maps an address once in a location.',
      onChange: 'replace',
      required: true,
      example: '"10.0.8.0/24"',
      api: 'source_cidr',
    },
    targetPrivateNetworkId: {
      type: text(),
      doc: 'Id of the private network that the block is mapped to, with the prefix `pn_`.',
      onChange: 'replace',
      required: true,
      example: '"pn_…"',
      api: 'target_private_network_id',
      listedIn: 'privateNetworks',
    },
    targetCidr: {
      type: text(),
      doc: 'Block of addresses of the other network, e.g. `10.16.8.0/24`.',
      onChange: 'replace',
      required: true,
      example: '"10.16.8.0/24"',
      api: 'target_cidr',
    },
    adoptId: {
      type: text(),
      doc: 'Id of an existing mapping to adopt instead of creating one.',
      onChange: 'creation only',
      api: { none: 'It replaces the create request.' },
    },
  },
  outputs: { createdAt: { type: text(), doc: 'When it was created, ISO 8601.' } },
});

export type AddressMappingInputs = Inputs<typeof addressMappingSchema>;

const { collection, verbs } = networkMembers(
  'address mappings',
  (networks) => networks.addressMappings,
  (mapping, { service, location_code, source_cidr }) =>
    mapping.service === service &&
    mapping.location === location_code &&
    overlap(mapping.source_cidr, source_cidr),
);

/** The API cannot change a mapping (Private network and subnet). */
export const addressMapping = defineResource(addressMappingSchema, {
  ...verbs(addressMappingSchema),
  check: checkAddressMapping,
});

function checkAddressMapping(
  call: Call,
  inputs: Partial<AddressMappingInputs>,
  olds: Partial<AddressMappingInputs> | undefined,
): Promise<Problem[]> {
  return runChecks(call, inputs, olds, (plan) => [
    listedInputs(plan, addressMappingSchema),
    blocks(plan.changed('sourceCidr', 'targetCidr')),
    checkMappedOnce(plan),
    adoptionBySchema(plan, addressMappingSchema, collection(call.run)),
  ]);
}

/** What a mapping maps, and where; undefined while that is not known. In one domain, no two blocks may overlap. */
function mappedBlock(inputs: Partial<AddressMappingInputs>): { domain: string; cidr: string } | undefined {
  const { service, locationCode, sourcePrivateNetworkId: network, sourceCidr: cidr } = inputs;
  const parts = [service, locationCode, network, cidr];
  if (parts.some((part) => typeof part !== 'string' || part === UNKNOWN) || cidr === undefined)
    return undefined;
  return { domain: [network, locationCode, service].join(' '), cidr };
}

/** Checks that one service maps an address once. A mapping of the cloud may go in this run, so it is only a warning. */
async function checkMappedOnce(plan: PlannedResource<AddressMappingInputs>): Promise<Problem[]> {
  const [service, location, network, cidr] = (
    ['service', 'locationCode', 'sourcePrivateNetworkId', 'sourceCidr'] as const
  ).map((path) => plan.text(path));
  if (service === undefined || location === undefined || network === undefined || cidr === undefined)
    return [];
  const because = 'a service maps an address only once in a location: choose another block';
  const { urn, run } = plan.call;
  for (const [another, { inputs }] of run.program.ofType('AddressMapping')) {
    if (another === urn) break;
    const block = mappedBlock(inputs);
    if (block?.domain !== mappedBlock(plan.inputs)?.domain || !block || !overlap(block.cidr, cidr)) continue;
    const reason = `overlaps ${block.cidr} of ${describeResource(another)}: ${because}`;
    return [{ path: 'sourceCidr', reason }];
  }
  if (!plan.isNew || plan.replaced || adopts(plan)) return [];
  const mappings = await plan.catalogue.ask(plan.call, 'address mappings', () =>
    collection(plan.call.run).list(),
  );
  const taken = mappings?.find(
    (one) =>
      one.source_private_network_id === network &&
      one.service === service &&
      one.location === location &&
      overlap(one.source_cidr, cidr),
  );
  if (taken)
    plan.warn({
      path: 'sourceCidr',
      reason: `overlaps ${taken.source_cidr} of the address mapping ${taken.id}: ${because}, or adopt it with adoptId. ${ALIAS_IF_RENAMED}`,
    });
  return [];
}
