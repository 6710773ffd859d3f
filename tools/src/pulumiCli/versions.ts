import { version as sdkVersion } from '@pulumi/pulumi/version';

/** The Pulumi CLI that is installed or built if PATH has none; the same as in `tools/pulumi-cli/go.mod`. */
export const cliVersion = '3.259.0';

/** The hosts for Node.js and Python; the same as in `tools/language-nodejs/go.mod` and `tools/language-python/go.mod`. */
export const languageHostVersion = '3.68.0';

/** The host for YAML; the same as in `tools/language-yaml/go.mod`. */
export const yamlHostVersion = '1.30.0';

/** The host for Java and the generator of its SDK; the same as in `tools/language-java/go.mod`. */
export const javaHostVersion = '1.21.2';

/**
 * The oldest CLI on PATH that is used. CLI and SDK are released together under one number, so a CLI older than the SDK
 * was never tested with it and may lack functions that the SDK needs.
 */
export const minimumVersion = sdkVersion;

/** The remedy if a build from Go modules fails. */
export const INSTALL_GO = 'install Go 1.25.11 or newer and let it reach its module proxy';

interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  readonly prerelease: boolean;
}

/** Parses the output of `pulumi version` (`v3.259.0`, `v3.260.0-alpha.1+c0ffee`), or returns undefined. */
export function parseVersion(text: string): Version | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.exec(text.trim());
  if (!match) return undefined;
  return {
    numbers: [Number(match[1]), Number(match[2]), Number(match[3])],
    prerelease: match[4] !== undefined,
  };
}

/** Whether `found` has the major version of `minimum` and is not older than it. */
export function isRecentEnough(found: Version, minimum: Version): boolean {
  const [major, minor, patch] = found.numbers;
  const [leastMajor, leastMinor, leastPatch] = minimum.numbers;
  if (major !== leastMajor) return false;
  if (minor !== leastMinor) return minor > leastMinor;
  if (patch !== leastPatch) return patch > leastPatch;
  return !found.prerelease || minimum.prerelease;
}
