// By the hash in a pending tag a create recognizes an interrupted order of the same inputs. A newer version of the
// package must make the same hash of the same inputs, or raise the version of the hash (`ORDER_VERSION`).
import { orderHashOf } from '../../../../core/pendingTag';
import { orderMeaning as clusterMeaning } from '../../../../provider/resources/cluster/order';
import { orderMeaning as instanceMeaning } from '../../../../provider/resources/instance/order';
import { meaningOfOrder } from '../../../../provider/schema/derived/mapping';
import { volumeSchema } from '../../../../provider/volumes/schema';
import { billableVolume } from '../../../../provider/volumes/order';
import type { Call } from '../../../../provider/run/call';

const callOf = (name: string) =>
  ({ owner: 'owner', urn: 'urn', name, keep: false, run: {} }) as unknown as Call;

describe('the hash of an order', () => {
  // An input that is new in the API is added to its list: orders without it keep their hash. Every other change of a
  // list, and a change of what an input means here, needs a new `ORDER_VERSION` in core/pendingTag.ts.
  it('covers the same inputs as every order of its version', async () => {
    const call = callOf('it');
    const meanings = {
      Volume: meaningOfOrder(volumeSchema, {}),
      Cluster: clusterMeaning(call, { sshKeyIds: [] } as never),
      Instance: await instanceMeaning(call, {}),
    };
    const covered = Object.entries(meanings).map(([name, meaning]) => [name, Object.keys(meaning).sort()]);
    expect({ version: orderHashOf({})[0], ...(Object.fromEntries(covered) as object) }).toEqual({
      version: '2',
      Volume: ['locationCode', 'sourceVolumeId', 'type'],
      Cluster: [
        ...[
          'autoRentExtension',
          'clusterType',
          'contract',
          'description',
          'existingVolumes',
          'extensionSettings',
        ],
        ...['hostname', 'image', 'longTermPeriod', 'sharedVolume', 'sshKeyIds', 'startupScriptId'],
        'turnToPayAsYouGo',
      ],
      Instance: [
        ...['contract', 'coupon', 'description', 'existingVolumes', 'groupRevision', 'hostname', 'image'],
        ...['instanceGroupId', 'instanceType', 'longTermPeriod', 'osSize', 'sshKeyIds', 'startupScriptId'],
        'volumes',
      ],
    });
  });

  const volume = { name: 'data', size: 100, type: 'NVMe', locationCode: 'FIN-01' } as const;

  it.each([
    [volume, '2b7e2e00beef1'],
    [{ ...volume, size: 200, tags: { team: 'ml' }, sourceVolumeId: 'vol-1' }, '2ad7af7ef0f1c'],
  ])('is the same as in earlier versions for the volume %j', (inputs, hash) => {
    expect(billableVolume(callOf('data'), inputs).order.hash).toBe(hash);
  });

  const cluster = {
    hostname: 'train',
    clusterType: '16H100',
    image: 'ubuntu-24.04-cuda-12.8-cluster',
    locationCode: 'FIN-01',
    sshKeyIds: ['key-2', 'key-1'],
  };

  it.each([
    [cluster, '2109d9fd22117'],
    [{ ...cluster, hostname: 'train-1a2b3c4', locationCode: 'FIN-02' }, '2fc011285f567'],
    [
      {
        ...cluster,
        description: 'to train on',
        contract: 'LONG_TERM',
        longTermPeriod: '3_MONTHS',
        autoRentExtension: false,
        turnToPayAsYouGo: true,
        extensionSettings: 'pay_as_you_go',
        startupScriptId: 'script-1',
        sharedVolume: { name: 'shared', size: 500 },
        existingVolumes: ['vol-2', 'vol-1'],
        tags: { team: 'ml' },
        powerState: 'offline',
        deleteSharedVolumes: true,
      } as const,
      '2b22ba3e85734',
    ],
  ])('is the same as in earlier versions for the cluster %j', (inputs, hash) => {
    expect(orderHashOf(clusterMeaning(callOf('train'), inputs as never))).toBe(hash);
  });

  const instance = {
    hostname: 'trainer',
    instanceType: '1V100.6V',
    image: 'ubuntu-24.04',
    locationCode: 'FIN-01',
  };

  it.each([
    [instance, '21e4fc0ee5cb1'],
    [{ ...instance, hostname: 'trainer-1a2b3c4', isSpot: true }, '206584b416297'],
    [
      {
        ...instance,
        description: 'to train on',
        contract: 'LONG_TERM',
        longTermPeriod: '3_MONTHS',
        coupon: 'WELCOME',
        osVolume: { name: 'system', size: 60, onSpotDiscontinue: 'move_to_trash' },
        volumes: [
          { name: 'scratch', size: 50, type: 'NVMe', tags: { team: 'ml' } },
          { name: 'data', size: 100, type: 'NVMe', onSpotDiscontinue: 'delete_permanently' },
        ],
        existingVolumes: ['vol-2', 'vol-1'],
        sshKeyIds: ['key-2', 'key-1'],
        startupScriptId: 'script-1',
        groupRevision: 'abc',
        tags: { team: 'ml' },
        powerState: 'offline',
        awaitReady: false,
        keepVolumes: true,
      } as const,
      '2e9f4b2e8df73',
    ],
  ])('is the same as in earlier versions for the instance %j', async (inputs, hash) => {
    expect(orderHashOf(await instanceMeaning(callOf('trainer'), inputs as never))).toBe(hash);
  });
});
