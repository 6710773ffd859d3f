// The classes and functions of sdk/components, which are written by hand: their names, types and docstrings.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { Property } from '../page';
import { docOf, parameterDocOf } from './docstrings';

/** A class or function of sdk/components. */
export interface Component {
  readonly name: string;
  readonly doc: string;
  /** The code in its `@example`. */
  readonly example: string;
  readonly inputs: readonly Property[];
  readonly outputs: readonly Property[];
}

/** Reads all exported classes and functions, in alphabetical order. */
export function componentsOf(root: string): Component[] {
  const folder = path.join(root, 'sdk', 'components');
  return readdirSync(folder)
    .flatMap((file) => componentsIn(path.join(folder, file)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function componentsIn(file: string): Component[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
  const interfaces = new Map(
    source.statements.filter(ts.isInterfaceDeclaration).map((one) => [one.name.text, one] as const),
  );
  const aliases = new Map(
    source.statements.filter(ts.isTypeAliasDeclaration).map((one) => [one.name.text, one.type] as const),
  );
  const membersOf = (name: string): Property[] =>
    interfaces.get(name)?.members.flatMap(propertyOf) ?? alternativesOf(aliases.get(name));
  return source.statements.filter(isExported).flatMap((statement): Component[] => {
    if (ts.isClassDeclaration(statement) && statement.name) {
      const name = statement.name.text;
      return [
        {
          ...described(statement, name),
          inputs: membersOf(`${name}Args`),
          outputs: statement.members.flatMap(propertyOf),
        },
      ];
    }
    if (!ts.isFunctionDeclaration(statement) || !statement.name) return [];
    const result = /pulumi\.Output<(\w+)>/.exec(statement.type?.getText() ?? '')?.[1] ?? '';
    const inputs = statement.parameters.map((parameter) => ({
      name: parameter.name.getText(),
      type: { kind: 'code', text: parameter.type?.getText() ?? '' } as const,
      doc: parameterDocOf(parameter),
      ...(parameter.questionToken === undefined &&
        parameter.initializer === undefined && { isRequired: true }),
    }));
    return [{ ...described(statement, statement.name.text), inputs, outputs: membersOf(result) }];
  });
}

/** The properties of which a union of objects has one each; in the other objects, it is undefined. */
const alternativesOf = (type: ts.TypeNode | undefined): Property[] =>
  (type && ts.isUnionTypeNode(type) ? type.types.filter(ts.isTypeLiteralNode) : [])
    .flatMap(({ members }) => members.filter(({ questionToken }) => questionToken === undefined))
    .flatMap(propertyOf)
    .map(({ isRequired: _ofThis, ...property }) => property);

function described(node: ts.Node, name: string): Pick<Component, 'name' | 'doc' | 'example'> {
  const example = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'example');
  return { name, doc: docOf(node), example: ts.getTextOfJSDocComment(example?.comment) ?? '' };
}

/** A public property; none for a method, a constructor or a private member. */
function propertyOf(member: ts.TypeElement | ts.ClassElement): Property[] {
  if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member)) return [];
  if (ts.isPrivateIdentifier(member.name)) return [];
  const isRequired = ts.isPropertySignature(member) && member.questionToken === undefined;
  const type = { kind: 'code', text: (member.type?.getText() ?? '').replace(/\s+/g, ' ') } as const;
  return [{ name: member.name.getText(), type, doc: docOf(member), ...(isRequired && { isRequired }) }];
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
