import { provePackages } from './support/proof';
import { nodes, sdks } from './support/versions';

provePackages({
  sdk: sdks.oldest,
  // Pulumi accepts TypeScript 6 from 3.235 on.
  typescript: '5.9.3',
  nodes: [nodes.oldest, nodes.newest],
});
