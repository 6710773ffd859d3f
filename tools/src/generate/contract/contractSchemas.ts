// The schemas of the contract as interfaces whose names are in camelCase.
import ts from 'typescript';
import { camelCase } from '../../operations/entry';
import type { ContractWords } from './contractWords';
import { comment } from '../typescript';

/** Reads api/schema.d.ts. */
export class ContractSchemas {
  private readonly schemas: ReadonlyMap<string, ts.PropertySignature>;

  constructor(
    text: string,
    private readonly words: ContractWords,
  ) {
    const file = ts.createSourceFile('schema.d.ts', text, ts.ScriptTarget.ESNext, true);
    const components = file.statements.find(
      (statement): statement is ts.InterfaceDeclaration =>
        ts.isInterfaceDeclaration(statement) && statement.name.text === 'components',
    );
    const schemas = components && membersOf(components).find((member) => nameOf(member) === 'schemas')?.type;
    if (!schemas || !ts.isTypeLiteralNode(schemas)) throw new Error('api/schema.d.ts has no schemas.');
    this.schemas = new Map(membersOf(schemas).map((schema) => [nameOf(schema), schema]));
  }

  /** The names of schemas in a TypeScript type. */
  namesIn(typescript: string): string[] {
    return [...new Set(typescript.match(/\b[A-Z]\w*/g) ?? [])].filter((name) => this.schemas.has(name));
  }

  /** The declarations of these schemas and of all schemas that they refer to. */
  declarations(names: readonly string[]): string {
    const declared = new Map<string, string>();
    const declare = (name: string): void => {
      if (declared.has(name)) return;
      const text = this.declaration(name);
      declared.set(name, text);
      this.namesIn(text.replace(/\/\*\*.*?\*\//gs, '').replace(/'[^']*'|"[^"]*"/g, '')).forEach(declare);
    };
    names.forEach(declare);
    const sorted = [...declared].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([, text]) => text).join('\n\n');
  }

  private declaration(name: string): string {
    const schema = this.schemas.get(name);
    if (!schema?.type) throw new Error(`The contract has no schema ${name}.`);
    const doc = comment(this.documentationOf(schema, name));
    return ts.isTypeLiteralNode(schema.type)
      ? `${doc}\nexport interface ${name} ${this.print(schema.type, name)}`
      : `${doc}\nexport type ${name} = ${this.print(schema.type, name)};`;
  }

  private print(node: ts.TypeNode, path: string): string {
    if (ts.isTypeLiteralNode(node)) {
      const members = node.members.map((member) =>
        ts.isPropertySignature(member) ? this.field(member, path) : member.getText(),
      );
      return `{\n${members.join('\n')}\n}`;
    }
    if (ts.isArrayTypeNode(node)) return `${this.print(node.elementType, path)}[]`;
    if (ts.isParenthesizedTypeNode(node)) return `(${this.print(node.type, path)})`;
    if (ts.isUnionTypeNode(node)) return node.types.map((type) => this.print(type, path)).join(' | ');
    if (ts.isIntersectionTypeNode(node)) return node.types.map((type) => this.print(type, path)).join(' & ');
    // components["schemas"]["Image"]
    if (ts.isIndexedAccessTypeNode(node)) return node.indexType.getText().replaceAll('"', '');
    return node.getText();
  }

  private field(field: ts.PropertySignature, path: string): string {
    const name = nameOf(field);
    const at = `${path}.${name}`;
    const type = field.type ? this.print(field.type, at) : 'unknown';
    const optional = field.questionToken ? '?' : '';
    return `${comment(this.documentationOf(field, at))}\n${camelCase(name)}${optional}: ${type};`;
  }

  /** The description in the contract, with the names of fields as programs write them. */
  private documentationOf(node: ts.PropertySignature, path: string): string {
    const [docstring] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
    const text = this.words.inPrograms(ts.getTextOfJSDocComment(docstring?.comment) ?? '');
    if (text === '') throw new Error(`${path} has no description in the contract.`);
    return text;
  }
}

const nameOf = ({ name }: ts.PropertySignature): string =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();

const membersOf = ({ members }: ts.InterfaceDeclaration | ts.TypeLiteralNode): ts.PropertySignature[] =>
  members.filter(ts.isPropertySignature);
