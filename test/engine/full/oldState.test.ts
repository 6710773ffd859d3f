// A state that commit 2af911b wrote, with the state of its cloud: `state.json` is the output of `pulumi stack export
// --show-secrets`, `cloud.json` the emulator's snapshot.
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Deployment } from '@pulumi/pulumi/automation';
import { everythingIn } from '../support/lifecycle';
import { TestEnvironment } from '../support/testEnvironment';
import { program } from './oldState/program';

jest.setTimeout(300_000);

const kept = (name: string): string => path.join(__dirname, 'oldState', name);

describe('a stack that commit 2af911b deployed', () => {
  let folder: string;
  let environment: TestEnvironment;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-cloud-'));
    const snapshot = path.join(folder, 'cloud.json');
    await copyFile(kept('cloud.json'), snapshot);
    environment = await TestEnvironment.start({ program, emulator: { snapshot } });
    // The address of the emulator differs in each run.
    const state = (await readFile(kept('state.json'), 'utf8')).replaceAll(
      '"URL"',
      `"${environment.emulator.url}"`,
    );
    await environment.stack.stack.importStack(JSON.parse(state) as Deployment);
  });

  afterEach(async () => {
    await environment.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The ids in state and in the cloud. */
  const held = async () => ({
    state: (await environment.stack.resources()).map(({ urn, id }) => [urn, id]).sort(),
    owner: await environment.stack.owner(),
    cloud: (await everythingIn(environment.cloud)).map((thing) => (thing as { id: string }).id).sort(),
  });
  const destroyLeavesNothing = async () => {
    const { output } = await environment.stack.destroy();
    expect(output).not.toContain('warning:');
    expect(await environment.stack.resources()).toEqual([]);
    expect(await everythingIn(environment.cloud)).toEqual([]);
  };

  it('is previewed, refreshed and updated in place, and then destroyed with nothing left', async () => {
    const before = await held();
    expect(before.state).toHaveLength(12);
    // The only change is in the hidden owner, which records the name of its stack.
    const { changes, output } = await environment.stack.preview();
    expect(changes).toEqual({ same: 12 });
    expect(output).toMatch(/Owner owner update \[diff: \+stack\]/);
    expect(output).toContain('~ 1 to update');

    await environment.stack.refresh();
    expect(await held()).toEqual(before);
    expect((await environment.stack.preview()).changes).toEqual({ same: 12 });

    const wanted = program
      .replaceAll(`team: 'ml'`, `team: 'research'`)
      .replace(`name: 'scratch', size: 50`, `name: 'scratch', size: 60`);
    expect((await environment.upAndPreview(wanted)).changes).toEqual({ update: 2, same: 10 });
    expect(await held()).toEqual(before);
    const scratch = (await environment.cloud.volumes.list()).find(({ name }) => name === 'scratch');
    expect(scratch).toMatchObject({ size: 60 });
    await destroyLeavesNothing();
  });

  it('is destroyed without an update before, with nothing left', async () => {
    expect(await everythingIn(environment.cloud)).not.toEqual([]);
    await destroyLeavesNothing();
  });
});
