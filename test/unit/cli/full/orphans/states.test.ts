// The built command against the emulator, as a user runs it.
import type { Report } from '../../../../../cli/orphans/report';
import { HOUR_MS, MACHINE, URN, orphansInACloud } from './orphansInACloud';

const { here, run, machinesWith, stateWithOperation, stateFile, orderMachine, orderVolume, billed, pass } =
  orphansInACloud();

/** How Pulumi marks a secret in a state. */
const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' };

describe('orphans remove --state', () => {
  it('refuses what is in any of several states', async () => {
    const id = await orderVolume();
    const orphan = await orderVolume();
    pass(2 * HOUR_MS);
    const states = [
      ...['--state', stateFile(machinesWith([id]), 'dev.json')],
      ...['--state', stateFile(machinesWith([]), 'prod.json')],
    ];
    const listed = JSON.parse((await run(['orphans', '--json', ...states])).stdout) as Report[];
    expect(listed.find((report) => report.id === id)).toMatchObject({ inState: URN });
    expect(listed.find((report) => report.id === orphan)).toMatchObject({ inState: null });
    const { stderr } = await run(['orphans', 'remove', id, ...states, '--yes', '--force']);
    expect(stderr).toMatch(/is in the state, in urn:pulumi:dev::test/);
    const optionsFirst = await run(['orphans', ...states, 'remove', id, '--yes', '--force']);
    expect(optionsFirst.stderr).toMatch(/is in the state, in urn:pulumi:dev::test/);
    expect(await run(['orphans', 'remove', ...states, orphan, '--yes'])).toMatchObject({ code: 0 });
    pass(60_000);
    expect((await here.cloud.client.volumes.list({})).map((volume) => volume.id)).toEqual([id]);
  });

  // The engine writes such a state after a create has returned and before the resource is in state.
  it('removes a thing that the state names only in an interrupted create, because it is in no resource', async () => {
    const id = await orderVolume();
    pass(2 * HOUR_MS);
    const state = stateWithOperation('creating', id);
    expect(JSON.parse((await run(['orphans', '--json', '--state', state])).stdout)).toMatchObject([
      { id, inState: null },
    ]);
    expect(await run(['orphans', 'remove', id, '--state', state, '--yes'])).toMatchObject({ code: 0 });
    pass(60_000);
    expect(await billed()).toEqual([]);
  });

  it('refuses a thing that the state names in another interrupted operation', async () => {
    const id = await orderVolume();
    pass(2 * HOUR_MS);
    const state = stateWithOperation('deleting', id);
    const { stderr } = await run(['orphans', 'remove', id, '--state', state, '--yes']);
    expect(stderr).toMatch(/is in the state, in urn:pulumi:dev::test/);
    expect(await billed()).toEqual(['data']);
  });

  // A refresh writes the ids of everything that is attached to a machine into its outputs.
  it('removes a thing that the outputs of a resource only show', async () => {
    const id = await orderVolume();
    pass(2 * HOUR_MS);
    const outputs = { ownVolumeIds: ['another-volume'], volumeIds: ['another-volume', id] };
    const state = stateFile({ resources: [{ ...MACHINE, outputs }] });
    expect((await run(['orphans', '--state', state])).stdout).toContain('not in state');
    expect(await run(['orphans', 'remove', id, '--state', state, '--yes'])).toMatchObject({ code: 0 });
    pass(60_000);
    expect(await billed()).toEqual([]);
  });

  it.each([
    ['a volume that a machine shows before it was ready', { ...MACHINE, outputs: {} }, 'volumeIds'],
    ['a volume that was kept for a machine', { ...MACHINE, outputs: { ownVolumeIds: [] } }, 'keptVolumeIds'],
  ])('refuses %s', async (_, resource, output) => {
    const id = await orderVolume();
    pass(2 * HOUR_MS);
    const outputs = { ...resource.outputs, [output]: [id], osVolumeId: { secret: 'encrypted' } };
    const state = stateFile({ resources: [{ ...resource, outputs }] });
    const { stderr } = await run(['orphans', 'remove', id, '--state', state, '--yes']);
    expect(stderr).toMatch(/is in the state, in urn:pulumi:dev::test/);
  });

  it.each<[string, (id: string) => object]>([
    ['an argument of another resource', (id) => ({ ...MACHINE, inputs: { existingVolumes: [id] } })],
    [
      'a resource of another package',
      (id) => ({ ...MACHINE, type: 'command:local:Command', outputs: { id } }),
    ],
  ])('refuses a thing that %s names, and says what to do', async (_, resourceWith) => {
    const id = await orderVolume();
    pass(2 * HOUR_MS);
    const state = stateFile({ resources: [resourceWith(id)] });
    expect((await run(['orphans', '--state', state])).stdout).toContain(
      'named in state: urn:pulumi:dev::test',
    );
    const { stderr } = await run(['orphans', 'remove', id, '--state', state, '--yes', '--force']);
    expect(stderr).toContain('is named in the state, by urn:pulumi:dev::test');
    expect(stderr).not.toContain('destroy');
    expect(await billed()).toEqual(['data']);
  });

  it.each(['existingVolumes', 'ownVolumeIds'])(
    'detaches a volume of the machine that a resource in the state has in %s, and leaves it',
    async (property) => {
      const machine = await orderMachine();
      pass(2 * HOUR_MS);
      const scratch =
        (await here.cloud.client.volumes.list({})).find(({ name }) => name === 'scratch')?.id ?? '';
      const key = property === 'existingVolumes' ? 'inputs' : 'outputs';
      const state = stateFile({ resources: [{ ...MACHINE, [key]: { [property]: [scratch] } }] });
      const { code, stdout } = await run(['orphans', 'remove', machine, '--state', state, '--yes']);
      expect(stdout).toContain('Its other volumes were detached from it and stay billed:');
      expect(stdout).toContain(`volume scratch (${scratch})`);
      expect(code).toBe(0);
      pass(60_000);
      expect(await billed()).toEqual(['scratch']);
    },
  );

  describe('orphans remove --state with secrets', () => {
    const encrypted = { ...SECRET, ciphertext: 'v1:b5s2:rT9' };
    const TAG = 'pulumi-nodejs:dynamic/cloud-compute:Tag';

    it.each<[string, object]>([
      ['an argument', { ...MACHINE, inputs: { existingVolumes: [encrypted] } }],
      ['the volumes of a machine', { ...MACHINE, outputs: { ownVolumeIds: encrypted } }],
      ['the id of a tagged resource', { ...MACHINE, type: TAG, inputs: { resourceId: encrypted } }],
    ])('does not remove anything if %s is encrypted, and says what to do', async (_, resource) => {
      const id = await orderVolume();
      pass(2 * HOUR_MS);
      const state = stateFile({ resources: [resource] });
      const advice = 'Run `pulumi stack export --show-secrets --file state.json`';
      const { stderr, stdout } = await run(['orphans', '--json', '--state', state]);
      expect(stderr).toContain(`encrypted values that may name an id, in ${URN}. ${advice}`);
      expect(JSON.parse(stdout)).toMatchObject([{ id, inState: null }]);
      const args = ['orphans', 'remove', id, '--state', state, '--yes'];
      const refused = await run(args);
      expect(refused.stderr).toContain(`Nothing was removed. The state has encrypted values`);
      expect(refused.stderr).toContain(advice);
      expect(await billed()).toEqual(['data']);
      expect(await run([...args, '--force'])).toMatchObject({ code: 0 });
    });

    it.each(['existingVolumes', 'ownVolumeIds'])('reads %s that the export shows', async (property) => {
      const id = await orderVolume();
      pass(2 * HOUR_MS);
      const shown = { [property]: { ...SECRET, plaintext: JSON.stringify([id]) } };
      const state = stateFile({ resources: [{ ...MACHINE, inputs: shown, outputs: shown }] });
      const { stderr } = await run(['orphans', 'remove', id, '--state', state, '--yes', '--force']);
      expect(stderr).toMatch(/is (named in the state, by|in the state, in) urn:pulumi:dev::test/);
    });

    it('removes a thing although values that name no id of this package are encrypted', async () => {
      const id = await orderVolume();
      pass(2 * HOUR_MS);
      const type = 'pulumi-nodejs:dynamic/cloud-compute:StartupScript';
      const resources = [
        { ...MACHINE, inputs: { __provider: encrypted }, outputs: { jupyterToken: encrypted } },
        { ...MACHINE, type, inputs: { script: encrypted }, outputs: { script: encrypted } },
        { ...MACHINE, type: 'tls:index/privateKey:PrivateKey', outputs: { privateKeyPem: encrypted } },
        { ...MACHINE, inputs: { tags: { token: encrypted } } },
        { ...MACHINE, type: 'aws:rds/instance:Instance', inputs: { password: encrypted } },
        { ...MACHINE, type: 'pulumi:providers:aws', inputs: { secretKey: encrypted } },
        { ...MACHINE, type: 'pulumi:pulumi:Stack', custom: false, outputs: { token: encrypted } },
      ];
      const state = stateFile({ resources });
      expect(await run(['orphans', 'remove', id, '--state', state, '--yes'])).toMatchObject({
        ...{ code: 0, stderr: '' },
      });
    });
  });
});
