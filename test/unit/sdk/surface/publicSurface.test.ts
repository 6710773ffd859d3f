// The exports of the package.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import * as provider from '../../../../provider';
import { areas } from '../../../../sdk/dataSources';
import { publishedSchemas } from '../../../publishedSchemas';

const folder = path.resolve(__dirname, '..', '..', '..', '..', 'sdk');

/** The names of the values and types that a file exports. */
function exportsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext);
  return source.statements.flatMap((statement): string[] => {
    if (!ts.isExportDeclaration(statement)) return isExported(statement) ? namesOf(statement) : [];
    if (statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause))
      return statement.exportClause.elements.map(({ name }) => name.text);
    if (statement.exportClause !== undefined) return [statement.exportClause.name.text];
    const target = (statement.moduleSpecifier as ts.StringLiteral).text;
    const module = path.resolve(path.dirname(file), target);
    return exportsOf(ts.sys.directoryExists(module) ? path.join(module, 'index.ts') : `${module}.ts`);
  });
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (statement.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const namesOf = (statement: ts.Statement): string[] => {
  const { name } = statement as { name?: ts.Identifier };
  if (name === undefined) throw new Error(`An export has no name: ${ts.SyntaxKind[statement.kind]}`);
  return [name.text];
};

/** Classes that programs use already: none of them disappears. */
const inPrograms = [
  ...[
    'AddressMapping',
    'Cluster',
    'EndpointBinding',
    'Instance',
    'InstanceGroup',
    'InstancesReady',
    'SshKey',
  ],
  ...['StartupScript', 'Tag', 'Volume'],
];
const resources = [...new Set([...inPrograms, ...publishedSchemas.map(({ name }) => name)])];
const components = ['Fleet'];
const nestedTypes = ['FleetInstanceArgs', ...exportsOf(path.join(folder, 'resources', 'types.ts'))];

test('a program imports resources, components, data sources and the cost of a stack', () => {
  const withArgs = [...resources, ...components].flatMap((name) => [name, `${name}Args`]);
  const dataSources = Object.values(areas).flatMap((area) => Object.keys(area));
  const pairs = dataSources.flatMap((name) => {
    const type = name.replace(/^get/, 'Get');
    return [name, `${name}Output`, `${type}Args`, `${type}Result`];
  });
  const resultTypes = readFileSync(path.join(folder, 'data', 'types.ts'), 'utf8');
  const aliases = [...resultTypes.matchAll(/^export type (\w+)/gm)].map(([, name]) => name);
  expect([...new Set(exportsOf(path.join(folder, 'index.ts')))].sort()).toEqual(
    [...withArgs, ...nestedTypes, ...pairs, ...aliases, 'stackCost', 'StackCost', 'Priced', 'types'].sort(),
  );
});

test('the client of the API, its errors, and the types of its parts have their own entry', () => {
  expect(exportsOf(path.join(folder, 'client.ts')).sort()).toEqual([
    'AccountApi',
    'AuditApi',
    'AuditFilter',
    'AuthenticationError',
    'AvailabilityFilter',
    'Body',
    'CallOptions',
    'CatalogueApi',
    'ClientOptions',
    'Clock',
    'CloneVolumeRequest',
    'CloudComputeClient',
    'CloudComputeError',
    'ClustersApi',
    'Configuration',
    'ConfigurationError',
    'ConflictError',
    'Credentials',
    'ErrorDetails',
    'ForbiddenError',
    'Held',
    'InferenceApi',
    'InstanceFilter',
    'InstanceGroupsApi',
    'InstancesApi',
    'InsufficientFundsError',
    'InvalidRequestError',
    'JournalApi',
    'JournalFilter',
    'JournalSubject',
    'LimitFacts',
    'Logger',
    'Method',
    'NetworkMembersApi',
    'NoCapacityError',
    'NotFoundError',
    'PriceFilter',
    'PrivateNetworksApi',
    'Query',
    'RateLimitedError',
    'RequestOptions',
    'ScriptsApi',
    'ServerError',
    'SshKeysApi',
    'TaggedCollection',
    'TagsApi',
    'TransportError',
    'UnauthorizedError',
    'VolumesApi',
    'Wording',
    'WritesStoppedError',
    'client',
    'configuration',
    'request',
  ]);
});

test('state finds the providers by names that never change', () => {
  const inOldStates = [
    ...[
      'addressMapping',
      'cluster',
      'endpointBinding',
      'instance',
      'instanceGroup',
      'owner',
      'ready',
      'sshKey',
    ],
    ...['startupScript', 'tag', 'volume'],
  ];
  const names = new Set([...inOldStates, ...publishedSchemas.map((schema) => schema.provider)]);
  expect(Object.keys(provider).sort()).toEqual([...names].sort());
});
