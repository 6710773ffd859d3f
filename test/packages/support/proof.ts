import path from 'node:path';
import { nodeFolder } from '../../../tools/src/cache/node';
import { EmulatorProcess } from '../../../tools/src/testing/emulatorProcess';
import { TestStack } from '../../engine/support/stacks/stack';
import { compile, moduleSettings } from './compile';
import { temporaryFolder } from './packed';
import { preview, programs } from './preview';
import type { Versions } from './project';
import { install } from './project';

interface Proof extends Versions {
  /** The versions of Node.js that run a stack. */
  readonly nodes: readonly string[];
}

/**
 * Tests both packed packages with one version of Pulumi's SDK: a new project compiles, programs of every form are
 * previewed, and a stack is created and destroyed on each Node.js.
 */
export function provePackages({ nodes, ...versions }: Proof): void {
  jest.setTimeout(600_000);

  describe(`a new project with @pulumi/pulumi ${versions.sdk}`, () => {
    let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
    let project: string;
    let modules: string;
    let command: string;

    beforeAll(async () => {
      temporary = await temporaryFolder();
      project = path.join(temporary.folder, 'project');
      modules = path.join(project, 'node_modules');
      command = path.join(modules, 'cloud-compute-emulator', 'dist', 'cli.js');
      await install(project, versions);
    });

    afterAll(async () => {
      await temporary.remove();
    });

    it.each(Object.entries(moduleSettings))('compiles as %s', async (_name, settings) => {
      expect(await compile(project, settings)).toBe('');
    });

    describe('a preview', () => {
      let emulator: EmulatorProcess;
      beforeAll(async () => {
        emulator = await EmulatorProcess.start(['--port', '0', '--check-replies'], command);
      });
      afterAll(async () => {
        await emulator.stop();
      });

      it.each(Object.entries(programs))(
        'shows the volume of a program that is %s',
        async (_name, program) => {
          const output = await preview(program, { modules, url: emulator.url });
          expect(output).toMatch(/\+ pulumi-nodejs:dynamic\/cloud-compute:Volume: \(create\)/);
          expect(output).toMatch(/size: +50/);
        },
      );
    });

    it.each(nodes)('deploys, refreshes and destroys a stack on Node.js %s', async (version) => {
      const node = await nodeFolder(version);
      const emulator = await EmulatorProcess.start(
        ['--port', '0', '--time-scale', '200', '--check-replies'],
        command,
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
        expect(await stack.outputs()).toEqual({ status: 'running', node: version, sdk: versions.sdk });
        await stack.refresh();
        expect((await stack.preview()).changes).toEqual({ same: 2 });
        await stack.destroy();
        await emulator.mustBeEmpty();
      } finally {
        await stack.dispose();
        await emulator.stop();
      }
    });
  });
}
