// Every member of the exports of the public files has a docstring, which editors show on hover.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(__dirname, '..', '..', '..');

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file));

const FILES = [
  'api/client.ts',
  'core/configuration.ts',
  'api/errors.ts',
  'api/options.ts',
  'api/wording.ts',
  ...filesIn('api/services'),
  ...filesIn('provider/resources').filter((file) => /(properties|index)\.ts$|resources.[^\\/]*$/.test(file)),
  // The descriptions of data sources hold their documentation as data; the code in sdk/data is generated from them.
  ...filesIn('sdk').filter((file) => !file.startsWith(path.join('sdk', 'dataSources'))),
];

const modifiersOf = (node: ts.Node): ts.SyntaxKind[] =>
  ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map(({ kind }) => kind) : [];

/** Private members, and overrides, which inherit their docstring. */
const isHidden = (member: ts.Node & { readonly name?: ts.Node }): boolean =>
  (member.name !== undefined && ts.isPrivateIdentifier(member.name)) ||
  [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.OverrideKeyword].some((kind) =>
    modifiersOf(member).includes(kind),
  );

const isDocumented = (node: ts.Node): boolean => ts.getJSDocCommentsAndTags(node).length > 0;

/** The declarations of a file without a docstring: its exports, and their members at any depth. */
function undocumentedIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const look = (node: ts.Node, owner: string) => {
    const isMember =
      ts.isPropertySignature(node) ||
      ts.isMethodSignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isGetAccessor(node);
    if (isMember && isHidden(node)) return;
    const name = isMember ? `${owner}.${node.name.getText()}` : owner;
    if (isMember && !isDocumented(node)) found.push(name);
    // Function bodies are not public.
    node.forEachChild((child) => {
      if (!ts.isBlock(child) && !ts.isExpression(child) && !ts.isParameter(child)) look(child, name);
    });
  };
  for (const statement of source.statements) {
    if (!modifiersOf(statement).includes(ts.SyntaxKind.ExportKeyword)) continue;
    const isNamed =
      ts.isInterfaceDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement);
    if (isNamed) look(statement, statement.name?.text ?? '');
    else if (!isDocumented(statement) && !ts.isExportDeclaration(statement))
      found.push(statement.getText().split('\n', 1)[0] ?? '');
  }
  return found.map((name) => `${file}: ${name}`);
}

test('every public member has a docstring', () => {
  expect(FILES.flatMap(undocumentedIn)).toEqual([]);
});
