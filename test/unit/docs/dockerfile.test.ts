// No test builds the images, because some machines have no Docker. The tests check the names in their files;
// test/engine/full/docs/containers.test.ts runs linters.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import emulator from '../../../emulator/package.json';
import manifest from '../../../package.json';
import { cliVersion } from '../../../tools/src/pulumiCli/versions';

const root = path.resolve(__dirname, '..', '..', '..');
const read = (...file: string[]) => readFileSync(path.join(root, ...file), 'utf8');

type Instruction = readonly [name: string, rest: string];

/** The instructions of each stage, by its name. */
const stages = new Map<string, Instruction[]>();
for (const line of read('emulator', 'Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', '')
  .split('\n')) {
  const [, name = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  if (name === 'FROM') stages.set(rest.split(' AS ')[1] ?? '', []);
  if (name !== '') [...stages.values()].at(-1)?.push([name, rest]);
}
const all = (stage: string, name: string) =>
  (stages.get(stage) ?? []).filter(([one]) => one === name).map(([, rest]) => rest);

test('the images are those of the emulator and of the commands; the last one is built without --target', () => {
  expect([...stages.keys()]).toEqual(['build', 'pulumi', 'commands', 'emulator']);
});

test('the first stage gets the repository without its build output, and packs two workspaces that exist', () => {
  expect(all('build', 'COPY')).toEqual(['. .']);
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.git', '**/dist', '**/node_modules', '**/*.tsbuildinfo']),
  );
  const [run = ''] = all('build', 'RUN');
  const [, workspace = ''] =
    /npm pack --workspace (\S+) --pack-destination \/packages\/emulator/.exec(run) ?? [];
  expect(manifest.workspaces).toContain(workspace);
  // The package of the commands is packed from what the first one has built.
  expect(emulator.scripts.prepack).toBe('npm run --silent build --prefix ..');
  expect(run).toMatch(/npm pack --ignore-scripts --pack-destination \/packages\/commands$/);
});

test.each([
  ['emulator', emulator],
  ['commands', manifest],
])(
  'the image %s installs the packed package and starts its command as a user without rights',
  (stage, packed) => {
    expect(all(stage, 'COPY').at(-1)).toBe(`--from=build /packages/${stage}/*.tgz /tmp/`);
    const [command = ''] = JSON.parse(all(stage, 'ENTRYPOINT')[0] ?? '[]') as string[];
    expect(Object.keys(packed.bin)).toEqual([command]);
    expect(all(stage, 'USER')).toEqual(['1000:1000']);
  },
);

test('every stage runs on a Node.js that both packages accept, with the CLI that the tests use', () => {
  for (const stage of ['build', 'commands', 'emulator'])
    expect(all(stage, 'FROM')).toEqual([`node:24-slim AS ${stage}`]);
  expect(all('pulumi', 'FROM')).toEqual([`pulumi/pulumi-nodejs:${cliVersion} AS pulumi`]);
});

interface Service {
  build: { context: string; dockerfile: string; target: string };
  command?: string[];
  ports?: string[];
  volumes?: string[];
  network_mode?: string;
  environment?: Record<string, string>;
}

const { services, volumes } = parse(read('emulator', 'compose.yaml')) as {
  services: Record<'emulator' | 'commands', Service>;
  volumes: Record<string, null>;
};

test.each(Object.entries(services))('the service %s builds a stage that exists', (_name, { build }) => {
  const context = path.resolve(root, 'emulator', build.context);
  expect(context).toBe(root);
  expect(existsSync(path.join(context, build.dockerfile))).toBe(true);
  expect([...stages.keys()]).toContain(build.target);
});

test('the services publish the control API for this computer only, and the commands reach the emulator', () => {
  const { emulator: server, commands } = services;
  const [, port = ''] = /^127\.0\.0\.1:8080:(\d+)$/.exec(server.ports?.join() ?? '') ?? [];
  expect(all('emulator', 'EXPOSE')).toEqual([port]);
  expect(server.command).toEqual(['--control']);
  expect(server.volumes).toEqual(
    Object.keys(volumes).map((name) => `${name}:${all('emulator', 'VOLUME').join()}`),
  );
  // The client takes plain http only from loopback.
  expect(commands.network_mode).toBe('service:emulator');
  expect(commands.environment?.['CLOUD_COMPUTE_BASE_URL']).toBe(`http://127.0.0.1:${port}`);
});
