import type {
  AddressMapping as MappingBody,
  EndpointBinding as BindingBody,
  PrivateNetwork as NetworkBody,
  Subnet as SubnetBody,
} from '#contract';
import { placeFor } from '../model/catalogue';
import { formatCidr } from '../cloud/cidr';
import { statusOf } from '../model/time/timelines';
import { present, timestamp } from '../resources/shared/wording';
import type { Cloud } from '../cloud/cloud';
import type { Instance } from '../cloud/instances';
import type { AddressMapping, EndpointBinding } from '../cloud/networkLinks';
import type { PrivateNetwork, Subnet } from '../cloud/privateNetworks';
import type { Handlers } from '../contract/handlers';

const networkBody = (network: PrivateNetwork): NetworkBody => ({
  id: network.id,
  name: network.name,
  mode: network.mode,
  is_default: network.isDefault,
  created_by_user_id: network.createdByUserId,
  created_at: timestamp(network.createdAt),
});

const routeBody = (instance: Instance): NonNullable<SubnetBody['default_route_instance']> => ({
  id: instance.id,
  hostname: instance.hostname,
  private_ip: instance.privateIp,
  public_ip: instance.ip,
  status: statusOf(instance),
});

function subnetBody(cloud: Cloud, subnet: Subnet): SubnetBody {
  const { code, name, countryCode } = placeFor('location', subnet.location);
  const { total, used } = cloud.privateNetworks.addressCounts(subnet);
  const route = cloud.privateNetworks.defaultRouteOf(subnet);
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

const networks: Handlers<Networks> = {
  listPrivateNetworks: ({ cloud, caller }) => ({
    status: 200,
    body: cloud.privateNetworks.list(caller).map(networkBody),
  }),
  createPrivateNetwork({ cloud, caller, body }) {
    const wanted = { name: body.name, mode: present(body.mode) };
    return { status: 201, body: networkBody(cloud.privateNetworks.create(caller, wanted)) };
  },
  getPrivateNetwork: ({ cloud, caller, path }) => ({
    status: 200,
    body: networkBody(cloud.privateNetworks.get(caller, path.private_network_id)),
  }),
  deletePrivateNetwork({ cloud, caller, path }) {
    cloud.privateNetworks.delete(caller, path.private_network_id);
    return { status: 204 };
  },
};

const subnets: Handlers<Subnets> = {
  listSubnets: ({ cloud, caller, path }) => ({
    status: 200,
    body: cloud.privateNetworks
      .listSubnets(caller, path.private_network_id)
      .map((subnet) => subnetBody(cloud, subnet)),
  }),
  createSubnet({ cloud, caller, path, body }) {
    const wanted = {
      name: body.name,
      locationCode: body.location_code,
      cidr: body.cidr,
      defaultRouteInstanceId: present(body.default_route_instance_id),
    };
    const subnet = cloud.privateNetworks.createSubnet(caller, path.private_network_id, wanted);
    return { status: 201, body: subnetBody(cloud, subnet) };
  },
  getSubnet({ cloud, caller, path }) {
    const subnet = cloud.privateNetworks.getSubnet(caller, path.private_network_id, path.subnet_id);
    return { status: 200, body: subnetBody(cloud, subnet) };
  },
  deleteSubnet({ cloud, caller, path }) {
    cloud.privateNetworks.deleteSubnet(caller, path.private_network_id, path.subnet_id);
    return { status: 204 };
  },
};

const mappings: Handlers<Mappings> = {
  listAddressMappings: ({ cloud, caller, path }) => ({
    status: 200,
    body: cloud.networkLinks.listMappings(caller, path.private_network_id).map(mappingBody),
  }),
  createAddressMapping({ cloud, caller, path, body }) {
    const mapping = cloud.networkLinks.createMapping(caller, path.private_network_id, {
      service: body.service,
      locationCode: body.location_code,
      sourceNetworkId: present(body.source_private_network_id),
      sourceCidr: body.source_cidr,
      targetNetworkId: body.target_private_network_id,
      targetCidr: body.target_cidr,
    });
    return { status: 201, body: mappingBody(mapping) };
  },
  getAddressMapping({ cloud, caller, path }) {
    const { private_network_id: networkId, address_mapping_id: id } = path;
    return { status: 200, body: mappingBody(cloud.networkLinks.getMapping(caller, networkId, id)) };
  },
  deleteAddressMapping({ cloud, caller, path }) {
    cloud.networkLinks.deleteMapping(caller, path.private_network_id, path.address_mapping_id);
    return { status: 204 };
  },
};

const bindings: Handlers<Bindings> = {
  listEndpointBindings: ({ cloud, caller, path }) => ({
    status: 200,
    body: cloud.networkLinks.listBindings(caller, path.private_network_id).map(bindingBody),
  }),
  createEndpointBinding({ cloud, caller, path, body }) {
    const binding = cloud.networkLinks.createBinding(caller, path.private_network_id, {
      service: body.service,
      sourceNetworkId: present(body.source_private_network_id),
      endpointIp: body.endpoint_ip,
      targetId: body.target_workload_id,
    });
    return { status: 201, body: bindingBody(binding) };
  },
  getEndpointBinding({ cloud, caller, path }) {
    const { private_network_id: networkId, endpoint_binding_id: id } = path;
    return { status: 200, body: bindingBody(cloud.networkLinks.getBinding(caller, networkId, id)) };
  },
  deleteEndpointBinding({ cloud, caller, path }) {
    cloud.networkLinks.deleteBinding(caller, path.private_network_id, path.endpoint_binding_id);
    return { status: 204 };
  },
};

export const privateNetworks: Handlers<Networks | Subnets | Mappings | Bindings> = {
  ...networks,
  ...subnets,
  ...mappings,
  ...bindings,
};
