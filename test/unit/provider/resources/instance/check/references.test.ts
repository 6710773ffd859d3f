import { UNKNOWN } from '../../../../../../provider/schema/unknown';
import { UNKNOWN_ID } from '../../../checks/testCloud';
import { keys } from '../../../../core/validation/publicKeys';
import { instanceChecks, right } from './instanceChecks';

jest.mock('../../../../../../provider/run/progress');

const { here, problems, warnings, volume, deploy } = instanceChecks();

describe('the references of a program', () => {
  test('may be existing keys and scripts, also if they were created a moment ago', async () => {
    await expect(problems({ sshKeyIds: [UNKNOWN_ID] })).resolves.toHaveLength(1);
    const keyId = await here.run.client.sshKeys.create({ name: 'me', key: keys.ed25519.text });
    const scriptId = await here.run.client.scripts.create({ name: 'boot', script: '#!/bin/bash\n' });
    await expect(problems({ sshKeyIds: [keyId], startupScriptId: scriptId })).resolves.toEqual([]);
  });

  test('are refused with a suggestion when a key does not exist', async () => {
    const id = await here.run.client.sshKeys.create({ name: 'me', key: keys.ed25519.text });
    const typo = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    await expect(problems({ sshKeyIds: [id, typo] })).resolves.toEqual([
      `sshKeyIds[1] "${typo}" is not the id of any SSH key in this project: did you mean "${id}"?`,
    ]);
  });

  test('are refused if they contain the name of a key, and the message has its id', async () => {
    const id = await here.run.client.sshKeys.create({ name: 'my laptop', key: keys.ed25519.text });
    await expect(problems({ sshKeyIds: ['my laptop'] })).resolves.toEqual([
      `sshKeyIds[0] is the name of an SSH key, not its id: did you mean "${id}"?`,
    ]);
  });

  test('are refused, and not shown, if they contain the key or the script itself', async () => {
    const script = '#!/bin/bash\nexport TOKEN=hunter2\n';
    await expect(problems({ sshKeyIds: [keys.ed25519.text], startupScriptId: script })).resolves.toEqual([
      'sshKeyIds[0] is a public key, not the id of one: create an SshKey from it and use its id',
      'startupScriptId is a script, not the id of one: create a StartupScript from it and use its id',
    ]);
    expect((await problems({ startupScriptId: 'hunter2' })).join()).not.toContain('hunter2');
  });

  test('are checked only for keys that are new in the list', async () => {
    const [problem, ...others] = await problems(
      { sshKeyIds: [UNKNOWN_ID, 'nonsense'] },
      { ...right, sshKeyIds: [UNKNOWN_ID] },
    );
    expect(problem).toMatch(/^sshKeyIds\[1\] is not the id of an SSH key/);
    expect(others).toEqual([]);
  });
});

test('a machine with neither a key nor a script causes a warning', async () => {
  await expect(warnings({ sshKeyIds: [] })).resolves.toEqual([
    'sshKeyIds is empty: nobody will be able to log in to this machine',
  ]);
  const startupScriptId = await here.run.client.scripts.create({ name: 'boot', script: '#!/bin/bash\n' });
  await expect(warnings({ sshKeyIds: [], startupScriptId })).resolves.toEqual([]);
  await expect(warnings({ sshKeyIds: [] }, { ...right, sshKeyIds: [] })).resolves.toEqual([]);
});

