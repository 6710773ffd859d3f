import { provePackages } from './support/proof';
import { nodes, sdks } from './support/versions';

provePackages({
  sdk: sdks.oldest,
  // Pulumi takes TypeScript 6 only since 3.235.
  typescript: '5.9.3',
  nodes: Object.values(nodes),
});
