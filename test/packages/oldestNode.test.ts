import { provePackages } from './support/proof';
import { nodes, sdks } from './support/versions';

provePackages({ sdk: sdks.newestOfOldestNode, typescript: '6.0.3', nodes: [nodes.oldest] });
