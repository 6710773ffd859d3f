import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  cliVersion,
  isRecentEnough,
  javaHostVersion,
  languageHostVersion,
  minimumVersion,
  parseVersion,
  yamlHostVersion,
} from '../../../../tools/src/pulumiCli/versions';
import { root } from '../support';

describe('parseVersion', () => {
  it.each([
    ['v3.259.0', [3, 259, 0], false],
    ['3.259.0', [3, 259, 0], false],
    ['v3.260.1\n', [3, 260, 1], false],
    ['v3.260.0-alpha.1+c0ffee', [3, 260, 0], true],
    ['v3.259.0+c0ffee', [3, 259, 0], false],
  ])('reads %j', (text, numbers, prerelease) => {
    expect(parseVersion(text)).toEqual({ numbers, prerelease });
  });

  it.each(['', 'pulumi', 'v3', '3.259', 'v3.259.0 and more', 'command not found: 3.259.0'])(
    'refuses %j',
    (text) => {
      expect(parseVersion(text)).toBeUndefined();
    },
  );
});

describe('isRecentEnough', () => {
  it.each([
    ['3.248.0', true],
    ['3.248.1', true],
    ['3.259.0', true],
    ['3.1000.0', true],
    ['3.249.0-alpha.1', true],
    ['3.248.0-alpha.1', false],
    ['3.247.9', false],
    ['3.90.0', false],
    ['2.300.0', false],
    ['4.0.0', false],
  ])('compares %s with 3.248.0: %s', (found, expected) => {
    const [version, minimum] = [parseVersion(found), parseVersion('3.248.0')];
    expect(version && minimum && isRecentEnough(version, minimum)).toBe(expected);
  });
});

describe('the versions', () => {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

  it('require at least the version of the SDK in this repository', () => {
    const sdk = JSON.parse(read('node_modules/@pulumi/pulumi/package.json')) as { version: string };
    expect(minimumVersion).toBe(sdk.version);
  });

  it('are those of the committed Go modules', () => {
    const versionOf = (module: string, file: string): string | undefined =>
      new RegExp(`${module} v(\\S+)`).exec(read(file))?.[1];
    expect(versionOf('github.com/pulumi/pulumi/pkg/v3', 'tools/pulumi-cli/go.mod')).toBe(cliVersion);
    expect(versionOf('github.com/pulumi/pulumi/pkg/v3', 'tools/plugin-sdks/go.mod')).toBe(cliVersion);
    expect(versionOf('github.com/pulumi/pulumi/sdk/v3', 'plugin/examples/go/go.mod')).toBe(cliVersion);
    for (const language of ['nodejs', 'python']) {
      expect(versionOf('github.com/pulumi/pulumi/sdk/v3', `tools/language-${language}/go.mod`)).toBe(
        languageHostVersion,
      );
    }
    expect(versionOf('github.com/pulumi/pulumi-yaml', 'tools/language-yaml/go.mod')).toBe(yamlHostVersion);
    expect(versionOf('github.com/pulumi/pulumi-java/pkg', 'tools/language-java/go.mod')).toBe(
      javaHostVersion,
    );
  });

  it('include a CLI that is recent enough to be used from PATH', () => {
    const [offered, minimum] = [parseVersion(cliVersion), parseVersion(minimumVersion)];
    expect(offered && minimum && isRecentEnough(offered, minimum)).toBe(true);
  });
});
