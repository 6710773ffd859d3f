// The built command against the emulator, as a user runs it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Report } from '../../../../cli/orphans/report';
import { orderOf, pendingTag } from '../../../../core/pendingTag';
import type { TestCloud } from '../../sdk/cloud';
import { startCloud } from '../../sdk/cloud';
import type { Ending } from '../command';
import { credentialsFor, hasTerminals, runCommand, runOnTerminal } from '../command';

const OWNER = '0a1b2c3d4e5f';
const HOUR_MS = 3_600_000;
const URN = 'urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Instance::trainer';

let cloud: TestCloud;
let folder: string;
beforeEach(async () => {
  cloud = await startCloud({ timeScale: 30 });
  folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-orphans-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await cloud.close();
});

const credentials = () => credentialsFor(cloud.emulator.url);

const run = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ending> =>
  runCommand(args, { ...credentials(), ...environment });

/** A machine in a state. */
const MACHINE = { urn: URN, id: 'another', type: 'pulumi-nodejs:dynamic/cloud-compute:Instance' };

/** A state file that contains these ids. */
const stateOf = (...ids: string[]): string => stateFile(machinesWith(ids));

const machinesWith = (ids: readonly string[]) => ({
  resources: ids.map((id) => ({ ...MACHINE, outputs: { ownVolumeIds: [id] } })),
});

/** The state file of an interrupted run. */
const stateWithOperation = (type: string, id: string): string =>
  stateFile({ resources: [], pending_operations: [{ resource: { urn: URN, id }, type }] });

function stateFile(deployment: object, name = 'state.json'): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify({ version: 3, deployment }));
  return file;
}

const tag = (options: { whenOrphaned?: 'keep' | 'saved' } = {}, orderedAt = cloud.emulator.clock.now()) =>
  pendingTag(orderOf({ owner: OWNER, urn: URN }, { hasUntaggedVolumes: true, ...options }), orderedAt);

type Tags = { key: string; value: string }[];

/** A machine with a data volume, as an order of the stack leaves it. */
const orderMachine = (tags: Tags = [tag()]) =>
  cloud.client.instances.deploy({
    ...{ hostname: 'trainer', description: 'trains', image: 'ubuntu-24.04' },
    ...{ instance_type: '1V100.6V', location_code: 'FIN-01', tags },
    volumes: [{ name: 'scratch', size: 10, type: 'NVMe', tags }],
  });

