// The end of a run after an interrupted run: lists may not contain the interrupted orders yet.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { LAG_MS, intentLogIn } from '../../../../core/orphans/intentLog';
import { resourceHashOf } from '../../../../core/pendingTag';
import { BilledResources } from '../../../../sdk/owner/billedResources';
import type { TestCloud } from '../support/cloud';
import { startCloud } from '../support/cloud';

const OWNER = '0a1b2c3d4e5f';

let cloud: TestCloud;
let warnings: string[];
let home: string;
let now: number;
const pulumiHome = process.env['PULUMI_HOME'];
beforeEach(async () => {
  cloud = await startCloud();
  warnings = [];
  home = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-home-'));
  process.env['PULUMI_HOME'] = home;
  now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(async () => {
  jest.restoreAllMocks();
  if (pulumiHome === undefined) delete process.env['PULUMI_HOME'];
  else process.env['PULUMI_HOME'] = pulumiHome;
  rmSync(home, { recursive: true });
  await cloud.close();
});

const log = () => intentLogIn({ PULUMI_HOME: home });

const urnOf = (name: string) =>
  `urn:pulumi:stack::project::pulumi-nodejs:dynamic/cloud-compute:Volume::${name}`;

interface Followed {
  /** Default: the run did not reach it, and its id is not known. */
  readonly createdAt?: number;
}

const followed = (name: string, { createdAt }: Followed) => {
  const id = createdAt === undefined ? undefined : `${name}-id`;
  return {
    urn: pulumi.output(urnOf(name)),
    id: pulumi.output(id),
    __createdAt: pulumi.output(createdAt),
  } as never;
};

/** Runs a program that ends after so many ms. By default, it orders something. */
async function runFor(
  ms: number,
  resources: Readonly<Record<string, Followed>> = {},
  orders: readonly string[] = ['first'],
): Promise<void> {
  const billed = new BilledResources(
    () => cloud.client,
    (text) => void warnings.push(text),
    '01234567',
    // A busy machine may be slow; here the cloud always answers.
    60_000,
  );
  billed.ownedBy(Promise.resolve(OWNER));
  for (const [name, one] of Object.entries(resources)) billed.follow('volumes', followed(name, one));
  await billed.registered();
  await new Promise(setImmediate);
  for (const order of orders) log().addOrder(OWNER, order);
  now += ms;
  await billed.finish();
}

test('a run that ends before lists can show interrupted orders warns, and leaves the log open', async () => {
  log().addOrder(OWNER, 'first');
  await runFor(LAG_MS - 1);
  expect(warnings).toEqual([
    expect.stringMatching(
      /interrupted.*may not be listed yet.*`npx pulumi-cloud-compute orphans --state FILE`/s,
    ),
  ]);
  expect(log().isOpen(OWNER)).toBe(true);
});

test('a longer run does not warn, and closes the log', async () => {
  log().addOrder(OWNER, 'first');
  await runFor(LAG_MS);
  expect(warnings).toEqual([]);
  expect(log().isOpen(OWNER)).toBe(false);
});

describe('a short run after another short run, after an interrupted one', () => {
  /** Notes an order of a process that has ended. */
  const killed = (order: string, author = spawnSync(process.execPath, ['--version']).pid) => {
    intentLogIn({ PULUMI_HOME: home }, author).addOrder(OWNER, order);
    const folder = path.join(home, 'cloud-compute');
    for (const file of readdirSync(folder).filter((name) => name.endsWith(order)))
      utimesSync(path.join(folder, file), now / 1_000, now / 1_000);
  };
  const shortRun = async () => {
    warnings.length = 0;
    await runFor(1, {}, []);
    return warnings.length;
  };

  beforeEach(async () => {
    killed('interrupted');
    now += 1;
    expect(await shortRun()).toBe(1);
    expect(warnings).toEqual([expect.stringMatching(/may not be listed yet/)]);
  });

  test('does not warn again, and closes the log, once lists show the interrupted orders', async () => {
    now += LAG_MS;
    expect(await shortRun()).toBe(0);
    expect(log().isOpen(OWNER)).toBe(false);
  });

  test('warns before that, however many short runs there are', async () => {
    now += LAG_MS / 2;
    expect(await shortRun()).toBe(1);
    expect(log().isOpen(OWNER)).toBe(true);
    now += LAG_MS / 2;
    expect(await shortRun()).toBe(0);
    expect(log().isOpen(OWNER)).toBe(false);
  });

  test('warns if another run was interrupted meanwhile', async () => {
    now += LAG_MS;
    killed('later');
    now += 1;
    expect(await shortRun()).toBe(1);
    expect(log().isOpen(OWNER)).toBe(true);
  });

  test('warns while the process of another order runs', async () => {
    now += 1;
    killed('running', process.pid);
    now += LAG_MS;
    expect(await shortRun()).toBe(1);
    now += LAG_MS;
    expect(await shortRun()).toBe(1);
    expect(log().isOpen(OWNER)).toBe(true);
  });

  test('warns if the clock was set back', async () => {
    now -= 3_600_000;
    expect(await shortRun()).toBe(1);
    expect(log().isOpen(OWNER)).toBe(true);
  });
});

test('a run after an uninterrupted run closes its own log', async () => {
  await runFor(0);
  expect(warnings).toEqual([]);
  expect(log().isOpen(OWNER)).toBe(false);
});

describe('a run that does not reach all resources of the program', () => {
  const orders = () =>
    log()
      .orders(OWNER)
      .map(({ resource }) => resource);
  const [created, before, unreached] = ['created', 'before', 'unreached'].map((name) =>
    resourceHashOf(urnOf(name)),
  ) as [string, string, string];
  const reach = (ms: number) =>
    runFor(ms, { created: { createdAt: now }, before: { createdAt: now - 1 }, unreached: {} });

  test('closes the notes of what it has created, and no other', async () => {
    for (const one of [created, before, unreached]) log().addOrder(OWNER, one);
    await reach(LAG_MS);
    expect(new Set(orders())).toEqual(new Set([before, unreached, 'first']));
  });

  test('closes nothing before lists can show interrupted orders', async () => {
    log().addOrder(OWNER, created);
    await reach(LAG_MS - 1);
    expect(orders()).toContain(created);
  });
});
