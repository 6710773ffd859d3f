// What a run has created keeps its pending tag while the state of the run may be lost.
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { intentLogIn } from '../../../../core/orphans/intentLog';
import { orderOf } from '../../../../core/pendingTag';
import { SavedForGood } from '../../../../sdk/owner/savedForGood';
import { OWNER, collectWarnings, engineOf } from '../support/ending';
import { PROGRAMS, run, runInline, endProgram as end } from '../support/program';
import { PENDING_TAG, billedThings, machine } from './billedThings';

const { here, deploy, keysOf } = billedThings();
const STACK = orderOf({ owner: OWNER, urn: 'urn:pulumi:stack::project::t::n' }, {}).stack;

/** Accepts connections, as an engine does. */
async function startEngine() {
  const server = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

let home: string;
let warnings: string[];
let engine: Awaited<ReturnType<typeof startEngine>>;
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'saved-'));
  jest.replaceProperty(process, 'env', { ...process.env, PULUMI_HOME: home });
  warnings = collectWarnings();
  engine = await startEngine();
  // Without an earlier run on mocks, Pulumi ends an inline program on mocks before the work at its end.
  await run();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await engine.stop();
  await rm(home, { recursive: true });
});

const log = () => intentLogIn({ PULUMI_HOME: home });
const program = (id: string) => ({
  ...engineOf(here.cloud, { trainer: id }, { __createdAt: Date.now() + 60_000 }),
  engine: engine.address,
});

test('an inline program whose engine has ended removes no tag and no note: the engine may not have saved the ids', async () => {
  const id = await deploy([PENDING_TAG]);
  log().addOrder(OWNER, 'trainer');
  await runInline(program(id), async () => {
    machine('trainer');
    await engine.stop();
  });
  expect(await keysOf(id)).toEqual([PENDING_TAG.key]);
  expect(log().isOpen(OWNER)).toBe(true);
  expect(warnings).toEqual([]);
});

describe.each(PROGRAMS)('%s', (_kind, play) => {
  test('removes the tags while its engine runs', async () => {
    const id = await deploy([PENDING_TAG]);
    await play(program(id), () => machine('trainer'));
    expect(await keysOf(id)).toEqual([]);
  });

  test('notes that it is under way, also after its end: the engine may go on', async () => {
    await play(program('id'), () => machine('trainer'));
    expect(log().runningEngines(STACK, OWNER)).toEqual([engine.address]);
  });
});

test.each(['[::1]:1', '127.0.0.1:1'])('an engine that does not answer at %s has ended', async (address) => {
  expect(await new SavedForGood(STACK, address).findDoubt()).toBe('the engine has ended');
});

test('an engine at an address without a port is taken for a running one', async () => {
  const saved = new SavedForGood(STACK, 'unix:/tmp/engine.sock');
  expect(await saved.findDoubt()).toBeUndefined();
  // The delays protect what an interrupted engine does not save.
  expect(saved.delayMs).toBeGreaterThanOrEqual(1_000);
});

describe('a run beside another run of the stack', () => {
  const up = async (id: string) => {
    await run(program(id));
    machine('trainer');
    await end();
  };

  test('removes no tag and no note, because the other one may store an older state, and says so', async () => {
    const other = await startEngine();
    log().addRun(STACK, other.address, OWNER);
    log().addOrder(OWNER, 'trainer');
    const id = await deploy([PENDING_TAG]);
    await up(id);
    await other.stop();
    expect(await keysOf(id)).toEqual([PENDING_TAG.key]);
    expect(log().isOpen(OWNER)).toBe(true);
    expect(warnings).toEqual([
      expect.stringMatching(/Another run of this stack .* When both runs have ended, run `pulumi up`\.$/),
    ]);
  });

  test('removes its tags if the other run was killed, and the note of that run', async () => {
    const other = await startEngine();
    log().addRun(STACK, other.address, OWNER);
    await other.stop();
    const id = await deploy([PENDING_TAG]);
    await up(id);
    expect(await keysOf(id)).toEqual([]);
    expect(log().runningEngines(STACK, OWNER)).toEqual([engine.address]);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['of another stack of the same name', 'another', process.pid],
    // No process has an id as high as this.
    ['whose process has ended', OWNER, 2 ** 22 + 1],
  ])('removes its tags beside a run %s', async (_, owner, author) => {
    const other = await startEngine();
    intentLogIn({ PULUMI_HOME: home }, author).addRun(STACK, other.address, owner);
    const id = await deploy([PENDING_TAG]);
    await up(id);
    await other.stop();
    expect(await keysOf(id)).toEqual([]);
    expect(warnings).toEqual([]);
  });
});
