// Each form of a program on the page about modules is previewed, with the packages that the page installs.
import path from 'node:path';
import { readPage } from '../../tools/src/docs/page';
import { EmulatorProcess } from '../../tools/src/testing/emulatorProcess';
import { nodeFolder } from '../../tools/src/cache/node';
import { temporaryFolder } from './support/packed';
import { Previews } from './support/preview';
import { install } from './support/project';
import { emulatorIn } from './support/stack';
import { nodes, sdks } from './support/versions';

jest.setTimeout(600_000);

type Files = Readonly<Record<string, string>>;

/** The forms of the page; each begins with its `package.json`, and keeps what an earlier one has said. */
const forms = readPage('docs/guides/modules.md').blocks.reduce<Files[]>((all, { file, text }) => {
  if (file === undefined || file === 'Pulumi.yaml') return all;
  if (file === 'package.json') return [...all, { ...all.at(-1), [file]: text }];
  return [...all.slice(0, -1), { ...all.at(-1), [file]: text }];
}, []);

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let emulator: EmulatorProcess | undefined;
let previews: Previews | undefined;
beforeAll(async () => {
  temporary = await temporaryFolder();
  const project = path.join(temporary.folder, 'project');
  const modules = path.join(project, 'node_modules');
  await install(project, { sdk: sdks.newestOfOldestNode, typescript: '6' }, ['ts-node@10']);
  emulator = await EmulatorProcess.start(['--port', '0'], emulatorIn(modules));
  previews = await Previews.start({ modules, node: await nodeFolder(nodes.oldest), url: emulator.url });
});
afterAll(async () => {
  await previews?.dispose();
  await emulator?.stop();
  await temporary.remove();
});

it.each(forms.map((files) => [files['package.json'] ?? '', files] as const))('%s', async (_, files) => {
  expect(await previews?.show({ files })).toMatch(/cloud-compute:Volume: \(create\)/);
});

it('the page has four forms', () => {
  expect(forms).toHaveLength(4);
});
