import path from 'node:path';
import { nodeFolder } from '../../../tools/src/cache/node';
import { EmulatorProcess } from '../../../tools/src/testing/emulatorProcess';
import { compile, moduleSettings } from './compile';
import { temporaryFolder } from './packed';
import { Previews, programs } from './preview';
import type { Versions } from './project';
import { install } from './project';
import { emulatorIn, proveStack } from './stack';

interface Proof extends Versions {
  /** The versions of Node.js that run a stack; the first runs the previews. */
  readonly nodes: readonly [string, ...string[]];
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

    beforeAll(async () => {
      temporary = await temporaryFolder();
      project = path.join(temporary.folder, 'project');
      modules = path.join(project, 'node_modules');
      await install(project, versions);
    });

    afterAll(async () => {
      await temporary.remove();
    });

    it.each(Object.entries(moduleSettings))('compiles as %s', async (_name, settings) => {
      expect(await compile(project, settings)).toBe('');
    });

    describe(`a preview on Node.js ${nodes[0]}`, () => {
      let emulator: EmulatorProcess;
      let previews: Previews;
      beforeAll(async () => {
        const node = await nodeFolder(nodes[0]);
        emulator = await EmulatorProcess.start(['--port', '0', '--check-replies'], emulatorIn(modules));
        previews = await Previews.start({ modules, node, url: emulator.url });
      });
      afterAll(async () => {
        await previews.dispose();
        await emulator.stop();
      });

      it.each(Object.entries(programs))(
        'shows the volume of a program that is %s',
        async (_name, program) => {
          const output = await previews.show(program);
          expect(output).toMatch(/\+ pulumi-nodejs:dynamic\/cloud-compute:Volume: \(create\)/);
          expect(output).toMatch(/size: +50/);
        },
      );
    });

    it.each(nodes)('deploys, refreshes and destroys a stack on Node.js %s', async (version) => {
      await proveStack({ modules, sdk: versions.sdk, version });
    });
  });
}
