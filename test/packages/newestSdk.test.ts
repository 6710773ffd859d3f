import { provePackages } from './support/proof';
import { nodes, sdks } from './support/versions';

provePackages({ sdk: sdks.newest, typescript: '6.0.3', nodes: [nodes.newest] });
