import type { PrivateNetwork, Subnet } from '#contract';
import { refusal, longEnough } from '../support/caller';
import { useNetworks } from '../support/useNetworks';

describe('private networks', () => {
  const { cloud, networks, network, subnet, defaultNetwork, defaultSubnet } = useNetworks();

  test('include a default network with a subnet in each location from the start', async () => {
    expect(await networks()).toMatchObject([{ name: 'default', is_default: true }]);
    const { body } = await cloud.owner.get<Subnet[]>(
      `/v1/private-networks/${await defaultNetwork()}/subnets`,
    );
    expect(body.map(({ location, cidr }) => [location.code, cidr])).toEqual([
      ['FIN-01', '10.0.0.0/20'],
      ['FIN-02', '10.0.16.0/20'],
      ['FIN-03', '10.0.32.0/20'],
      ['ICE-01', '10.0.48.0/20'],
    ]);
    expect(body[0]).toMatchObject({
      location: { code: 'FIN-01', name: 'Finland 1', country_code: 'FI' },
      is_default: true,
      used_ip_count: 0,
      total_ip_count: 4093,
      default_route_instance: null,
    });
  });

  test('give machines addresses of the default subnet, which are free again after the delete', async () => {
    const [one, other] = [await cloud.owner.instance(), await cloud.owner.instance()];
    const addresses = [await cloud.owner.readInstance(one), await cloud.owner.readInstance(other)];
    expect(addresses.map(({ private_ip }) => private_ip)).toEqual(['10.0.0.2', '10.0.0.3']);
    expect((await defaultSubnet('FIN-01'))?.used_ip_count).toBe(2);
    await cloud.owner.act('delete', one);
    cloud.pass(longEnough);
    expect((await defaultSubnet('FIN-01'))?.used_ip_count).toBe(1);
    const next = await cloud.owner.instance();
    expect((await cloud.owner.readInstance(next)).private_ip).toBe('10.0.0.2');
  });

  test('give no address to a machine in a location without a subnet', async () => {
    const { id } = (await defaultSubnet('FIN-02')) ?? { id: '' };
    const path = `/v1/private-networks/${await defaultNetwork()}/subnets/${id}`;
    expect((await cloud.owner.delete(path)).status).toBe(204);
    const instance = await cloud.owner.instance({ location_code: 'FIN-02' });
    expect((await cloud.owner.readInstance(instance)).private_ip).toBeNull();
  });

  test('are created, read and deleted, and have unique names', async () => {
    const { id } = await network();
    expect(id).toMatch(/^pn_/);
    expect(await cloud.owner.get(`/v1/private-networks/${id}`)).toMatchObject({
      status: 200,
      body: { name: 'inner', is_default: false },
    });
    expect(await cloud.owner.post('/v1/private-networks', { name: 'inner' })).toMatchObject(
      refusal(409, 'conflict'),
    );
    expect((await cloud.owner.delete(`/v1/private-networks/${id}`)).status).toBe(204);
    expect((await cloud.owner.get(`/v1/private-networks/${id}`)).status).toBe(404);
    expect((await cloud.owner.delete(`/v1/private-networks/${id}`)).status).toBe(404);
  });

  test('cannot be deleted if they are the default one or in use', async () => {
    expect(await cloud.owner.delete(`/v1/private-networks/${await defaultNetwork()}`)).toMatchObject(
      refusal(409, 'conflict', 'default'),
    );
    const { id } = await network();
    const { id: subnetId } = await subnet(id);
    expect(await cloud.owner.delete(`/v1/private-networks/${id}`)).toMatchObject(
      refusal(409, 'conflict', subnetId),
    );
  });

  describe('subnets', () => {
    test('are created, read and deleted in their network', async () => {
      const { id } = await network();
      const made = await subnet(id);
      expect(made).toMatchObject({
        name: 'lab',
        cidr: '192.168.4.0/24',
        is_default: false,
        total_ip_count: 253,
      });
      const path = `/v1/private-networks/${id}/subnets/${made.id}`;
      expect((await cloud.owner.get(path)).body).toEqual(made);
      expect((await cloud.owner.get(path.replace(id, await defaultNetwork()))).status).toBe(404);
      expect((await cloud.owner.delete(path)).status).toBe(204);
      expect((await cloud.owner.get(`/v1/private-networks/${id}/subnets`)).body).toEqual([]);
    });

    test('route to the internet through one of their instances, as long as it exists', async () => {
      const { owner } = cloud;
      const networkId = await defaultNetwork();
      const gateway = await owner.instance({ hostname: 'gateway' });
      const made = await subnet(networkId, { default_route_instance_id: gateway });
      const read = async (): Promise<unknown> =>
        (await owner.get<Subnet>(`/v1/private-networks/${networkId}/subnets/${made.id}`)).body
          .default_route_instance;
      expect(await read()).toEqual({
        ...{ id: gateway, hostname: 'gateway', status: 'ordered' },
        ...{ private_ip: (await owner.readInstance(gateway)).private_ip, public_ip: null },
      });
      cloud.pass(longEnough);
      const { ip } = await owner.readInstance(gateway);
      expect(await read()).toMatchObject({ public_ip: ip, status: 'running' });
      await owner.act('delete', gateway);
      cloud.pass(longEnough);
      expect(await read()).toBeNull();
    });

    test('do not route through an instance that was transferred to another project', async () => {
      const { owner } = cloud;
      cloud.emulator.control.clients.add({ id: 'receiver', secret: 'secret' });
      const networkId = await defaultNetwork();
      const gateway = await owner.instance();
      const { id } = await subnet(networkId, { default_route_instance_id: gateway });
      cloud.pass(longEnough);
      expect((await owner.act('transfer', gateway, { project_id: 'receiver' })).status).toBe(202);
      const path = `/v1/private-networks/${networkId}/subnets/${id}`;
      expect((await owner.get<Subnet>(path)).body.default_route_instance).toBeNull();
    });

    test('do not route through an instance that is unknown, in another network or in another location', async () => {
      const { owner } = cloud;
      const [near, far] = [await owner.instance(), await owner.instance({ location_code: 'FIN-02' })];
      const refused = async (networkId: string, id: string) =>
        owner.post(`/v1/private-networks/${networkId}/subnets`, {
          ...{ name: 'lab', location_code: 'FIN-01', cidr: '192.168.4.0/24' },
          default_route_instance_id: id,
        });
      const ours = await defaultNetwork();
      expect(await refused(ours, far)).toMatchObject(refusal(409, 'conflict', /FIN-02/));
      expect(await refused((await network()).id, near)).toMatchObject(refusal(409, 'conflict', /not on/));
      expect(await refused(ours, 'nothing')).toMatchObject(
        refusal(404, 'not_found', /^default_route_instance_id: .*nothing/),
      );
    });

    test.each([
      [{ cidr: '192.168.4.1/24' }, 400, 'invalid_request', /192\.168\.4\.0\/24/],
      [{ cidr: '010.3.0.0/24' }, 400, 'invalid_request', /^cidr: .*leading zeros/],
      [{ cidr: '10.0.0.0/08' }, 400, 'invalid_request', /^cidr: .*leading zeros/],
      [{ cidr: '192.168.4.0' }, 400, 'invalid_request', /cidr/],
      [{ cidr: '300.1.1.0/24' }, 400, 'invalid_request', /cidr/],
      [{ cidr: '192.168.4.0/30' }, 400, 'invalid_request', /29/],
      [{ cidr: '192.168.4.0/33' }, 400, 'invalid_request', /cidr/],
      [{ location_code: 'MARS-1' }, 400, 'invalid_request', /location_code/],
      [{ cidr: '192.168.0.0/16' }, 409, 'conflict', /overlaps/],
      [{ name: 'lab', cidr: '10.9.0.0/16' }, 409, 'conflict', /lab/],
    ])('refuse %j with %d', async (fields, status, code, words) => {
      const { id } = await network();
      await subnet(id);
      const body = { name: 'other', location_code: 'FIN-01', cidr: '172.16.0.0/16', ...fields };
      expect(await cloud.owner.post(`/v1/private-networks/${id}/subnets`, body)).toMatchObject(
        refusal(status, code, words),
      );
    });

    test('cannot be deleted while one of their addresses is in use', async () => {
      await cloud.owner.instance();
      const { id } = (await defaultSubnet('FIN-01')) ?? { id: '' };
      const path = `/v1/private-networks/${await defaultNetwork()}/subnets/${id}`;
      expect(await cloud.owner.delete(path)).toMatchObject(refusal(409, 'conflict', '1 addresses'));
    });
  });

  test('are hidden from other projects', async () => {
    const { id } = await network();
    cloud.emulator.control.clients.add({ id: 'other-project', secret: 'secret' });
    const otherProject = await cloud.caller('other-project', 'secret');
    expect((await otherProject.get<PrivateNetwork[]>('/v1/private-networks')).body).toMatchObject([
      { name: 'default' },
    ]);
    for (const path of ['', '/subnets', '/address-mappings', '/endpoint-bindings']) {
      expect((await otherProject.get(`/v1/private-networks/${id}${path}`)).status).toBe(404);
    }
  });
});
