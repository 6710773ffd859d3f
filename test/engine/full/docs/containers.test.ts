// The Dockerfile and the Compose file, as far as they can be checked without a container engine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { containerLinters } from '../../../../tools/src/cache/containerLinters';
import { hasPython, hasPythonPackages } from '../../../../tools/src/plugin/examples';
import { outputOf } from '../../support/texts/commandOutput';

// The first run installs the tools.
jest.setTimeout(600_000);

const emulator = path.resolve(__dirname, '..', '..', '..', '..', 'emulator');

const hadolint = async (file: string): Promise<string> =>
  outputOf((await containerLinters()).hadolint, ['--no-color', file], {});

const compose = async (file: string): Promise<string> => {
  const { modules } = await containerLinters();
  const args = ['-m', 'check_jsonschema', '--builtin-schema', 'vendor.compose-spec', file];
  return outputOf('python3', args, { env: { ...process.env, PYTHONPATH: modules } });
};

// Both tools are Python packages.
(hasPython() && hasPythonPackages() ? describe : describe.skip)('the files of the containers', () => {
  test('hadolint finds nothing in the Dockerfile', async () => {
    expect(await hadolint(path.join(emulator, 'Dockerfile'))).toBe('');
  });

  test('the Compose file matches the schema of Compose', async () => {
    expect(await compose(path.join(emulator, 'compose.yaml'))).toMatch(/^ok/);
  });

  test.each([
    ['hadolint', 'FROM node\nRUN cd /tmp && ls\n', hadolint, /DL3006/],
    ['the schema', 'services: { a: { imagee: b } }\n', compose, /imagee/],
  ])('%s finds a mistake in a changed file', async (_name, text, find, message) => {
    const temporary = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-containers-'));
    try {
      const file = path.join(temporary, 'wrong.yaml');
      writeFileSync(file, text);
      await expect(find(file)).rejects.toThrow(message);
    } finally {
      rmSync(temporary, { recursive: true });
    }
  });
});
