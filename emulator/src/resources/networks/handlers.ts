import type {
  AddressMapping as MappingBody,
  EndpointBinding as BindingBody,
  PrivateNetwork as NetworkBody,
  Subnet as SubnetBody,
} from '#contract';
import { placeFor } from '../../model/catalogue';
import { formatCidr } from './cidr';
import { statusOf } from '../../model/time/timelines';
import { present, timestamp } from '../shared/fields';
import type { Machine } from '../machines/machines';
import type { AddressMapping, EndpointBinding, NetworkLinks } from './links';
import type { PrivateNetwork, Subnet } from './network';
import type { PrivateNetworks } from './privateNetworks';
import type { Handlers } from '../../contract/handlers';

const networkBody = (network: PrivateNetwork): NetworkBody => ({
  id: network.id,
  name: network.name,
  mode: network.mode,
  is_default: network.isDefault,
  created_by_user_id: network.createdByUserId,
  created_at: timestamp(network.createdAt),
});

const routeBody = (instance: Machine): NonNullable<SubnetBody['default_route_instance']> => ({
  id: instance.id,
  hostname: instance.hostname,
  private_ip: instance.privateIp,
  public_ip: instance.ip,
  status: statusOf(instance),
});

function subnetBody(privateNetworks: PrivateNetworks, subnet: Subnet): SubnetBody {
  const { code, name, countryCode } = placeFor('location', subnet.location);
  const { total, used } = privateNetworks.addressCounts(subnet);
  const route = privateNetworks.defaultRouteOf(subnet);
  return {
    id: subnet.id,
    location: { code, name, country_code: countryCode },
    name: subnet.name,
    cidr: formatCidr(subnet.cidr),
    is_default: subnet.isDefault,
    used_ip_count: used,
    total_ip_count: total,
    default_route_instance: route === undefined ? null : routeBody(route),
    created_by_user_id: subnet.createdByUserId,
    created_at: timestamp(subnet.createdAt),
  };
}

const mappingBody = (mapping: AddressMapping): MappingBody => ({
  id: mapping.id,
  service: mapping.service,
  location: mapping.location,
  source_private_network_id: mapping.sourceNetworkId,
  source_cidr: formatCidr(mapping.sourceCidr),
  target_private_network_id: mapping.targetNetworkId,
  target_cidr: formatCidr(mapping.targetCidr),
  created_at: timestamp(mapping.createdAt),
});

const bindingBody = (binding: EndpointBinding): BindingBody => ({
  id: binding.id,
  endpoint_id: binding.endpointId,
  service: binding.service,
  source_private_network_id: binding.sourceNetworkId,
  endpoint_ip: binding.endpointIp,
  target_kind: binding.targetKind,
  target_workload_id: binding.targetId,
  target_private_network_id: binding.targetNetworkId,
  target_overlay_ip: binding.targetAddress,
  location: binding.location,
  created_at: timestamp(binding.createdAt),
});

type Networks = 'listPrivateNetworks' | 'createPrivateNetwork' | 'getPrivateNetwork' | 'deletePrivateNetwork';
type Subnets = 'listSubnets' | 'createSubnet' | 'getSubnet' | 'deleteSubnet';
type Mappings = 'listAddressMappings' | 'createAddressMapping' | 'getAddressMapping' | 'deleteAddressMapping';
type Bindings =
  'listEndpointBindings' | 'createEndpointBinding' | 'getEndpointBinding' | 'deleteEndpointBinding';

const networkHandlers = (privateNetworks: PrivateNetworks): Handlers<Networks> => ({
  listPrivateNetworks: ({ caller }) => ({
    status: 200,
    body: privateNetworks.list(caller).map(networkBody),
  }),
  createPrivateNetwork({ caller, body }) {
    const wanted = { name: body.name, mode: present(body.mode) };
    return { status: 201, body: networkBody(privateNetworks.create(caller, wanted)) };
  },
  getPrivateNetwork: ({ caller, path }) => ({
    status: 200,
    body: networkBody(privateNetworks.get(caller, path.private_network_id)),
  }),
  deletePrivateNetwork({ caller, path }) {
    privateNetworks.delete(caller, path.private_network_id);
    return { status: 204 };
  },
});

const subnetHandlers = (privateNetworks: PrivateNetworks): Handlers<Subnets> => ({
  listSubnets: ({ caller, path }) => ({
    status: 200,
    body: privateNetworks
      .listSubnets(caller, path.private_network_id)
      .map((subnet) => subnetBody(privateNetworks, subnet)),
  }),
  createSubnet({ caller, path, body }) {
    const wanted = {
      name: body.name,
      locationCode: body.location_code,
      cidr: body.cidr,
      defaultRouteInstanceId: present(body.default_route_instance_id),
    };
    const subnet = privateNetworks.createSubnet(caller, path.private_network_id, wanted);
    return { status: 201, body: subnetBody(privateNetworks, subnet) };
  },
  getSubnet({ caller, path }) {
    const subnet = privateNetworks.getSubnet(caller, path.private_network_id, path.subnet_id);
    return { status: 200, body: subnetBody(privateNetworks, subnet) };
  },
  deleteSubnet({ caller, path }) {
    privateNetworks.deleteSubnet(caller, path.private_network_id, path.subnet_id);
    return { status: 204 };
  },
});

const mappingHandlers = (links: NetworkLinks): Handlers<Mappings> => ({
  listAddressMappings: ({ caller, path }) => ({
    status: 200,
    body: links.listMappings(caller, path.private_network_id).map(mappingBody),
  }),
  createAddressMapping({ caller, path, body }) {
    const mapping = links.createMapping(caller, path.private_network_id, {
      service: body.service,
      locationCode: body.location_code,
      sourceNetworkId: present(body.source_private_network_id),
      sourceCidr: body.source_cidr,
      targetNetworkId: body.target_private_network_id,
      targetCidr: body.target_cidr,
    });
    return { status: 201, body: mappingBody(mapping) };
  },
  getAddressMapping({ caller, path }) {
    const { private_network_id: networkId, address_mapping_id: id } = path;
    return { status: 200, body: mappingBody(links.getMapping(caller, networkId, id)) };
  },
  deleteAddressMapping({ caller, path }) {
    links.deleteMapping(caller, path.private_network_id, path.address_mapping_id);
    return { status: 204 };
  },
});

const bindingHandlers = (links: NetworkLinks): Handlers<Bindings> => ({
  listEndpointBindings: ({ caller, path }) => ({
    status: 200,
    body: links.listBindings(caller, path.private_network_id).map(bindingBody),
  }),
  createEndpointBinding({ caller, path, body }) {
    const binding = links.createBinding(caller, path.private_network_id, {
      service: body.service,
      sourceNetworkId: present(body.source_private_network_id),
      endpointIp: body.endpoint_ip,
      targetId: body.target_workload_id,
    });
    return { status: 201, body: bindingBody(binding) };
  },
  getEndpointBinding({ caller, path }) {
    const { private_network_id: networkId, endpoint_binding_id: id } = path;
    return { status: 200, body: bindingBody(links.getBinding(caller, networkId, id)) };
  },
  deleteEndpointBinding({ caller, path }) {
    links.deleteBinding(caller, path.private_network_id, path.endpoint_binding_id);
    return { status: 204 };
  },
});

export const privateNetworkHandlers = (
  privateNetworks: PrivateNetworks,
  links: NetworkLinks,
): Handlers<Networks | Subnets | Mappings | Bindings> => ({
  ...networkHandlers(privateNetworks),
  ...subnetHandlers(privateNetworks),
  ...mappingHandlers(links),
  ...bindingHandlers(links),
});
