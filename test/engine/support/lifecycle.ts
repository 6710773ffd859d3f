// The life of one resource under the real engine, told once for all kinds.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import type { StateResource } from './stack';
import { TestStack } from './stack';

/** What happens to one kind of resource in its life. */
export interface Life {
  /** The class, e.g. `Volume`. */
  readonly kind: string;
  /** The program that makes it. */
  readonly program: string;
  /** The same with a change that is had in place; left out where the API can change nothing. */
  readonly updated?: string;
  /** What the cloud holds after that change. */
  readonly afterUpdate?: (cloud: CloudComputeClient, id: string) => Promise<void>;
  /** The same with a change that needs a new one. */
  readonly replaced: string;
  /** What is said before that. */
  readonly replacedSays?: readonly string[];
  /** A change that somebody makes outside. */
  readonly drift?: (cloud: CloudComputeClient, id: string, found: StateResource) => Promise<void>;
  /** That the next `up` undid it. */
  readonly mended?: (cloud: CloudComputeClient, id: string) => Promise<void>;
  /** A deletion that somebody makes outside. */
  readonly vanish: (cloud: CloudComputeClient, id: string, found: StateResource) => Promise<void>;
  /** Resources that the program has beside it. */
  readonly beside?: number;
}

/** Everything that a stack can leave behind in the cloud. */
export async function everythingIn(cloud: CloudComputeClient): Promise<object[]> {
  const lists = await Promise.all([
    cloud.instances.list(),
    cloud.volumes.list(),
    cloud.clusters.list(),
    cloud.sshKeys.list(),
    cloud.scripts.list(),
    cloud.instanceGroups.list(),
  ]);
  return lists.flat();
}

const MINUTES = 60_000;

export function describeLife(life: Life): void {
  describe(`the life of a ${life.kind}`, () => {
    jest.setTimeout(3 * MINUTES);
    let emulator: Emulator;
    let cloud: CloudComputeClient;
    let stack: TestStack;
    const beside = life.beside ?? 0;

    beforeAll(async () => {
      emulator = await startEmulator({ timeScale: 200 });
      cloud = new CloudComputeClient({
        baseUrl: emulator.url,
        clientId: 'emulator',
        clientSecret: 'emulator',
      });
      stack = await TestStack.create({ url: emulator.url, program: life.program });
    });

    afterAll(async () => {
      await stack.dispose();
      cloud.close();
      await emulator.close();
    });

    const id = async () => (await stack.resource(life.kind)).id ?? '';

    const previewIsEmpty = async () => {
      const { changes } = await stack.preview();
      expect(changes).toEqual({ same: 1 + beside });
    };

    it('is made by up, and a second preview is empty', async () => {
      const { changes } = await stack.up();
      expect(changes).toEqual({ create: 1 + beside });
      await previewIsEmpty();
    });

    it('keeps its state small and free of secrets in the clear', async () => {
      const { inputs } = await stack.resource(life.kind);
      expect(Buffer.byteLength(String(inputs['__provider']))).toBeLessThanOrEqual(100);
      expect(await stack.stateText()).not.toContain('"clientSecret"');
    });

    const { updated, afterUpdate } = life;
    if (updated !== undefined) {
      it('is changed in place', async () => {
        const before = await id();
        await stack.program(updated);
        const { changes } = await stack.up();
        expect(changes).toEqual({ update: 1, ...(beside && { same: beside }) });
        expect(await id()).toBe(before);
        await afterUpdate?.(cloud, before);
        await previewIsEmpty();
      });
    }

    it('is replaced where only a new one will do', async () => {
      const before = await id();
      await stack.program(life.replaced);
      const { changes, output } = await stack.up();
      expect(changes).toMatchObject({ replace: 1 });
      for (const text of life.replacedSays ?? []) expect(output).toContain(text);
      expect(await id()).not.toBe(before);
      await previewIsEmpty();
    });

    const { drift, mended } = life;
    if (drift) {
      it('shows a change made outside at refresh, and the next up undoes it', async () => {
        const found = await stack.resource(life.kind);
        await drift(cloud, found.id ?? '', found);
        await stack.refresh();
        expect((await stack.preview()).changes).toMatchObject({ update: 1 });
        await stack.up();
        await mended?.(cloud, found.id ?? '');
        await previewIsEmpty();
      });
    }

    it('is found gone by refresh when it was deleted outside, and the next up makes it anew', async () => {
      const found = await stack.resource(life.kind);
      await life.vanish(cloud, found.id ?? '', found);
      await stack.refresh();
      await stack.up();
      expect(await id()).not.toBe('');
      await previewIsEmpty();
    });

    it('is removed by destroy, and nothing is left', async () => {
      await stack.destroy();
      expect(await stack.resources()).toEqual([]);
      expect(await everythingIn(cloud)).toEqual([]);
    });
  });
}
