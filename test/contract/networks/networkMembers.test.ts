import type { AddressMapping, EndpointBinding, Subnet } from '#contract';
import { refusal, longEnough } from '../support/caller';
import { useNetworks } from '../support/useNetworks';

describe('members of private networks', () => {
  const { cloud, networks, network, subnet, defaultNetwork } = useNetworks();

  describe('address mappings', () => {
    const mapping = async (fields: object = {}) => {
      const source = await defaultNetwork();
      const body = {
        service: 'storage',
        location_code: 'FIN-01',
        source_cidr: '10.0.0.0/24',
        target_private_network_id: (await networks())[1]?.id ?? (await network()).id,
        target_cidr: '10.8.0.0/24',
        ...fields,
      };
      return cloud.owner.post<AddressMapping>(`/v1/private-networks/${source}/address-mappings`, body);
    };

    test('are created, read and deleted', async () => {
      const { status, body } = await mapping();
      const source = await defaultNetwork();
      expect({ status, body }).toMatchObject({
        status: 201,
        body: {
          id: expect.stringMatching(/^am_/) as string,
          location: 'FIN-01',
          source_private_network_id: source,
          source_cidr: '10.0.0.0/24',
        },
      });
      const path = `/v1/private-networks/${source}/address-mappings`;
      expect((await cloud.owner.get(path)).body).toEqual([body]);
      expect((await cloud.owner.get(`${path}/${body.id}`)).body).toEqual(body);
      expect((await cloud.owner.delete(`${path}/${body.id}`)).status).toBe(204);
      expect((await cloud.owner.get(`${path}/${body.id}`)).status).toBe(404);
    });

    test.each([
      [{ source_cidr: 'everything' }, 400, 'invalid_request', /source_cidr/],
      [{ target_cidr: '10.0.0.1/8' }, 400, 'invalid_request', /target_cidr/],
      [{ location_code: 'MARS-1' }, 400, 'invalid_request', /location_code/],
      [{ source_private_network_id: 'pn_other' }, 400, 'invalid_request', /source_private_network_id/],
      [{ target_private_network_id: 'pn_other' }, 404, 'not_found', /pn_other/],
    ])('refuse %j with %d', async (fields, status, code, words) => {
      expect(await mapping(fields)).toMatchObject(refusal(status, code, words));
    });

    test('map a block once for each service, and prevent the delete of their networks', async () => {
      await mapping();
      expect(await mapping({ source_cidr: '10.0.0.0/16' })).toMatchObject(
        refusal(409, 'conflict', 'storage'),
      );
      expect((await mapping({ service: 'registry' })).status).toBe(201);
      const target = (await networks())[1]?.id ?? '';
      expect(await cloud.owner.delete(`/v1/private-networks/${target}`)).toMatchObject(
        refusal(409, 'conflict', 'am_'),
      );
    });
  });

  describe('endpoint bindings', () => {
    /** Binds an address in an inner network to a workload. */
    const bind = async (target: string, fields: object = {}) => {
      const source = (await networks())[1]?.id ?? (await network()).id;
      const path = `/v1/private-networks/${source}`;
      const { body: subnets } = await cloud.owner.get<Subnet[]>(`${path}/subnets`);
      if (subnets.length === 0) await subnet(source);
      const body = { service: 'ssh', endpoint_ip: '192.168.4.9', target_workload_id: target, ...fields };
      return {
        path: `${path}/endpoint-bindings`,
        reply: await cloud.owner.post<EndpointBinding>(`${path}/endpoint-bindings`, body),
      };
    };

    test('route to an instance by its address in the default network', async () => {
      const id = await cloud.owner.instance();
      const { path, reply } = await bind(id);
      expect(reply).toMatchObject({
        status: 201,
        body: {
          id: expect.stringMatching(/^epb_/) as string,
          endpoint_id: expect.stringMatching(/^ep_/) as string,
          endpoint_ip: '192.168.4.9',
          target_kind: 'instance',
          target_workload_id: id,
          target_private_network_id: await defaultNetwork(),
          target_overlay_ip: '10.0.0.2',
          location: 'FIN-01',
        },
      });
      expect((await cloud.owner.get(path)).body).toEqual([reply.body]);
      expect((await cloud.owner.get(`${path}/${reply.body.id}`)).body).toEqual(reply.body);
      expect((await cloud.owner.delete(`${path}/${reply.body.id}`)).status).toBe(204);
      expect((await cloud.owner.get(path)).body).toEqual([]);
    });

    test('route to a cluster by its jump host', async () => {
      const { body } = await cloud.owner.post<{ id: string }>('/v1/clusters', {
        cluster_type: '16H100',
        image: 'ubuntu-24.04-cuda-12.8-cluster',
        hostname: 'fleet',
        description: '',
        location_code: 'FIN-01',
        ssh_key_ids: [],
      });
      expect((await bind(body.id)).reply.body).toMatchObject({
        target_kind: 'cluster',
        target_overlay_ip: '10.0.0.2',
      });
    });

    test('are removed with their target', async () => {
      const id = await cloud.owner.instance();
      const { path } = await bind(id);
      await cloud.owner.act('delete', id);
      cloud.pass(longEnough);
      expect((await cloud.owner.get(path)).body).toEqual([]);
    });

    test('are removed when their target is transferred to another project', async () => {
      cloud.emulator.control.clients.add({ id: 'receiver', secret: 'secret' });
      const id = await cloud.owner.instance();
      const { path } = await bind(id);
      cloud.pass(longEnough);
      expect((await cloud.owner.act('transfer', id, { project_id: 'receiver' })).status).toBe(202);
      expect((await cloud.owner.get(path)).body).toEqual([]);
    });

    test('are refused for an instance that is being deleted, like a default route', async () => {
      const { owner } = cloud;
      const id = await cloud.runningInstance();
      await owner.act('delete', id);
      expect((await owner.readInstance(id)).status).toBe('deleting');
      expect((await bind(id)).reply).toMatchObject(
        refusal(409, 'conflict', new RegExp(`^target_workload_id: .*${id} is deleting`)),
      );
      const path = `/v1/private-networks/${await defaultNetwork()}/subnets`;
      const wanted = { name: 'routed', location_code: 'FIN-01', cidr: '10.99.0.0/24' };
      expect(await owner.post(path, { ...wanted, default_route_instance_id: id })).toMatchObject(
        refusal(409, 'conflict', new RegExp(`^default_route_instance_id: .*${id} is deleting`)),
      );
    });

    test.each([
      [{ endpoint_ip: 'here' }, 400, 'invalid_request', /endpoint_ip/],
      [{ endpoint_ip: '192.168.9.9' }, 400, 'invalid_request', /no subnet/],
      [{ endpoint_ip: '192.168.4.010' }, 400, 'invalid_request', /^endpoint_ip: .*leading zeros/],
      [{ endpoint_ip: '192.168.4.0' }, 400, 'invalid_request', /reserved/],
      [{ endpoint_ip: '192.168.4.1' }, 400, 'invalid_request', /reserved/],
      [{ endpoint_ip: '192.168.4.255' }, 400, 'invalid_request', /reserved/],
      [{ target_workload_id: 'nothing' }, 404, 'not_found', /target_workload_id/],
    ])('refuse %j with %d', async (fields, status, code, words) => {
      const id = await cloud.owner.instance();
      expect((await bind(id, fields)).reply).toMatchObject(refusal(status, code, words));
    });

    test('use each address once', async () => {
      const id = await cloud.owner.instance();
      await bind(id);
      expect((await bind(id)).reply).toMatchObject(refusal(409, 'conflict', 'taken'));
    });
  });
});
