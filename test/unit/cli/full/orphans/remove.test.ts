// The built command against the emulator, as a user runs it.
import type { Report } from '../../../../../cli/orphans/report';
import { orderOf, pendingTag, restoreMeaning } from '../../../../../core/pendingTag';
import { HOUR_MS, OWNER, URN, orphansInACloud } from './orphansInACloud';

const { here, run, stateOf, tag, orderMachine, orderVolume, billed, pass } = orphansInACloud();

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
    expect((await here.cloud.client.volumes.trash()).map(({ name }) => name)).toHaveLength(2);
  });

  it('deletes a failed deployment permanently', async () => {
    here.cloud.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    const id = await orderMachine();
    pass(2 * HOUR_MS);
    expect((await here.cloud.client.instances.get(id)).status).toBe('installation_failed');
    expect((await run(['orphans', 'remove', '--state', stateOf(), '--yes', id])).code).toBe(0);
    pass(60_000);
    expect(await billed()).toEqual([]);
    expect(
      (await here.cloud.client.volumes.trash()).filter((volume) => !volume.is_permanently_deleted),
    ).toEqual([]);
  });

  it('detaches other volumes, and keeps them', async () => {
    const id = await orderMachine();
    pass(HOUR_MS);
    await here.cloud.client.instances.perform({ action: 'force_shutdown', id });
    pass(HOUR_MS);
    const theirs = await here.cloud.client.volumes.create({
      ...{ name: 'theirs', size: 10, type: 'NVMe', location_code: 'FIN-01', instance_ids: [id] },
    });
    pass(60_000);
    const { code, stdout, stderr } = await run([
      ...['orphans', 'remove', '--state', stateOf(), '--yes', '--json', id],
    ]);
    expect(code).toBe(0);
    pass(60_000);
    const left = await here.cloud.client.volumes.list({});
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
    const { os_volume_id: osVolume } = await here.cloud.client.instances.get(id);
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
    expect(await here.cloud.client.volumes.list({})).toMatchObject([{ id: osVolume, status: 'detached' }]);
  });

  it.each<[string, () => Promise<string[]>, RegExp]>([
    ['an id in the state', async () => [await orderVolume()], /is in the state, in urn:pulumi:dev::test/],
    ['an id without a pending tag', async () => [await orderVolume([])], /has no pending tag/],
    [
      'a resource with a copied tag',
      async () => [await orderVolume([tag({}, here.cloud.emulator.clock.now() - HOUR_MS)])],
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
      async () => [
        await orderVolume([
          { key: 'pulumi-pending', value: `3.${OWNER}.01234567.0123456789abcdef.drop.a new form` },
        ]),
      ],
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

  it('removes a copy with --force, and shows both things with their times of creation', async () => {
    const pending = tag();
    const original = await orderVolume([pending]);
    pass(60_000);
    const copy = await orderVolume([pending]);
    pass(2 * HOUR_MS);
    const both = [copy, original].map(async (id) => (await here.cloud.client.volumes.get(id)).created_at);
    const [copied = '', ordered = ''] = await Promise.all(both);
    const refused = await run(['orphans', 'remove', copy, '--state', stateOf(), '--yes']);
    expect(refused.stderr).toContain(`which made ${original}`);
    expect(refused.stderr).toContain(`orphans remove --force ${copy}`);
    const { stdout } = await run(['orphans', 'remove', copy, '--state', stateOf(), '--yes', '--force']);
    for (const text of [copy, original, copied, ordered]) expect(stdout).toContain(text);
    expect((await here.cloud.client.volumes.get(original)).status).toBe('detached');
    expect((await here.cloud.client.volumes.get(copy)).status).not.toBe('detached');
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

  it('removes a volume that was restored for a program that keeps it only if it is forced', async () => {
    const id = await orderVolume([]);
    pass(2 * HOUR_MS);
    const restored = orderOf(
      { owner: OWNER, urn: URN },
      { whenOrphaned: 'keep', meaning: restoreMeaning(id) },
    );
    await here.cloud.client.tags.add('volumes', id, pendingTag(restored, here.cloud.emulator.clock.now()));
    pass(2 * HOUR_MS);
    const remove = ['orphans', 'remove', id, '--state', stateOf(), '--yes'];
    expect((await run(remove)).stderr).toMatch(/is protected or retained on delete. Add --force/);
    expect(await run([...remove, '--force'])).toMatchObject({ code: 0 });
    pass(60_000);
    expect(await billed()).toEqual([]);
  });

  it('prints with --json what is removed also if the cloud refuses the next one', async () => {
    const ids = [await orderVolume(), await orderVolume()];
    pass(2 * HOUR_MS);
    here.cloud.emulator.control.faults.add({
      kind: 'status',
      status: 402,
      operation: 'deleteVolume',
      skip: 1,
    });
    const { code, stdout, stderr } = await run([
      ...['orphans', 'remove', ...ids, '--state', stateOf(), '--yes', '--json'],
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('402');
    expect(JSON.parse(stdout)).toEqual([ids[0]]);
  });

  it('refuses a volume that is removed with its machine, and names the machine', async () => {
    const id = await orderMachine();
    pass(2 * HOUR_MS);
    const scratch =
      (await here.cloud.client.volumes.list({})).find(({ name }) => name === 'scratch')?.id ?? '';
    const { stderr } = await run(['orphans', 'remove', scratch, '--state', stateOf(), '--yes']);
    expect(stderr).toMatch(new RegExp(`was created with the instance trainer \\(${id}\\)`));
  });

  it('accepts a volume together with its machine', async () => {
    const id = await orderMachine();
    pass(2 * HOUR_MS);
    const scratch =
      (await here.cloud.client.volumes.list({})).find(({ name }) => name === 'scratch')?.id ?? '';
    expect((await run(['orphans', 'remove', scratch, id, '--state', stateOf(), '--yes'])).code).toBe(0);
    pass(60_000);
    expect(await billed()).toEqual([]);
  });

  it('refuses a volume that was ordered with a machine which may be in a state, unless forced', async () => {
    await orderVolume([tag({ hasUntaggedVolumes: true })]);
    const [volume] = await here.cloud.client.volumes.list({});
    pass(2 * HOUR_MS);
    const command = ['orphans', 'remove', volume?.id ?? '', '--state', stateOf(), '--yes'];
    expect((await run(command)).stderr).toContain(
      'was ordered with a machine that may be in a state. Add --force',
    );
    expect((await run([...command, '--force'])).code).toBe(0);
    pass(60_000);
    expect(await billed()).toEqual([]);
  });

  describe('a volume that is attached to a machine', () => {
    const attachedVolume = async (machine: string) =>
      here.cloud.client.volumes.create({
        ...{ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01', instance_ids: [machine] },
        tags: [tag()],
      });

    it.each([
      ['without --force', []],
      ['with --force', ['--force']],
    ])('is refused at once with the name of the machine and what to do: %s', async (_, flags) => {
      const machine = await orderMachine([]);
      pass(60_000);
      await here.cloud.client.instances.perform({ action: 'shutdown', id: machine });
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

    it('is removed after the machine if the machine is named too', async () => {
      const machine = await orderMachine([tag({ hasUntaggedVolumes: true })]);
      pass(60_000);
      await here.cloud.client.instances.perform({ action: 'shutdown', id: machine });
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
});
