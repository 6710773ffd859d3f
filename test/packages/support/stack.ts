import path from 'node:path';
import { nodeFolder } from '../../../tools/src/cache/node';
import { EmulatorProcess } from '../../../tools/src/testing/emulatorProcess';
import { TestStack } from '../../engine/support/stacks/stack';

/** The command of the emulator in a folder of packages. */
export const emulatorIn = (modules: string): string =>
  path.join(modules, 'cloud-compute-emulator', 'dist', 'cli.js');

/** Deploys, refreshes and destroys a stack on one version of Node.js, which also runs the emulator. */
export async function proveStack({
  modules,
  sdk,
  version,
}: {
  readonly modules: string;
  readonly sdk: string;
  /** Version of Node.js. */
  readonly version: string;
}): Promise<void> {
  const node = await nodeFolder(version);
  const emulator = await EmulatorProcess.start(
    ['--port', '0', '--time-scale', '200', '--check-replies'],
    emulatorIn(modules),
    path.join(node, 'node'),
  );
  const stack = await TestStack.create({
    url: emulator.url,
    modules,
    node,
    program: `
      const data = new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });
      const machine = new cc.Instance('trainer', {
        image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01', existingVolumes: [data.id],
      });
      exports.status = machine.status;
      exports.node = process.versions.node;
      exports.sdk = require('@pulumi/pulumi/version').version;`,
  });
  try {
    expect((await stack.preview()).changes).toEqual({ create: 2 });
    expect((await stack.up()).changes).toEqual({ create: 2 });
    expect(await stack.outputs()).toEqual({ status: 'running', node: version, sdk });
    await stack.refresh();
    expect((await stack.preview()).changes).toEqual({ same: 2 });
    await stack.destroy();
    await emulator.mustBeEmpty();
  } finally {
    await stack.dispose();
    await emulator.stop();
  }
}
