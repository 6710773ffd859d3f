import type { Act } from './calls';
import { LIST, answeringCloud, testService } from './calls';

const mapping = {
  service: 's',
  location_code: 'FIN-01',
  source_cidr: 'a',
  target_private_network_id: 'pn_2',
  target_cidr: 'b',
};

testService('privateNetworks', [
  [
    'privateNetworks.list',
    (api) => api.privateNetworks.list(),
    'GET /v1/private-networks',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'privateNetworks.get',
    (api) => api.privateNetworks.get('pn_1'),
    'GET /v1/private-networks/pn_1',
    undefined,
    { body: LIST[0] },
    LIST[0],
  ],
  [
    'privateNetworks.create',
    (api) => api.privateNetworks.create({ name: 'n' }),
    'POST /v1/private-networks',
    { name: 'n' },
    { status: 201, body: LIST[0] },
    LIST[0],
  ],
  [
    'privateNetworks.delete',
    (api) => api.privateNetworks.delete('pn_1'),
    'DELETE /v1/private-networks/pn_1',
    undefined,
    { status: 204 },
    undefined,
  ],
  [
    'subnets.list',
    (api) => api.privateNetworks.subnets.list('pn_1'),
    'GET /v1/private-networks/pn_1/subnets',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'subnets.delete',
    (api) => api.privateNetworks.subnets.delete('pn_1', 'sn_1'),
    'DELETE /v1/private-networks/pn_1/subnets/sn_1',
    undefined,
    { status: 204 },
    undefined,
  ],
  [
    'addressMappings.create',
    (api) => api.privateNetworks.addressMappings.create('pn_1', mapping),
    'POST /v1/private-networks/pn_1/address-mappings',
    mapping,
    { status: 201, body: LIST[0] },
    LIST[0],
  ],
  [
    'endpointBindings.get',
    (api) => api.privateNetworks.endpointBindings.get('pn_1', 'epb_1'),
    'GET /v1/private-networks/pn_1/endpoint-bindings/epb_1',
    undefined,
    { body: LIST[0] },
    LIST[0],
  ],
]);

describe('an error of a private-network operation, whose path is not in the specification', () => {
  const here = answeringCloud();

  test.each<[status: number, name: string, act: Act]>([
    [403, 'ForbiddenError', (api) => api.privateNetworks.addressMappings.list('pn_1')],
    [404, 'NotFoundError', (api) => api.privateNetworks.endpointBindings.get('pn_1', 'epb_1')],
  ])(
    'says for status %d that the API of the account may not offer the operation',
    async (status, name, act) => {
      here.answer = { status, body: { code: 'refused', message: 'It is not here.' } };
      await expect(act(here.client)).rejects.toMatchObject({
        name,
        message: expect.stringMatching(
          /It is not here\. .*the API of this account may not offer it/,
        ) as string,
      });
    },
  );

  test('does not say so for another status', async () => {
    here.answer = { status: 409, body: { code: 'conflict', message: 'It is taken.' } };
    const creating = here.client.privateNetworks.addressMappings.create('pn_1', mapping);
    await expect(creating).rejects.toThrow(/It is taken\.$/);
  });
});
