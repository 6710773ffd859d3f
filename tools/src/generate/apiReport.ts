// The public surface of both packages as text: a change of it shows in the diff of a commit.
import path from 'node:path';
import ts from 'typescript';
import { programOf } from './program';

/** The entries of each package, with the settings of its compiler. */
const packages = [
  {
    config: 'tsconfig.package.json',
    entries: {
      'pulumi-cloud-compute': 'sdk/index.ts',
      'pulumi-cloud-compute/client': 'sdk/client.ts',
      'pulumi-cloud-compute/provider': 'provider/index.ts',
    },
  },
  { config: 'emulator/tsconfig.json', entries: { 'cloud-compute-emulator': 'emulator/src/index.ts' } },
];

const FORMAT: ts.TypeFormatFlags =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
const HIDDEN: ts.ModifierFlags = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** Each exported name with its type and its public members, sorted by name. */
export function apiReport(root: string): string {
  const sections = packages.flatMap(({ config, entries }) => {
    const program = programOf(root, config, Object.values(entries));
    return Object.entries(entries).map(
      ([name, entry]) => `# ${name}\n\n${new Entry(program, path.join(root, entry)).describe()}`,
    );
  });
  return `The public surface. \`npm run generate\` writes this file.\n\n${sections.join('\n')}`;
}

/** One module that programs import. */
class Entry {
  private readonly checker: ts.TypeChecker;

  constructor(
    private readonly program: ts.Program,
    private readonly file: string,
  ) {
    this.checker = program.getTypeChecker();
  }

  describe(): string {
    const source = this.program.getSourceFile(this.file);
    const module = source && this.checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${this.file} is no module: name the entry in apiReport.ts.`);
    return this.exportsOf(module)
      .map((line) => `${line}\n`)
      .join('');
  }

  private exportsOf(module: ts.Symbol, prefix = ''): string[] {
    const byName = this.checker.getExportsOfModule(module).sort((a, b) => (a.name < b.name ? -1 : 1));
    return byName.flatMap((symbol) => this.declaration(prefix + symbol.name, this.resolved(symbol)));
  }

  private resolved(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  private declaration(name: string, symbol: ts.Symbol): string[] {
    if (symbol.flags & ts.SymbolFlags.Module) return this.exportsOf(symbol, `${name}.`);
    if (symbol.flags & ts.SymbolFlags.Class) {
      const constructed = this.checker.getTypeOfSymbol(symbol);
      const news = constructed.getConstructSignatures().map((each) => `  new ${this.signature(each)}`);
      const statics = constructed
        .getProperties()
        .filter((member) => member.name !== 'prototype' && isOurs(member))
        .map((member) => `  static ${this.member(member)}`);
      return [
        `class ${name}${this.bases(symbol)}`,
        ...news,
        ...statics,
        ...this.members(this.checker.getDeclaredTypeOfSymbol(symbol)),
      ];
    }
    if (symbol.flags & ts.SymbolFlags.Interface) {
      const type = this.checker.getDeclaredTypeOfSymbol(symbol);
      return [`interface ${name}${this.bases(symbol)}`, ...this.members(type)];
    }
    if (symbol.flags & ts.SymbolFlags.TypeAlias) {
      const type = this.checker.getDeclaredTypeOfSymbol(symbol);
      if (type.flags & ts.TypeFlags.Object && type.getCallSignatures().length === 0)
        return [`type ${name}`, ...this.members(type)];
      return [`type ${name} = ${this.text(type, ts.TypeFormatFlags.InTypeAlias)}`];
    }
    if (symbol.flags & ts.SymbolFlags.Function)
      return this.checker
        .getTypeOfSymbol(symbol)
        .getCallSignatures()
        .map((each) => `function ${name}${this.signature(each)}`);
    return [`const ${name}: ${this.text(this.checker.getTypeOfSymbol(symbol))}`];
  }

  private bases(symbol: ts.Symbol): string {
    const type = this.checker.getDeclaredTypeOfSymbol(symbol) as ts.InterfaceType;
    const names = this.checker.getBaseTypes(type).map((base) => this.text(base));
    return names.length === 0 ? '' : ` extends ${names.join(', ')}`;
  }

  /** The public members that this project declares, in alphabetical order. */
  private members(type: ts.Type): string[] {
    return this.checker
      .getPropertiesOfType(type)
      .filter(isOurs)
      .map((member) => `  ${this.member(member)}`)
      .sort();
  }

  private member(member: ts.Symbol): string {
    const optional = member.flags & ts.SymbolFlags.Optional ? '?' : '';
    return `${member.name}${optional}: ${this.text(this.checker.getTypeOfSymbol(member))}`;
  }

  private text(type: ts.Type, flags: ts.TypeFormatFlags = ts.TypeFormatFlags.None): string {
    return this.checker.typeToString(type, undefined, FORMAT | flags);
  }

  private signature(signature: ts.Signature): string {
    return this.checker.signatureToString(signature, undefined, FORMAT);
  }
}

/** Whether a public member is declared here, and not inherited from a package. */
function isOurs({ declarations = [] }: ts.Symbol): boolean {
  return declarations.every(
    (each) =>
      !(ts.isClassElement(each) && each.name && ts.isPrivateIdentifier(each.name)) &&
      !each.getSourceFile().fileName.includes('/node_modules/') &&
      !(ts.getCombinedModifierFlags(each) & HIDDEN),
  );
}
