// A state that commit 2af911b wrote, and the cloud that it was written against, kept as they were: `state.json` is the
// output of `pulumi stack export --show-secrets`, `cloud.json` the emulator's snapshot.
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Deployment } from '@pulumi/pulumi/automation';
import { everythingIn } from '../support/lifecycle';
import { Scene } from '../support/scene';
import { program } from './oldState/program';

jest.setTimeout(300_000);

const kept = (name: string): string => path.join(__dirname, 'oldState', name);

describe('a stack that commit 2af911b deployed', () => {
  let folder: string;
  let scene: Scene;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-cloud-'));
    const snapshot = path.join(folder, 'cloud.json');
    await copyFile(kept('cloud.json'), snapshot);
    scene = await Scene.open({ program, emulator: { snapshot } });
    // The address of the emulator is another one each time.
    const state = (await readFile(kept('state.json'), 'utf8')).replaceAll('"URL"', `"${scene.emulator.url}"`);
    await scene.stack.stack.importStack(JSON.parse(state) as Deployment);
  });

  afterEach(async () => {
    await scene.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What is in state and what is in the cloud, by ids. */
  const held = async () => ({
    state: (await scene.stack.resources()).map(({ urn, id }) => [urn, id]).sort(),
    owner: await scene.stack.owner(),
    cloud: (await everythingIn(scene.cloud)).map((thing) => (thing as { id: string }).id).sort(),
  });
  const destroyLeavesNothing = async () => {
    const { output } = await scene.stack.destroy();
    expect(output).not.toContain('warning:');
    expect(await scene.stack.resources()).toEqual([]);
    expect(await everythingIn(scene.cloud)).toEqual([]);
  };

  it('is previewed, refreshed and updated in place, and then destroyed with nothing left', async () => {
    const before = await held();
    expect(before.state).toHaveLength(12);
    // All that changes by itself is the hidden owner, which learns the name of its stack.
    const { changes, output } = await scene.stack.preview();
    expect(changes).toEqual({ same: 12 });
    expect(output).toMatch(/Owner owner update \[diff: \+stack\]/);
    expect(output).toContain('~ 1 to update');

    await scene.stack.refresh();
    expect(await held()).toEqual(before);
    expect((await scene.stack.preview()).changes).toEqual({ same: 12 });

    const wanted = program
      .replaceAll(`team: 'ml'`, `team: 'research'`)
      .replace(`name: 'scratch', size: 50`, `name: 'scratch', size: 60`);
    expect((await scene.upAndPreview(wanted)).changes).toEqual({ update: 2, same: 10 });
    expect(await held()).toEqual(before);
    const scratch = (await scene.cloud.volumes.list()).find(({ name }) => name === 'scratch');
    expect(scratch).toMatchObject({ size: 60 });
    await destroyLeavesNothing();
  });

  it('is destroyed as it is, with nothing left', async () => {
    expect(await everythingIn(scene.cloud)).not.toEqual([]);
    await destroyLeavesNothing();
  });
});