const orderVolume = (tags: Tags = [tag()]) =>
  cloud.client.volumes.create({ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01', tags });

const billed = async (): Promise<string[]> => {
  const [instances, volumes] = await Promise.all([
    cloud.client.instances.list(),
    cloud.client.volumes.list({}),
  ]);
  return [...instances.map(({ hostname }) => hostname), ...volumes.map(({ name }) => name)].sort();
};

/** Advances the cloud's clock. */
const pass = (ms: number) => {
  cloud.emulator.clock.advance(ms);
};

describe('orphans', () => {
  it('lists things that have a pending tag, with price, age, owner and stack', async () => {
    const id = await orderMachine();
    await orderVolume([]);
    pass(3 * HOUR_MS);
    const { stdout, code } = await run(['orphans']);
    const [headings, line, ...more] = stdout.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(headings).toMatch(/^KIND +NAME +ID +PER HOUR +AGE +OWNER +STACK$/);
    expect(line).toMatch(
      new RegExp(`^instance +trainer +${id} +0\\.1381 +3 h +${OWNER} +[0-9a-f]{8} +with 2 volumes$`),
    );
    expect(more).toEqual([]);
  });

  it('escapes control characters of names', async () => {
    const order = { size: 10, type: 'NVMe' as const, location_code: 'FIN-01', tags: [tag()] };
    const id = await cloud.client.volumes.create({ ...order, name: 'data\n\u001b[2K' });
    const escaped = 'data\\u000a\\u001b[2K';
    expect((await run(['orphans'])).stdout.split('\n')[1]?.split(/ {2,}/)[1]).toBe(escaped);
    const { stderr } = await run(['orphans', 'remove', '--state', stateOf(id), '--yes', id]);
    expect(stderr).toContain(`volume ${escaped} (${id}): is in the state`);
  });

  it('says that there are no orphans', async () => {
    expect(await run(['orphans'])).toEqual({
      ...{ code: 0, stderr: '', stdout: 'No resource in this project has a pending tag.\n' },
    });
  });

  it('marks things in a state, copied tags and tags of other versions', async () => {
    const [known, copied, old] = await Promise.all([
      orderVolume(),
      orderVolume([tag({}, cloud.emulator.clock.now() - HOUR_MS)]),
      orderVolume([{ key: 'pulumi-pending', value: `${OWNER}.0123456789abcdef.drop..` }]),
    ]);
    const { stdout } = await run(['orphans', '--json', '--state', stateOf(known)]);
    const reports = new Map((JSON.parse(stdout) as Report[]).map((report) => [report.id, report]));
    expect(reports.get(known)).toMatchObject({
      kind: 'volume',
      inState: URN,
      isItsOwnTag: true,
      owner: OWNER,
    });
    expect(reports.get(copied)).toMatchObject({ inState: null, isItsOwnTag: false });
    expect(reports.get(old)).toMatchObject({ inState: null, isItsOwnTag: null, stack: null });
  });
});

describe('orphans remove', () => {
  it('moves a machine and the volumes that were created with it to the trash', async () => {
    const id = await orderMachine();
    await orderVolume([]);
    pass(2 * HOUR_MS);
    const { code, stdout } = await run(['orphans', 'remove', '--state', stateOf(), '--yes', id]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Removed the instance trainer \\(${id}\\), with its volumes`));
    pass(60_000);
    expect(await billed()).toEqual(['data']);
    expect((await cloud.client.volumes.trash()).map(({ name }) => name)).toHaveLength(2);
  });

  it('deletes a failed deployment permanently', async () => {
    cloud.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    const id = await orderMachine();
    pass(2 * HOUR_MS);
    expect((await cloud.client.instances.get(id)).status).toBe('installation_failed');
    expect((await run(['orphans', 'remove', '--state', stateOf(), '--yes', id])).code).toBe(0);
    pass(60_000);
    expect(await billed()).toEqual([]);
    expect((await cloud.client.volumes.trash()).filter((volume) => !volume.is_permanently_deleted)).toEqual(
      [],
    );
  });

  it('detaches other volumes, and keeps them', async () => {
    const id = await orderMachine();
    pass(HOUR_MS);
    await cloud.client.instances.perform({ action: 'force_shutdown', id });
    pass(HOUR_MS);
    const theirs = await cloud.client.volumes.create({
      ...{ name: 'theirs', size: 10, type: 'NVMe', location_code: 'FIN-01', instance_ids: [id] },
    });
    pass(60_000);
    const { code, stdout, stderr } = await run([
      ...['orphans', 'remove', '--state', stateOf(), '--yes', '--json', id],
    ]);
    expect(code).toBe(0);
    pass(60_000);
    const left = await cloud.client.volumes.list({});
    expect(left).toMatchObject([{ name: 'theirs', status: 'detached' }]);
    // The array has only what was removed.
    expect(JSON.parse(stdout)).toHaveLength(3);
    expect(stdout).not.toContain(theirs);
    expect(stderr).toContain(`volume theirs (${theirs})`);
  });

  it('names the volumes that it detaches, because they stay billed', async () => {
    const other = { key: 'pulumi-pending', value: `3.${OWNER}.a.0123456789abcdef.drop.x` };
    const id = await orderMachine([other]);
    pass(2 * HOUR_MS);
    const { os_volume_id: osVolume } = await cloud.client.instances.get(id);
    const listed = JSON.parse((await run(['orphans', '--json'])).stdout) as Report[];
    const [scratch] = listed.filter(({ kind }) => kind === 'volume').map((report) => report.id);
    expect(listed.find(({ kind }) => kind === 'instance')).toMatchObject({
      volumeIds: [],
      otherVolumeIds: expect.arrayContaining([osVolume, scratch]) as string[],
    });
    expect((await run(['orphans'])).stdout).toContain('leaves 2 volumes');
    const { code, stdout } = await run([
      ...['orphans', 'remove', '--state', stateOf(), '--yes', '--force', id, scratch ?? ''],
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(
        `^Removed the instance trainer \\(${id}\\)\\.\\n` +
          `Its other volumes were detached from it and stay billed:\\n {2}volume [^\\n]* \\(${String(osVolume)}\\), .* per hour, since .*\\n` +
          `Removed the volume scratch`,
      ),
    );
    pass(60_000);
    expect(await cloud.client.volumes.list({})).toMatchObject([{ id: osVolume, status: 'detached' }]);
  });

  it.each<[string, () => Promise<string[]>, RegExp]>([
    ['an id in the state', async () => [await orderVolume()], /is in the state, in urn:pulumi:dev::test/],
    ['an id without a pending tag', async () => [await orderVolume([])], /has no pending tag/],
    [
      'a resource with a copied tag',
      async () => [await orderVolume([tag({}, cloud.emulator.clock.now() - HOUR_MS)]), '--force'],
      /somebody has probably copied/,
    ],
    [
      'a protected or retained resource',
      async () => [await orderVolume([tag({ whenOrphaned: 'keep' })])],
      /is protected or retained on delete\. Add --force/,
    ],
    [
      'what a run of the native plugin has saved',
      async () => [await orderVolume([tag({ whenOrphaned: 'saved' })])],
      /was in the state of a stack\. Add --force/,
    ],
    [
      'an order of another version of the package',
      async () => [await orderVolume([{ key: 'pulumi-pending', value: `${OWNER}.0123456789abcdef.drop..` }])],
      /another version of the package.*Add --force/,
    ],
  ])('refuses %s, and removes nothing else either', async (title, order, sentence) => {
    const [id = '', ...flags] = await order();
    const other = await orderVolume();
    pass(2 * HOUR_MS);
    const state = stateOf(...(title === 'an id in the state' ? [id] : []));
    const { code, stderr } = await run(['orphans', 'remove', id, other, '--state', state, '--yes', ...flags]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: Nothing was removed\.\n/);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain(other);
    expect(await billed()).toEqual(['data', 'data']);
  });

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
    expect((await cloud.client.volumes.list({})).map((volume) => volume.id)).toEqual([id]);
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

  it('refuses an order younger than an hour, unless forced', async () => {
    const id = await orderVolume();
    pass(HOUR_MS / 2);
    const { stderr } = await run(['orphans', 'remove', id, '--state', stateOf(), '--yes']);
    expect(stderr).toMatch(/was ordered less than an hour ago.*Add --force/);
    expect(await billed()).toEqual(['data']);
    const { stdout } = await run(['orphans', 'remove', id, '--yes', '--force', '--json']);
    expect(JSON.parse(stdout)).toEqual([id]);
    pass(60_000);
    expect(await billed()).toEqual([]);
  });

  it('refuses a volume that is removed with its machine, and names the machine', async () => {
    const id = await orderMachine();
    pass(2 * HOUR_MS);
    const scratch = (await cloud.client.volumes.list({})).find(({ name }) => name === 'scratch')?.id ?? '';
    const { stderr } = await run(['orphans', 'remove', scratch, '--state', stateOf(), '--yes']);
    expect(stderr).toMatch(new RegExp(`was created with the instance trainer \\(${id}\\)`));
  });

  it('accepts a volume together with its machine', async () => {
    const id = await orderMachine();
    pass(2 * HOUR_MS);
    const scratch = (await cloud.client.volumes.list({})).find(({ name }) => name === 'scratch')?.id ?? '';
    expect((await run(['orphans', 'remove', scratch, id, '--state', stateOf(), '--yes'])).code).toBe(0);
    pass(60_000);
    expect(await billed()).toEqual([]);
  });

  describe('of a volume that is attached to a machine', () => {
    const attachedVolume = async (machine: string) =>
      cloud.client.volumes.create({
        ...{ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01', instance_ids: [machine] },
        tags: [tag()],
      });

    it.each([
      ['without --force', []],
      ['with --force', ['--force']],
    ])('is refused at once with the name of the machine and what to do: %s', async (_, flags) => {
      const machine = await orderMachine([]);
      pass(60_000);
      await cloud.client.instances.perform({ action: 'shutdown', id: machine });
      pass(60_000);
      const id = await attachedVolume(machine);
      pass(2 * HOUR_MS);
      const { code, stderr } = await run([
        ...['orphans', 'remove', id, '--state', stateOf(), '--yes'],
        ...flags,
      ]);
      expect(code).toBe(1);
      expect(stderr).toContain('Nothing was removed.');
      expect(stderr).toContain(`volume data (${id}): is attached to the instance trainer (${machine})`);
      expect(stderr).toContain('shut the instance down and detach the volume in the console first');
      expect(await billed()).toContain('data');
    });

    it('removes it after the machine if the machine is named too', async () => {
      const machine = await orderMachine([tag()]);
      pass(60_000);
      await cloud.client.instances.perform({ action: 'shutdown', id: machine });
      pass(900_000);
      const id = await attachedVolume(machine);
      pass(2 * HOUR_MS);
      const { code, stderr } = await run([
        ...['orphans', 'remove', id, machine, '--state', stateOf(), '--yes'],
      ]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      pass(60_000);
      expect(await billed()).toEqual([]);
    });
  });

  it.each(['existingVolumes', 'ownVolumeIds'])(
    'detaches a volume of the machine that a resource in the state has in %s, and leaves it',
    async (property) => {
      const machine = await orderMachine();
      pass(2 * HOUR_MS);
      const scratch = (await cloud.client.volumes.list({})).find(({ name }) => name === 'scratch')?.id ?? '';
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
});

(hasTerminals ? describe : describe.skip)('orphans remove on a terminal', () => {
  it.each([
    ['y', 'y\r', []],
    ['yes, in capitals', 'YES\r', []],
    ['n', 'n\r', ['data']],
    ['nothing', '\r', ['data']],
    ['something else', 'yellow\r', ['data']],
    ['Ctrl-D', '\u0004', ['data']],
    ['Ctrl-C', '\u0003', ['data']],
  ])('shows the things to be removed, asks, and follows the answer %s', async (_, answer, left) => {
    const id = await orderVolume();
    pass(2 * HOUR_MS);
    const { code, screen } = await runOnTerminal(
      ['orphans', 'remove', '--state', stateOf(), id],
      credentials(),
      { answer },
    );
    expect(code).toBe(0);
    expect(screen).toMatch(
      new RegExp(`^These will be removed:\\r\\n {2}volume data \\(${id}\\), .* per hour, since .*\\r\\n`),
    );
    expect(screen).toContain('Remove them? [y/N]');
    expect(screen).toContain(left.length === 0 ? `Removed the volume data (${id}).` : 'Nothing was removed.');
    pass(60_000);
    expect(await billed()).toEqual(left);
  });

  it('names the volumes that will stay billed before it asks', async () => {
    const id = await orderMachine([{ key: 'pulumi-pending', value: `3.${OWNER}.a.0123456789abcdef.drop.x` }]);
    pass(2 * HOUR_MS);
    const { os_volume_id: osVolume } = await cloud.client.instances.get(id);
    const { screen } = await runOnTerminal(
      ['orphans', 'remove', '--state', stateOf(), '--force', id],
      credentials(),
      { answer: 'n\r' },
    );
    const [question = ''] = screen.split('[y/N]');
    expect(question).toContain('These other volumes on them will be detached, and stay billed:');
    expect(question).toContain(`(${String(osVolume)})`);
    expect(await billed()).toHaveLength(3);
  });

  it('shows what it does and for how long, and removes that line again', async () => {
    const id = await orderMachine();
    pass(2 * HOUR_MS);
    const { screen } = await runOnTerminal(
      ['orphans', 'remove', '--state', stateOf(), '--yes', id],
      credentials(),
    );
    expect(screen).toMatch(new RegExp(`Removing 1 of 1: instance trainer \\(${id}\\), \\d+ s`));
    const shown = screen.slice(screen.lastIndexOf('\u001b[2K'));
    expect(shown).not.toContain('Removing');
    expect(shown).toMatch(new RegExp(`Removed the instance trainer \\(${id}\\)`));
  });
});

describe('bad input', () => {
  const state = (text: string) => () => {
    const file = path.join(folder, 'bad.json');
    writeFileSync(file, text);
    return ['orphans', '--state', file];
  };

  it.each<[string, () => string[], NodeJS.ProcessEnv, RegExp]>([
    ['no state', () => ['orphans', 'remove', 'x', '--yes'], {}, /Without --state the command cannot check/],
    ['no terminal for the question', () => ['orphans', 'remove', 'x', '--state', stateOf()], {}, /add --yes/],
    ['a missing state file', () => ['orphans', '--state', 'missing.json'], {}, /there is no such file/],
    ['a state that is not JSON', state('{'), {}, /it is not JSON/],
    ['a state without a deployment', state('[]'), {}, /it has no deployment/],
    [
      'a missing variable',
      () => ['orphans'],
      { CLOUD_COMPUTE_CLIENT_ID: '' },
      /CLOUD_COMPUTE_CLIENT_ID must be set/,
    ],
    ['wrong credentials', () => ['orphans'], { CLOUD_COMPUTE_CLIENT_SECRET: 'wrong' }, /credentials/],
  ])('gets an error message without a stack trace: %s', async (_, args, environment, sentence) => {
    const { code, stderr } = await run(args(), environment);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('has an exit code of its own: an unknown option', async () => {
    const { code, stderr } = await run(['orphans', '--all']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "error: unknown option '--all'\n" });
  });
});
