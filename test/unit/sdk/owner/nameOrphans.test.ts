// The end of a run names orphans, and removes nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Instance, Volume } from 'pulumi-cloud-compute';
import { intentLogIn } from '../../../../core/orphans/intentLog';
import { orderOf, pendingTag } from '../../../../core/pendingTag';
import { BilledResources } from '../../../../sdk/owner/billedResources';
import type { TestCloud } from '../support/cloud';
import { startCloud } from '../support/cloud';
import { OWNER, collectWarnings, deployTagged, engineOf } from '../support/ending';
import { PROGRAMS, endProgram, run, runInline, valueOf } from '../support/program';

const HOUR_MS = 3_600_000;

let cloud: TestCloud;
let warnings: string[];
beforeEach(async () => {
  cloud = await startCloud();
  warnings = collectWarnings();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await cloud.close();
});

interface Ordered {
  readonly name?: string;
  readonly stack?: string;
  readonly orderedAt?: number;
  readonly whenOrphaned?: 'keep';
}

const tagOf = ({ name = 'left', stack = 'stack', orderedAt = Date.now(), ...details }: Ordered) =>
  pendingTag(
    orderOf(
      { owner: OWNER, urn: `urn:pulumi:${stack}::project::pulumi-nodejs:dynamic/cloud-compute:Any::${name}` },
      details,
    ),
    orderedAt,
  );

const orderMachine = (order: Ordered = {}) => deployTagged(cloud, order.name ?? 'left', tagOf(order));

const orderVolume = (order: Ordered = {}) =>
  cloud.client.volumes.create({
    ...{ name: order.name ?? 'left', size: 10, type: 'NVMe', location_code: 'FIN-01', tags: [tagOf(order)] },
  });

/** If `ids` contains `state`, the outputs come from an older state, which names no created volumes. */
const engine = (ids: Record<string, string> = {}) =>
  engineOf(cloud, ids, ids['state'] ? { ownVolumeIds: [] } : {});

const machine = (name: string) => new Instance(name, { image: 'ubuntu-24.04' });

const billed = async () => {
  const [instances, volumes] = await Promise.all([
    cloud.client.instances.list(),
    cloud.client.volumes.list({}),
  ]);
  return [...instances, ...volumes].filter(({ tags }) => tags.length > 0).map(({ id }) => id);
};

