import type { CloudComputeClient } from '../../../../api';

/** The objects that every private network has of its own. */
export async function inEachNetwork(
  { privateNetworks }: CloudComputeClient,
  list: (networkId: string) => Promise<object[]>,
): Promise<object[]> {
  const networks = await privateNetworks.list();
  return (await Promise.all(networks.map(({ id }) => list(id)))).flat();
}
