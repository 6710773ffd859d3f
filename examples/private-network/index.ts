// A server whose service has an address in a private network, and a block of that network that is mapped to another
// one. Experimental: the API of an account may not offer it; the error then says so.
//
//   pulumi config set archive <id of another private network>    adds the mapping
import * as pulumi from '@pulumi/pulumi';
import {
  AddressMapping,
  EndpointBinding,
  Instance,
  SshKey,
  getPrivateNetworksOutput,
} from 'pulumi-cloud-compute';

const archive = new pulumi.Config().get('archive');
const locationCode = 'FIN-01';

const sourcePrivateNetworkId = getPrivateNetworksOutput().apply((networks) => {
  const network = networks.find(({ isDefault }) => isDefault);
  if (!network) throw new pulumi.RunError('This project has no default private network.');
  return network.id;
});

// Put your own public key here: `cat ~/.ssh/id_ed25519.pub`.
const key = new SshKey('laptop', {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf you@laptop',
});

const server = new Instance('server', {
  instanceType: 'CPU.4V.16G',
  image: 'ubuntu-24.04',
  locationCode,
  osVolume: { size: 50 },
  sshKeyIds: [key.id],
});

// The address stays the same when the server is replaced.
const endpoint = new EndpointBinding('inference', {
  service: 'inference',
  sourcePrivateNetworkId,
  endpointIp: '10.0.0.200',
  targetWorkloadId: server.id,
});

if (archive !== undefined) {
  new AddressMapping('archive', {
    service: 'storage',
    locationCode,
    sourcePrivateNetworkId,
    sourceCidr: '10.0.8.0/24',
    targetPrivateNetworkId: archive,
    targetCidr: '192.168.8.0/24',
  });
}

export const address = endpoint.endpointIp;
export const reaches = endpoint.targetOverlayIp;
