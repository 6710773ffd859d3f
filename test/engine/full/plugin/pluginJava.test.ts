// Programs in Java: the example of the plugin, and all programs of the reference in one stack.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundlePlugin } from '../../../../tools/src/plugin/bundle';
import { EXAMPLES, hasJava } from '../../../../tools/src/plugin/examples';
import { hasMavenPackages, installJavaSdk, mavenOptions } from '../../../../tools/src/plugin/javaSdk';
import { buildSdks } from '../../../../tools/src/plugin/sdks';
import { ensureJavaHost } from '../../../../tools/src/pulumiCli/languageHosts';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import type { Prepared } from '../../support/languages/exampleLife';
import { deployExample } from '../../support/languages/exampleLife';
import { liveTogether, programsIn, withOwnOutputs } from '../../support/languages/referenceLife';

// The first time, Go compiles the host and the generator.
jest.setTimeout(900_000);

/** What the tests lack on this machine. */
const lacking = (): string | undefined => {
  if (!hasJava()) return 'no JDK and Maven on the PATH';
  return hasMavenPackages(process.env) ? undefined : 'Maven cannot download packages';
};
const missing = lacking();
const inJava = (title: string, life: () => Promise<void>): void => {
  if (missing === undefined) it(title, life);
  else it.skip(`${title} (skipped: ${missing})`, life);
};

/** The layout of plugin/, so that the example finds the plugin. */
let folder: string;
let prepared: Prepared;

beforeAll(async () => {
  if (missing !== undefined) return;
  folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-java-'));
  await bundlePlugin(path.join(folder, 'dist', 'plugin'));
  const sdks = path.join(folder, 'dist', 'sdk');
  await buildSdks(sdks);
  const variables = { MAVEN_OPTS: mavenOptions(process.env) };
  await installJavaSdk(sdks, { ...process.env, ...variables });
  prepared = { executables: [await ensureJavaHost()], variables };
});

afterAll(async () => {
  if (missing === undefined) await rm(folder, { recursive: true, force: true });
});

inJava('the example deploys, changes, imports and destroys', () =>
  deployExample(folder, EXAMPLES.java, () => Promise.resolve(prepared)),
);

/** Takes the place of the class in the programs: each declares the removal of orphans, but a stack has one. */
const ONCE = `package reference;

import com.pulumi.cloudcompute.OrphanRemoval;

public class Once {
    private static OrphanRemoval made;

    public static OrphanRemoval orphanRemoval(String name) {
        return made == null ? made = new OrphanRemoval(name) : made;
    }
}
`;

inJava('the programs of the reference run', async () => {
  const texts = await programsIn('java', 'java');
  const program = ProgramFolder.at(path.join(folder, 'examples', 'reference'));
  await cp(EXAMPLES.java, program.path, { recursive: true });
  const project = async (file: string, from: string, to: string): Promise<void> => {
    const text = await readFile(path.join(program.path, file), 'utf8');
    expect(text).toContain(from);
    await program.write(file, text.replaceAll(from, to));
  };
  await project('pom.xml', 'gpubox.App', 'reference.Main');

  const sources = path.join(program.path, 'src', 'main', 'java', 'reference');
  await mkdir(sources);
  for (const [name, text] of texts) {
    await mkdir(path.join(sources, name));
    const own = withOwnOutputs(name, text)
      .replace('package myproject;', `package reference.${name};`)
      .replace('new OrphanRemoval("orphans")', 'reference.Once.orphanRemoval("orphans")');
    await writeFile(path.join(sources, name, 'App.java'), own);
  }
  await writeFile(path.join(sources, 'Once.java'), ONCE);
  const calls = [...texts.keys()].map((name) => `reference.${name}.App.stack(ctx);`);
  const main = `com.pulumi.Pulumi.run(ctx -> { ${calls.join(' ')} });`;
  await writeFile(
    path.join(sources, 'Main.java'),
    `package reference;\npublic class Main { public static void main(String[] args) { ${main} } }\n`,
  );
  await liveTogether(program, texts, prepared);
});
