// The corners of the versions that the tests of the packages use. package.json declares the lower bounds.
import { minVersion } from 'semver';
import manifest from '../../../package.json';
import { NEWEST_NODE } from '../../../tools/src/cache/node';

const lowest = (range: string): string => minVersion(range)?.version ?? range;

export const nodes = { oldest: lowest(manifest.engines.node), newest: NEWEST_NODE };

export const sdks = {
  oldest: lowest(manifest.peerDependencies['@pulumi/pulumi']),
  /** The version of this repository: the newest that supports the oldest Node.js. */
  newestOfOldestNode: manifest.devDependencies['@pulumi/pulumi'],
  newest: '3.270.0',
};
