// The arrows of docs/design.md: sdk → provider (types only) → core → api, sdk → core, api, cli → core, api, plugin → provider, core, api; the emulator stands alone.
const runtimeOnly = { dependencyTypesNot: ['type-only', 'type-import'] };

/** Folders from the lowest to the highest: none imports from one above it, types included. */
const floors = (root, names) =>
  names.slice(0, -1).map((name, index) => ({
    name: `${root}-${name}-imports-no-higher-folder`,
    severity: 'error',
    from: { path: `^${root}/${name}/` },
    to: { path: `^${root}/(${names.slice(index + 1).join('|')})/` },
  }));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Imports of types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'api-does-not-import-pulumi',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^(core|provider|sdk|emulator|test|tools)/|@pulumi' },
    },
    {
      name: 'core-imports-only-the-api',
      severity: 'error',
      from: { path: '^core/' },
      to: { path: '^(provider|sdk|emulator|test|tools)/|@pulumi' },
    },
    {
      name: 'provider-imports-no-sdk',
      severity: 'error',
      from: { path: '^provider/' },
      to: { path: '^(sdk|emulator|test|tools)/' },
    },
    {
      name: 'a-resource-imports-no-other-resource',
      severity: 'error',
      from: { path: '^provider/resources/([^/.]+)', pathNot: '^provider/resources/index\\.ts$' },
      to: { path: '^provider/resources/', pathNot: '^provider/resources/$1(/|\\.ts$)' },
    },
    ...floors('provider', [
      'polling',
      'run',
      'schema',
      'checks',
      'lifecycle',
      'machines',
      'volumes',
      'resources',
      'engine',
    ]),
    {
      name: 'verbs-import-no-protocol',
      comment: 'Another protocol of the engine can be served by the same verbs.',
      severity: 'error',
      from: { path: '^provider/(?!engine/[^/]+$|index\\.ts$)' },
      to: { path: '^(provider/engine/[^/]+$|core/hiddenProperties)' },
    },
    {
      name: 'sdk-takes-types-only-from-provider',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^provider/', ...runtimeOnly },
    },
    {
      name: 'data-sources-are-described-without-pulumi',
      severity: 'error',
      from: { path: '^sdk/dataSources/' },
      to: { path: '^(sdk/(?!dataSources/)|provider/)|@pulumi' },
    },
    {
      name: 'sdk-imports-no-emulator',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^(emulator|test|tools)/' },
    },
    {
      name: 'cli-imports-core-and-api',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^(provider|sdk|emulator|test|tools)/|@pulumi' },
    },
    {
      name: 'nothing-imports-the-cli-or-the-plugin',
      severity: 'error',
      from: { path: '^(api|core|provider|sdk|emulator)/' },
      to: { path: '^(cli|plugin)/' },
    },
    {
      name: 'the-plugin-imports-no-program',
      comment: 'Of the sdk it takes the descriptions of data sources.',
      severity: 'error',
      from: { path: '^plugin/' },
      to: { path: '^(sdk/(?!dataSources/|camelize)|cli|emulator|test|tools)' },
    },
    {
      name: 'the-protocol-of-the-plugin-in-one-file',
      severity: 'error',
      from: { path: '^plugin/', pathNot: '^plugin/protocol/stubs\\.ts$' },
      to: { path: '(@pulumi|@grpc|google-protobuf)/' },
    },
    {
      name: 'pulumi-by-its-documented-entry',
      comment:
        'Of Pulumi only its index is documented; the status of a resource needs the protocol of the engine.',
      severity: 'error',
      from: {
        pathNot: '^(provider/run/progress\\.ts|plugin/protocol/stubs\\.ts|emulator/|test/|tools/|bench/)',
      },
      to: {
        path: 'node_modules/@pulumi/pulumi/',
        pathNot: 'node_modules/@pulumi/pulumi/index\\.(js|d\\.ts)$',
      },
    },
    {
      name: 'emulator-model-imports-no-resource',
      severity: 'error',
      from: { path: '^emulator/src/model/' },
      to: { path: '^emulator/src/(?!model/)' },
    },
    {
      name: 'emulator-contract-imports-the-model',
      severity: 'error',
      from: { path: '^emulator/src/contract/' },
      to: { path: '^emulator/src/(?!model/|contract/)' },
    },
    {
      name: 'emulator-resources-snapshot-and-http-import-model-and-contract',
      severity: 'error',
      from: { path: '^emulator/src/(resources|snapshot|http)/' },
      to: { path: '^emulator/src/(?!model/|contract/|$1/)' },
    },
    {
      name: 'emulator-volumes-and-networks-import-no-machine',
      comment: 'Instances and clusters register themselves in machines/.',
      severity: 'error',
      from: { path: '^emulator/src/resources/(machines|volumes|networks)/' },
      to: { path: '^emulator/src/resources/(?!machines/|shared/|$1/)' },
    },
    {
      name: 'emulator-instances-and-clusters-import-no-group',
      severity: 'error',
      from: { path: '^emulator/src/resources/(instances|clusters)/' },
      to: { path: '^emulator/src/resources/(?!machines/|shared/|volumes/|networks/|sshKeys|scripts|$1/)' },
    },
    {
      name: 'emulator-machines-import-no-faults-and-no-control',
      severity: 'error',
      from: { path: '^emulator/src/machines/' },
      to: { path: '^emulator/src/(faults/|control/|snapshot/|[^/]+$)' },
    },
    {
      name: 'emulator-faults-import-no-control',
      severity: 'error',
      from: { path: '^emulator/src/faults/' },
      to: { path: '^emulator/src/(control/|[^/]+$)' },
    },
    {
      name: 'emulator-shares-only-the-contract',
      severity: 'error',
      from: { path: '^emulator/' },
      to: { path: '^(api/(?!schema\\.d\\.ts|openapi)|core|provider|sdk|test|tools)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^plugin/dist/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.package.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'default'] },
  },
};
