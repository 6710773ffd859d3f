// The versions that the tests of the packages use. package.json declares the lower bounds.
import { minVersion } from 'semver';
import manifest from '../../../package.json';

const lowest = (range: string): string => minVersion(range)?.version ?? range;

export const nodes = { oldest: lowest(manifest.engines.node), maintenance: '22.23.3', active: '24.21.0' };

export const sdks = {
  oldest: lowest(manifest.peerDependencies['@pulumi/pulumi']),
  /** The newest version that supports the oldest Node.js. */
  newestOfOldestNode: '3.248.0',
  newest: '3.270.0',
};
