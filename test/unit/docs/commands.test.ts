// Every command on a page is run by a test, or it is listed here with the reason.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../../package.json';
import { pageNames, readPage } from '../../../tools/src/docs/page';
import { goPackageOf } from '../../../tools/src/generate/pulumi/publication';
import { serverIn } from '../../../tools/src/generate/registry/pages';

const root = path.resolve(__dirname, '..', '..', '..');
const pages = pageNames().map((name) => readPage(name));
const blocks = pages.flatMap((page) => page.blocks.map((block) => ({ ...block, page: page.name })));

/**
 * The languages of blocks. Whole pages with `sh` are followed by test/engine/full/docs/guides.test.ts;
 * pages.test.ts compiles `ts` and `js`; pipelines.test.ts compares `yaml` and `ini`; in the reference, `yaml`, `py`,
 * `go` and `java` are programs that pluginReference.test.ts and pluginJava.test.ts in test/engine/full/plugin deploy;
 * `text` is output; a block without a language is only shown.
 */
const LANGUAGES = [
  ...['sh', 'bash', 'ts', 'js', 'json', 'yaml', 'ini', 'py', 'go', 'java', 'xml', 'hcl', 'text', ''],
];

// The generated page names the version and the addresses of package.json.
const { version, pulumiPackage } = manifest;
const server = serverIn({ version, ...pulumiPackage });

