// The other tests prove the packed form; this one uses the packages of the repository, so that nothing is installed.
import path from 'node:path';
import { root } from './support/packed';
import { proveStack } from './support/stack';
import { nodes, sdks } from './support/versions';

jest.setTimeout(600_000);

it(`deploys, refreshes and destroys a stack with @pulumi/pulumi ${sdks.newestOfOldestNode} on Node.js ${nodes.oldest}`, async () => {
  await proveStack({
    modules: path.join(root, 'node_modules'),
    sdk: sdks.newestOfOldestNode,
    version: nodes.oldest,
  });
});
