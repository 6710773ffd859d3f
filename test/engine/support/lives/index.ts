// One stack with a resource of every kind: created, changed, replaced and deleted. A second preview follows each `up`
// only here; the tests in test/provider check that the diff is empty in process.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../../api';
import { publishedSchemas } from '../../../publishedSchemas';
import type { Door } from '../doors';
import type { Life } from '../lifecycle';
import { everythingIn, lives } from '../lifecycle';
import type { StateResource } from '../stacks/stack';
import { oneOf, TestStack } from '../stacks/stack';

const count = lives.reduce((sum, { beside = 0 }) => sum + 1 + beside, 0);

/** All programs in one, each in its own scope. */
const programOf = (bodyOf: (life: Life) => string): string =>
  lives.map((life) => `{\n${bodyOf(life)}\n}`).join('\n');

/** Tests the whole life of the stack with dynamic resources or the native plugin. */
export function describeLives(door: Door): void {
  jest.setTimeout(180_000);

  describe(`a stack with a resource of every kind (${door.name})`, () => {
    let emulator: Emulator;
    let cloud: CloudComputeClient;
    let stack: TestStack;

    beforeAll(async () => {
      emulator = await startEmulator({ timeScale: 200, balance: 1_000_000 });
      cloud = new CloudComputeClient({
        baseUrl: emulator.url,
        clientId: 'emulator',
        clientSecret: 'emulator',
      });
      stack = await TestStack.create({
        door,
        url: emulator.url,
        program: programOf(({ program }) => program),
      });
    });

    afterAll(async () => {
      await stack.dispose();
      cloud.close();
      await emulator.close();
    });

    /** The resource of each kind in state. */
    const inState = async (): Promise<ReadonlyMap<Life, StateResource>> => {
      const resources = await stack.resources();
      return new Map(lives.map((life) => [life, oneOf(life.kind, resources, life.name)]));
    };
    const idsOf = (found: ReadonlyMap<Life, StateResource>) =>
      Object.fromEntries([...found].map(([{ kind }, { id = '' }]) => [kind, id]));

    const previewIsEmpty = async () => {
      expect((await stack.preview()).changes).toEqual({ same: count });
    };

    it('has a life in this folder for each class; a gate makes nothing in the cloud', () => {
      const classes = publishedSchemas.map(({ name }) => name).filter((name) => name !== 'InstancesReady');
      expect(lives.map(({ kind }) => kind).sort()).toEqual(classes.sort());
    });

    it('is created by up, and a second preview is empty', async () => {
      expect((await stack.up()).changes).toEqual({ create: count });
      await previewIsEmpty();
    });

    it('keeps its state small and without unencrypted secrets', async () => {
      for (const { inputs } of (await inState()).values())
        expect(Buffer.byteLength(JSON.stringify(inputs['__provider'] ?? ''))).toBeLessThanOrEqual(100);
      // A native provider has its settings in state, and secrets are encrypted there.
      const unencrypted = door.name === 'native' ? /"clientSecret":\s*"/ : /"clientSecret"/;
      expect(await stack.stateText()).not.toMatch(unencrypted);
    });

    it('is changed in place', async () => {
      const before = await inState();
      await stack.program(programOf(({ updated, program }) => updated ?? program));
      const updates = lives.filter(({ updated }) => updated !== undefined).length;
      expect((await stack.up()).changes).toEqual({ update: updates, same: count - updates });
      expect(idsOf(await inState())).toEqual(idsOf(before));
      for (const [{ afterUpdate }, { id = '' }] of before) await afterUpdate?.(cloud, id);
      await previewIsEmpty();
    });

    it('is replaced if a change needs a new resource', async () => {
      const before = idsOf(await inState());
      await stack.program(programOf(({ replaced }) => replaced));
      const { changes, output } = await stack.up();
      expect(changes).toMatchObject({ replace: lives.length });
      for (const text of lives.flatMap(({ replacedSays = [] }) => replacedSays))
        expect(output).toContain(text);
      for (const [kind, id] of Object.entries(idsOf(await inState()))) expect(id).not.toBe(before[kind]);
      await previewIsEmpty();
    });

    it('shows changes made outside at refresh, and the next up undoes them', async () => {
      const found = await inState();
      const drifting = [...found].filter(([{ drift }]) => drift !== undefined);
      for (const [{ drift }, resource] of drifting) await drift?.(cloud, resource.id ?? '', resource);
      await stack.refresh();
      expect((await stack.preview()).changes).toMatchObject({ update: drifting.length });
      await stack.up();
      for (const [{ mended }, { id = '' }] of found) await mended?.(cloud, id);
      await previewIsEmpty();
    });

    it('is found missing by refresh after a delete outside, and the next up creates it again', async () => {
      for (const [{ vanish }, resource] of await inState()) await vanish(cloud, resource.id ?? '', resource);
      await stack.refresh();
      await stack.up();
      for (const id of Object.values(idsOf(await inState()))) expect(id).not.toBe('');
      await previewIsEmpty();
    });

    it('is removed by destroy, and nothing is left', async () => {
      await stack.destroy();
      expect(await stack.resources()).toEqual([]);
      expect(await everythingIn(cloud)).toEqual([]);
    });
  });
}
