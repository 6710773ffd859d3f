import { version as sdkVersion } from '@pulumi/pulumi/version';

/** The Pulumi CLI that is installed or built when PATH has none; the same as in `tools/pulumi-cli/go.mod`. */
export const cliVersion = '3.259.0';

/** The Node.js language host that is built beside it; the same as in `tools/language-nodejs/go.mod`. */
export const languageHostVersion = '3.68.0';

/**
 * The oldest CLI taken from PATH. CLI and SDK are released together under one number, so a CLI older than
 * the SDK in use was never tried with it and may lack what that SDK asks of the engine.
 */
export const minimumVersion = sdkVersion;

interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  readonly prerelease: boolean;
}

/** Reads what `pulumi version` prints (`v3.259.0`, `v3.260.0-alpha.1+c0ffee`), or gives undefined. */
export function parseVersion(text: string): Version | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.exec(text.trim());
  if (!match) return undefined;
  return {
    numbers: [Number(match[1]), Number(match[2]), Number(match[3])],
    prerelease: match[4] !== undefined,
  };
}

/** Whether `found` is of the major version of `minimum` and not older than it. */
export function isRecentEnough(found: Version, minimum: Version): boolean {
  const [major, minor, patch] = found.numbers;
  const [leastMajor, leastMinor, leastPatch] = minimum.numbers;
  if (major !== leastMajor) return false;
  if (minor !== leastMinor) return minor > leastMinor;
  if (patch !== leastPatch) return patch > leastPatch;
  return !found.prerelease || minimum.prerelease;
}