describe.each(PROGRAMS)('the end of %s', (_, playOn) => {
  const play = (ids: Record<string, string>, program: () => unknown) => playOn(engine(ids), program);

  test('names things outside of the program, with price, age and the command, and removes nothing', async () => {
    const [trainer, left, disk] = await Promise.all([
      orderMachine({ name: 'trainer' }),
      orderMachine(),
      orderVolume({ name: 'disk', whenOrphaned: 'keep' }),
    ]);
    const [{ created_at: since, price_per_hour: price }] = await Promise.all([
      cloud.client.instances.get(left),
    ]);
    await play({ trainer }, () => machine('trainer'));
    expect(await billed()).toEqual([left, disk]);
    expect(warnings).toHaveLength(1);
    const [warning = ''] = warnings;
    expect(warning).toContain('not a resource of this program');
    expect(warning).toContain(`instance left (${left}), ${price} per hour, since ${since}`);
    expect(warning).toMatch(
      new RegExp(
        `volume disk \\(${disk}\\), .*; kept because of retainOnDelete or protect: only \`--force\` removes it`,
      ),
    );
    expect(warning).toMatch(
      /npx pulumi-cloud-compute orphans remove --state state\.json [-0-9a-f]+ [-0-9a-f]+$/,
    );
    expect(warning).not.toContain('did not reach');
  });

  test('names a machine with its volumes, and the command names only the machine', async () => {
    const tag = tagOf({});
    const left = await cloud.client.instances.deploy({
      ...{ hostname: 'left', description: 'trains', image: 'ubuntu-24.04' },
      ...{ instance_type: '1V100.6V', location_code: 'FIN-01', tags: [tag] },
      volumes: [{ name: 'scratch', size: 10, type: 'NVMe', tags: [tag] }],
    });
    const scratch = (await cloud.client.volumes.list({})).find(({ name }) => name === 'scratch')?.id ?? '';
    await play({}, () => machine('trainer'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(new RegExp(`instance left \\(${left}\\).*with its volumes .*${scratch}`));
    expect(warnings[0]).toMatch(new RegExp(`state\\.json ${left}$`));
    const held = await cloud.client.volumes.list({});
    const prices = [
      (await cloud.client.instances.get(left)).price_per_hour,
      ...held.map((one) => one.base_hourly_cost),
    ];
    const sum = Number(prices.reduce((one, other) => one + other, 0).toPrecision(4));
    for (const { id } of held)
      expect(warnings[0]).toMatch(new RegExp(`holds the volume .*\\(${id}\\), .* per hour`));
    expect(held).toHaveLength(2);
    expect(warnings[0]).toContain(`together ${String(sum)} per hour`);
  });

  /** A machine of the program with a volume that this stack ordered and attached. */
  async function withAddedVolume(order: Ordered = {}) {
    const trainer = await orderMachine({ name: 'trainer' });
    cloud.emulator.clock.advance(600_000);
    await cloud.client.instances.perform({ action: 'shutdown', id: trainer });
    cloud.emulator.clock.advance(600_000);
    const tag = tagOf({ name: 'trainer', orderedAt: cloud.emulator.clock.now(), ...order });
    const more = await cloud.client.volumes.create({
      ...{ name: 'more', size: 10, type: 'NVMe', location_code: 'FIN-01', tags: [tag] },
      instance_ids: [trainer],
    });
    return { trainer, more };
  }

  test('names a volume that was ordered before a rename of the stack, and is on a machine of the program', async () => {
    const { trainer, more } = await withAddedVolume({ name: 'more', stack: 'before' });
    await play({ trainer, state: 'lists its volumes' }, () => machine('trainer'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`before it was renamed`);
    expect(warnings[0]).toContain(`volume more (${more})`);
  });

  test('names a volume that an interrupted run attached to a machine, with the command that removes it', async () => {
    const { trainer, more } = await withAddedVolume();
    await play({ trainer, state: 'lists its volumes' }, () => machine('trainer'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('Ordered by this stack, billed, and not a resource of this program');
    expect(warnings[0]).toMatch(new RegExp(`orphans remove --state state\\.json ${more}$`));
  });

  test('does not name a volume of a machine whose outputs do not list its volumes yet', async () => {
    const { trainer } = await withAddedVolume();
    await play({ trainer }, () => machine('trainer'));
    expect(warnings).toEqual([]);
  });

  test('names the operating-system volume of an evicted machine, which no order tags', async () => {
    const urn = 'urn:pulumi:stack::project::pulumi-nodejs:dynamic/cloud-compute:Any::left';
    const left = await cloud.client.instances.deploy({
      ...{ hostname: 'left', description: 'trains', image: 'ubuntu-24.04', is_spot: true },
      ...{ instance_type: '1V100.6V', location_code: 'FIN-01' },
      os_volume: { name: 'left-os', size: 50, on_spot_discontinue: 'keep_detached' },
      tags: [pendingTag(orderOf({ owner: OWNER, urn }, { hasUntaggedVolumes: true }), Date.now())],
    });
    cloud.emulator.clock.advance(60_000);
    cloud.emulator.control.evict(left);
    cloud.emulator.clock.advance(60_000);
    const [disk] = await cloud.client.volumes.list({});
    await play({}, () => machine('trainer'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`volume left-os (${disk?.id ?? ''})`);
  });

  test('does not warn without orphans', async () => {
    const trainer = await orderMachine({ name: 'trainer' });
    await play({ trainer }, () => machine('trainer'));
    expect(warnings).toEqual([]);
  });

  test('prints no command for things that a copy of the stack ordered, or that carry a copied tag', async () => {
    const others = await Promise.all([
      orderMachine({ stack: 'before-it-was-renamed' }),
      orderMachine({ orderedAt: Date.now() - HOUR_MS }),
    ]);
    await play({}, () => new Volume('data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' }));
    expect(warnings).toHaveLength(1);
    for (const id of others) expect(warnings[0]).toContain(id);
    expect(warnings[0]).not.toContain('npx');
    expect(await billed()).toEqual(others);
  });

  test('does not name the volumes of a machine that is not ready yet, although the machine does not show them', async () => {
    const trainer = await orderMachine({ name: 'trainer' });
    await cloud.client.instances.perform({ action: 'force_shutdown', id: trainer });
    cloud.emulator.clock.advance(60_000);
    const volume = await orderVolume();
    await cloud.client.volumes.perform({ action: 'attach', id: volume, instance_id: trainer });
    await play({ trainer }, () => machine('trainer'));
    expect(warnings).toEqual([]);
  });
});

test('a preview names nothing', async () => {
  await orderMachine();
  await runInline({ ...engine(), preview: true }, () => machine('trainer'));
  expect(warnings).toEqual([]);
});

test('inline programs add no listener to their process', async () => {
  const before = process.listenerCount('beforeExit');
  for (const name of ['a', 'b', 'c']) await runInline(engine(), () => machine(name));
  expect(process.listenerCount('beforeExit')).toBe(before);
});

test('programs that end with their process share one listener', async () => {
  const before = process.listenerCount('beforeExit');
  for (const name of ['a', 'b', 'c']) {
    await run(engine());
    await valueOf(machine(name).id);
  }
  expect(process.listenerCount('beforeExit')).toBe(before + 1);
  await endProgram();
});

test('a volume whose restore was interrupted is named, unless it is a resource of the program', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-home-'));
  const before = process.env['PULUMI_HOME'];
  try {
    process.env['PULUMI_HOME'] = home;
    const where = { type: 'NVMe', location_code: 'FIN-01' } as const;
    const id = await cloud.client.volumes.create({ name: 'archive', size: 10, ...where });
    intentLogIn({ PULUMI_HOME: home }).addRestore(OWNER, id);
    const volume = () => new Volume('data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' });
    await runInline(engine({ data: 'another' }), volume);
    expect(warnings).toEqual([expect.stringContaining(`volume archive (${id})`)]);
    await runInline(engine({ data: id }), volume);
    expect(warnings).toHaveLength(1);
  } finally {
    if (before === undefined) delete process.env['PULUMI_HOME'];
    else process.env['PULUMI_HOME'] = before;
    rmSync(home, { recursive: true });
  }
});

test('a run that did not reach all resources of the program says so', async () => {
  const left = await orderMachine();
  const names = new BilledResources(
    () => cloud.client,
    (text) => void warnings.push(text),
    stackHash(),
  );
  names.ownedBy(Promise.resolve(OWNER));
  names.follow('instances', { id: { promise: () => Promise.resolve(undefined) } } as never);
  await names.registered();
  await names.finish();
  expect(warnings).toEqual([
    expect.stringMatching(new RegExp(`instance left \\(${left}\\)[^]* This run did not reach all resources`)),
  ]);
});

test('a cloud that does not answer delays the end of a run only briefly', async () => {
  cloud.emulator.control.faults.add({
    ...{ kind: 'delay', operation: 'listInstances', milliseconds: 1_000, times: 'always' },
  });
  const names = new BilledResources(
    () => cloud.client,
    (text) => void warnings.push(text),
    stackHash(),
    20,
  );
  names.ownedBy(Promise.resolve(OWNER));
  await names.registered();
  await names.finish();
  expect(warnings).toEqual([
    expect.stringMatching(/Could not look for pending tags and orphans.*has not answered/),
  ]);
});

const stackHash = () => tagOf({}).value.split('.')[2] ?? '';
