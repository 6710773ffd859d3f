import type { CloudComputeClient } from '../../../../api';

/** The objects that belong to single private networks, of all networks together. */
export async function inEachNetwork(
  { privateNetworks }: CloudComputeClient,
  list: (networkId: string) => Promise<object[]>,
): Promise<object[]> {
  const networks = await privateNetworks.list();
  return (await Promise.all(networks.map(({ id }) => list(id)))).flat();
}