describe('existing volumes', () => {
  test('may be free and in the same location', async () => {
    await expect(warnings({ existingVolumes: [await volume('data')] })).resolves.toEqual([]);
  });

  test('are refused in another location, and the message has both remedies', async () => {
    const id = await volume('data', { location_code: 'FIN-02' });
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id}, which is in FIN-02; the instance is in FIN-01: deploy in FIN-02, or clone the volume to FIN-01 (sourceVolumeId)`,
    ]);
  });

  test('exclude a fallback to another location', async () => {
    const id = await volume('data');
    await expect(problems({ existingVolumes: [id], fallbackLocationCodes: ['FIN-02'] })).resolves.toEqual([
      `fallbackLocationCodes[0] is "FIN-02", which cannot be a fallback: the volume ${id} is in FIN-01, and a machine uses only volumes of its own location. Remove this fallback, or leave the volume out`,
    ]);
  });

  test('name all locations that cannot work in one message', async () => {
    const id = await volume('data');
    const wrong = { existingVolumes: [id], fallbackLocationCodes: ['FIN-03', 'ICE-01'] };
    await expect(problems({ ...wrong, locationCode: 'FIN-02' })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id}, which is in FIN-01; the instance is in FIN-02, with the fallbackLocationCodes "FIN-03", "ICE-01": deploy in FIN-01 only, or clone the volume to FIN-02 (sourceVolumeId)`,
    ]);
    await expect(problems(wrong)).resolves.toEqual([
      `fallbackLocationCodes has "FIN-03", "ICE-01", which cannot be fallbacks: the volume ${id} is in FIN-01, and a machine uses only volumes of its own location. Remove them, or leave the volume out`,
    ]);
  });

  test('cause a warning when another machine uses them, unless this stack manages that machine', async () => {
    const id = await volume('data');
    const holder = await deploy({ existing_volumes: [id] });
    await expect(warnings({ existingVolumes: [id] })).resolves.toEqual([
      expect.stringContaining(
        `existingVolumes[0] names the volume ${id}, which is attached to the instance ${holder} now. Another instance of the program detaches it in time if its existingVolumes leaves the volume out. An instance that is no longer in the program is deleted too late: remove it in an \`up\` of its own first. If this resource was renamed`,
      ),
    ]);
    await expect(warnings({ existingVolumes: [id] }, right)).resolves.toEqual([
      expect.stringMatching(/remove it in an `up` of its own first$/),
    ]);
    here.run.known.add(holder);
    await expect(warnings({ existingVolumes: [id] })).resolves.toEqual([]);
  });

  test('are refused if only clusters can mount them', async () => {
    const { client } = here.run;
    const shared = {
      name: 'scratch',
      size: 50,
      location_code: 'FIN-01',
      type: 'NVMe_Shared_Cluster',
    } as const;
    const id = await client.volumes.create(shared);
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id} of the type NVMe_Shared_Cluster, which only clusters mount: use a volume of another type`,
    ]);
  });

  test('are refused in the trash, and the message says how to restore them', async () => {
    const id = await volume('data');
    await here.run.client.volumes.delete(id);
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id}, which is in the trash: restore it with a Volume that has restoreVolumeId, or use another one`,
    ]);
  });

  test('are refused if they were deleted permanently, and the message does not say to restore them', async () => {
    const id = await volume('data');
    await here.run.client.volumes.delete(id, { isPermanent: true });
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id}, which was deleted permanently and cannot be restored: choose another one`,
    ]);
  });

  test('are refused while they are being deleted', async () => {
    const id = await volume('data');
    const found = await here.run.client.volumes.get(id);
    jest.spyOn(here.run.volumes, 'read').mockResolvedValue({ ...found, status: 'deleting' } as never);
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      expect.stringContaining(
        `existingVolumes[0] names the volume ${id}, which is being deleted: restore it`,
      ),
    ]);
  });

  test('are refused after an export', async () => {
    const id = await volume('data');
    await here.run.client.volumes.perform({ action: 'export', id });
    here.cloud.emulator.clock.advance(3_600_000);
    await expect(problems({ existingVolumes: [id] })).resolves.toEqual([
      `existingVolumes[0] names the volume ${id}, which is exported and cannot be attached: use a copy of it (sourceVolumeId of a Volume), or another one`,
    ]);
  });

  test('cannot be the image unless they are operating-system volumes', async () => {
    const id = await volume('data');
    await expect(problems({ image: id })).resolves.toEqual([
      `image names the volume ${id}, which is not an operating-system volume: attach it with existingVolumes, and give an image type`,
    ]);
  });

  test('are suggested as the image only if a machine can boot from them', async () => {
    await volume('data');
    await expect(problems({ image: UNKNOWN_ID })).resolves.toEqual([
      `image "${UNKNOWN_ID}" is not the id of any free operating-system volume in this project: this project has none`,
    ]);
  });

  test('can be the image as operating-system volumes, but only once', async () => {
    const other = await deploy();
    const { os_volume_id: id } = await here.run.client.instances.get(other);
    await here.run.client.instances.perform({ action: 'delete', id: other, volume_ids: [] });
    here.cloud.emulator.clock.advance(60_000);
    const image = id ?? '';
    await expect(problems({ image })).resolves.toEqual([]);
    await expect(problems({ image, existingVolumes: [image] })).resolves.toEqual([
      'existingVolumes[0] is the volume that image names already: leave it out here',
    ]);
  });
});

describe('an instance to adopt', () => {
  test('must exist', async () => {
    await expect(problems({ adoptId: UNKNOWN_ID })).resolves.toEqual([
      expect.stringMatching(
        `^adoptId "${UNKNOWN_ID}" is not the id of any instance in this project; there is other \\(`,
      ),
    ]);
  });

  test('must match the program', async () => {
    const id = await deploy();
    await expect(problems({ adoptId: id })).resolves.toEqual([
      `hostname is "trainer", but the instance ${id} to adopt has "other": change the program to match, or leave adoptId out`,
      `image is "ubuntu-24.04-cuda-12.8-open-docker", but the instance ${id} to adopt has "ubuntu-24.04": change the program to match, or leave adoptId out`,
      `instanceType is "1H100.80S.30V", but the instance ${id} to adopt has "CPU.4V.16G": change the program to match, or leave adoptId out`,
    ]);
    await expect(
      problems({ adoptId: id, hostname: 'other', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G' }),
    ).resolves.toEqual([]);
  });

  test('does not differ in values that are not known yet', async () => {
    const client = here.run.client;
    const id = await client.instances.deploy({
      ...{ hostname: 'spot', description: 'spot', image: 'ubuntu-24.04' },
      ...{ instance_type: 'CPU.4V.16G', location_code: 'FIN-01', is_spot: true },
    });
    const known = { adoptId: id, hostname: 'spot', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G' };
    const unknown = { contract: UNKNOWN, osVolume: { size: UNKNOWN }, existingVolumes: UNKNOWN };
    await expect(problems({ ...known, ...(unknown as object), instanceGroupId: UNKNOWN })).resolves.toEqual(
      [],
    );
  });
});

describe('operating-system volumes of other machines', () => {
  test.each(['existingVolumes[0]', 'image'])(
    'cause a warning when a machine boots from them, also if this stack manages it: %s',
    async (path) => {
      const holder = await deploy({ hostname: 'other' });
      const { os_volume_id: os, hostname } = await here.run.client.instances.get(holder);
      here.run.known.add(holder);
      const args = path === 'image' ? { image: os ?? '' } : { existingVolumes: [os ?? ''] };
      await expect(warnings(args)).resolves.toEqual([
        `${path} names the volume ${os ?? ''}, which the instance ${hostname} (${holder}) boots from and keeps: use a copy of it (a Volume with sourceVolumeId), or remove that machine with keepVolumes: true first, in a run of its own`,
      ]);
    },
  );
});
