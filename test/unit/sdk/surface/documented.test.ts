// Every public member has a docstring, which editors show on hover, in the declarations as they are published.
import path from 'node:path';
import ts from 'typescript';

jest.setTimeout(120_000);

const dist = path.resolve(__dirname, '..', '..', '..', '..', 'dist');
const entries = ['sdk/index.d.ts', 'sdk/client.d.ts'].map((file) => path.join(dist, file));
const program = ts.createProgram(entries, { types: ['node'], skipLibCheck: true, strict: true });
const checker = program.getTypeChecker();

const isOurs = (node: ts.Node): boolean => node.getSourceFile().fileName.startsWith(dist);

const modifierOf = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);

/** Members that programs do not use: private ones, and members that Pulumi or Error declares. */
const isHidden = (node: ts.NamedDeclaration): boolean =>
  modifierOf(node, ts.SyntaxKind.PrivateKeyword) ||
  modifierOf(node, ts.SyntaxKind.ProtectedKeyword) ||
  (node.name !== undefined && ts.isPrivateIdentifier(node.name));

const isMember = (node: ts.Node): node is ts.NamedDeclaration =>
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodSignature(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isGetAccessor(node);

/** A member without a docstring may inherit that of the class or interface that it comes from. */
function isDocumented(node: ts.NamedDeclaration): boolean {
  const symbol = node.name && checker.getSymbolAtLocation(node.name);
  const isDeprecated = symbol?.getJsDocTags(checker).some(({ name, text }) => name === 'deprecated' && text);
  return isDeprecated === true || (symbol?.getDocumentationComment(checker).length ?? 0) > 0;
}

/** The public members without a docstring, and the number of all. */
function members(): { all: number; undocumented: string[] } {
  const seen = new Set<ts.Node>();
  const undocumented: string[] = [];
  let all = 0;
  const look = (node: ts.Node, owner: string): void => {
    if (isMember(node)) {
      if (isHidden(node)) return;
      all += 1;
      const name = `${owner}.${node.name?.getText() ?? ''}`;
      if (!isDocumented(node)) undocumented.push(name);
      node.forEachChild((child) => {
        look(child, name);
      });
      return;
    }
    if (ts.isConstructorDeclaration(node) && modifierOf(node, ts.SyntaxKind.ProtectedKeyword)) return;
    if (ts.isIndexedAccessTypeNode(node)) {
      fieldOf(node)?.declarations?.forEach((declaration) => {
        if (seen.has(declaration)) return;
        seen.add(declaration);
        look(declaration, node.getText());
      });
      return;
    }
    if (ts.isIdentifier(node)) follow(checker.getSymbolAtLocation(node));
    node.forEachChild((child) => {
      look(child, owner);
    });
  };
  const follow = (symbol: ts.Symbol | undefined): void => {
    const target =
      symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of target?.declarations ?? []) {
      const isNamed =
        ts.isInterfaceDeclaration(declaration) ||
        ts.isClassDeclaration(declaration) ||
        ts.isTypeAliasDeclaration(declaration) ||
        ts.isFunctionDeclaration(declaration) ||
        ts.isVariableDeclaration(declaration);
      if (!isNamed || !isOurs(declaration) || seen.has(declaration)) continue;
      seen.add(declaration);
      all += 1;
      if (!isDocumented(declaration)) undocumented.push(declaration.name?.getText() ?? '');
      look(declaration, declaration.name?.getText() ?? '');
    }
  };
  /** The type of `components['schemas']['Volume']`: only this schema is public, not the other schemas. */
  const fieldOf = ({ objectType, indexType }: ts.IndexedAccessTypeNode): ts.Symbol | undefined => {
    const name =
      ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) && indexType.literal.text;
    return name === false ? undefined : checker.getTypeFromTypeNode(objectType).getProperty(name);
  };
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.Node);
    checker.getExportsOfModule(module as ts.Symbol).forEach(follow);
  }
  return { all, undocumented };
}

test('every public member that a program can reach has a docstring', () => {
  const { all, undocumented } = members();
  expect(all).toBeGreaterThan(1000);
  expect(undocumented).toEqual([]);
});