/** Why a block of `bash` is not run, by its page and its first command. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md: npm ci': 'every CI run begins with it',
  'CONTRIBUTING.md: npm test -- test/provider/volumes/attach.test.ts': 'it would run this test within itself',
  'README.md: cd pulumi-cloud-compute': 'the tests of the packages pack and install both',
  'README.md: npm ci': 'a CI run consists of it',
  'docs/emulator.md: docker build --tag cloud-compute-emulator --target emulator --file emulator/Dockerfile .':
    'needs Docker; dockerfile.test.ts reads the file',
  'docs/emulator.md: docker build --tag pulumi-cloud-compute --target commands --file emulator/Dockerfile .':
    'needs Docker; dockerfile.test.ts reads the file',
  'docs/emulator.md: docker compose --file emulator/compose.yaml up --detach --wait emulator':
    'needs Docker; dockerfile.test.ts reads the file',
  'docs/emulator.md: npx cloud-compute-emulator --port 8080 --machines-answer --machine-ports ssh=2222,http=8000 --boot-time 40s':
    'contract/full/cli.test.ts starts it with other ports and times',
  'docs/expired.md: kubectl --namespace machines create secret generic cloud-compute --from-literal=baseUrl=… --from-literal=clientId=… --from-literal=clientSecret=…':
    'needs Kubernetes',
  'docs/expired.md: npx pulumi-cloud-compute expired':
    'unit/cli/expired.test.ts and expiredRemove.test.ts run it; engine/full/pipelines/schedules.test.ts runs the schedules',
  'docs/expired.md: systemctl enable --now pulumi-expired.timer': 'changes the computer',
  'docs/guides/getting-started.md: pulumi up': 'needs the real cloud',
  'docs/guides/getting-started.md: unset CLOUD_COMPUTE_BASE_URL CLOUD_COMPUTE_CLIENT_ID CLOUD_COMPUTE_CLIENT_SECRET':
    'needs the real cloud',
  'docs/guides/modules.md: npm install --save-dev ts-node@10': 'test/packages/modules.test.ts installs it',
  'docs/guides/modules.md: npm install pulumi-cloud-compute @pulumi/pulumi':
    'test/packages/modules.test.ts installs the packed form',
  'docs/installation-configuration.md: npm install @pulumi/pulumi pulumi-cloud-compute': 'the guides run it',
  'docs/installation-configuration.md: npm install @pulumi/pulumi pulumi-cloud-compute-native':
    'test/packages/published.test.ts runs it',
  'docs/installation-configuration.md: pip install pulumi-cloud-compute':
    'test/packages/published.test.ts runs it',
  [`docs/installation-configuration.md: go get ${goPackageOf(pulumiPackage)}@v${version}`]:
    'test/packages/published.test.ts runs it',
  [`docs/installation-configuration.md: pulumi package add cloud-compute@${version} --server ${server}`]:
    'needs a plugin server; test/packages/published.test.ts runs it with one',
  [`docs/installation-configuration.md: pulumi plugin install resource cloud-compute ${version} --server ${server}`]:
    'needs a plugin server; test/packages/published.test.ts runs it with one',
  'docs/installation-configuration.md: pulumi config set cloud-compute:baseUrl https://api.example.com':
    'needs the plugin; the tests of the plugin set the same settings',
  'docs/installation-configuration.md: pulumi config set researchUrl https://api.example.com':
    'needs the plugin; the tests of the plugin set the same settings',
  'docs/installation-configuration.md: export CLOUD_COMPUTE_BASE_URL=https://api.example.com':
    'needs the real cloud',
  'docs/installation-configuration.md: npx cloud-compute-emulator --port 8080 --time-scale 60':
    'the guides run it',
  'docs/installation-configuration.md: export CLOUD_COMPUTE_BASE_URL=http://127.0.0.1:8080 CLOUD_COMPUTE_CLIENT_ID=emulator CLOUD_COMPUTE_CLIENT_SECRET=emulator':
    'the guides run it',
  'docs/interrupted-runs.md: pulumi up --refresh': 'the tests of interrupted runs run it after a kill',
  'docs/performance.md: npm run bench -- deploy': 'takes minutes',
  'docs/plugin.md: pulumi import cloud-compute:index:Volume data 0e3f1f6c-5d1e-4a39-8d2c-0f0d1f6f8a11 --generate-code=false':
    'needs the plugin; the tests of the plugin import a volume',
  'docs/plugin.md: cd plugin/dist/sdk/nodejs':
    'needs the plugin; the test of its SDKs compiles and installs it',
  'docs/plugin.md: mvn --file plugin/dist/sdk/java -Dmaven.test.skip=true install':
    'changes the Maven repository of the user; the test of the SDKs runs it with another one',
  'docs/plugin.md: npx pulumi-cloud-compute import-file --out import.json':
    'needs the plugin; the tests of the plugin import a whole project',
};

/** The commands of a text, without comments. */
const commandsOf = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => line.replace(/(^|\s+)#.*/, '').split(' && '))
    .map((command) => command.trim())
    .filter((command) => command !== '');

test('a block has a known language', () => {
  const others = blocks.filter(({ language }) => !LANGUAGES.includes(language));
  expect(others.map(({ page, line }) => `${page}:${String(line)}`)).toEqual([]);
});

test('a block of commands has the language of commands', () => {
  const command = /^(\$ |(npx|npm|node|pulumi|curl|docker|git|export) )/m;
  const hidden = blocks.filter(
    ({ language, text }) => (language === '' || language === 'text') && command.test(text),
  );
  expect(hidden.map(({ page, line }) => `${page}:${String(line)}`)).toEqual([]);
});

test('a block that is not run is listed with the reason', () => {
  const notRun = blocks.filter(({ language }) => language === 'bash');
  expect(notRun.map(({ page, text }) => `${page}: ${commandsOf(text)[0] ?? ''}`).sort()).toEqual(
    Object.keys(NOT_RUN).sort(),
  );
});

const benches = readdirSync(path.join(root, 'bench/src/benches'), { recursive: true, encoding: 'utf8' });

/** The problems of a command of npm: its script, or a file in it, does not exist. */
function wrongIn(command: string): string[] {
  const [, script = 'test', rest = ''] = /^npm (?:run |(?=test))(?:--silent )?(\S+)(.*)/.exec(command) ?? [];
  const [name = '', ...words] = rest.replace(/^ -- /, '').split(' ');
  const files = [name, ...words].filter((word) => word.includes('/'));
  const isBench = benches.some((file) => path.basename(file) === `${name}.ts`);
  return [
    ...(script === 'bench' && /^[a-z]/.test(name) && !isBench ? [`there is no bench ${name}`] : []),
    ...(script in manifest.scripts ? [] : [`package.json has no script ${script}`]),
    ...files.filter((file) => !existsSync(path.join(root, file))).map((file) => `there is no ${file}`),
  ];
}

test('every npm script on a page exists, and so does every file in its arguments', () => {
  const codes = pages.flatMap((page) => [...page.codes, ...page.blocks.map(({ text }) => text)]);
  const commands = codes.flatMap(commandsOf).filter((command) => /^npm (run|test)\b/.test(command));
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.flatMap((command) => wrongIn(command).map((wrong) => `${command}: ${wrong}`))).toEqual([]);
});
