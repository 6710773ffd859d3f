import type { PrivateNetwork, Subnet } from '#contract';
import { useCloud } from './caller';

/** A cloud with private networks, for each test of a file. */
export function useNetworks() {
  const cloud = useCloud({ balance: 1_000_000 });

  const networks = async (): Promise<PrivateNetwork[]> =>
    (await cloud.owner.get<PrivateNetwork[]>('/v1/private-networks')).body;

  const created = async <T>(path: string, body: object): Promise<T> => {
    const reply = await cloud.owner.post<T>(`/v1/private-networks${path}`, body);
    expect(reply).toMatchObject({ status: 201 });
    return reply.body;
  };

  const network = (name = 'inner'): Promise<PrivateNetwork> => created('', { name });

  const subnet = (networkId: string, fields: object = {}): Promise<Subnet> =>
    created(`/${networkId}/subnets`, {
      name: 'lab',
      location_code: 'FIN-01',
      cidr: '192.168.4.0/24',
      ...fields,
    });

  const defaultNetwork = async (): Promise<string> => (await networks())[0]?.id ?? '';

  const defaultSubnet = async (location: string): Promise<Subnet | undefined> =>
    (await cloud.owner.get<Subnet[]>(`/v1/private-networks/${await defaultNetwork()}/subnets`)).body.find(
      (candidate) => candidate.location.code === location,
    );

  return { cloud, networks, network, subnet, defaultNetwork, defaultSubnet };
}
