// Reads what the example of a data source in TypeScript calls and exports.
import ts from 'typescript';
import type { Result } from '../../../../../sdk/dataSources/support/describe';
import type { ContractTypes } from '../../pulumi/pulumiContractTypes';
import type { ObjectSpec, TypeSpec } from '../../pulumi/pulumiSpec';
import type { LookUp, Setting, Shown, Value } from './lookUp';

/**
 * What the programs in other languages do. They map a list to one property, but do not filter it; so the comments of an
 * example are only about those whose output is the same.
 */
export function lookUpOf(
  name: string,
  result: Result,
  example: string,
  types: ContractTypes,
  isTakenInGo: boolean,
): LookUp {
  const source = ts.createSourceFile(`${name}.ts`, example, ts.ScriptTarget.Latest, true);
  const call = nodesIn(source).find(
    (node): node is ts.CallExpression =>
      ts.isCallExpression(node) && node.expression.getText() === `${name}Output`,
  );
  if (!call) throw new Error(`The example of ${name} does not call ${name}Output.`);
  const variable = name.charAt(3).toLowerCase() + name.slice(4);
  const { settings, sentences } = commentsIn(example);
  const shown = shownBy(example, example.slice(call.end), typeNamed(name, result, types));
  return {
    ...{ name, variable, settings, isTakenInGo },
    args: call.arguments.flatMap((argument) => argumentsIn(argument)),
    shown: {
      output: shown.output ?? variable,
      comments: shown.output === undefined ? [] : sentences,
      ...(shown.property && { property: shown.property }),
      ...('list' in result && { listOf: typeName(name, result, types) }),
    },
  };
}

const typeName = (name: string, result: Result, types: ContractTypes): string => {
  const { items, ...type } = types.of(name, result);
  return ((items ?? type).$ref ?? '').replace(/.*:/, '');
};

/** The type of the result, or of the objects in its list. */
const typeNamed = (name: string, result: Result, types: ContractTypes): ObjectSpec | undefined =>
  'value' in result ? undefined : types.types.get(typeName(name, result, types));

/** A node and all nodes inside it, the outer ones first. */
const nodesIn = (node: ts.Node): ts.Node[] => {
  const inner: ts.Node[] = [];
  node.forEachChild((child) => {
    inner.push(...nodesIn(child));
  });
  return [node, ...inner];
};

/** The comments of a program: how to set its configuration, and sentences. */
function commentsIn(program: string): { readonly settings: Setting[]; readonly sentences: string[] } {
  const comments = [...program.matchAll(/^\/\/ (.*)$/gm)].map(([, text = '']) => text);
  const how = /^pulumi config set (\w+) <(.*)>$/;
  return {
    settings: comments.flatMap((text) => {
      const [, name, doc] = how.exec(text) ?? [];
      return name === undefined || doc === undefined ? [] : [{ name, doc }];
    }),
    sentences: comments.filter((text) => !how.test(text)),
  };
}

function argumentsIn(node: ts.Expression): LookUp['args'] {
  if (!ts.isObjectLiteralExpression(node)) throw unreadable(node);
  return node.properties.map((property) => {
    if (ts.isShorthandPropertyAssignment(property))
      return { name: property.name.text, value: valueOf(property.name) };
    if (!ts.isPropertyAssignment(property)) throw unreadable(property);
    return { name: property.name.getText(), value: valueOf(property.initializer) };
  });
}

function valueOf(node: ts.Expression): Value {
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return node.kind === ts.SyntaxKind.TrueKeyword;
  if (ts.isArrayLiteralExpression(node))
    return node.elements.map((element) => {
      if (ts.isStringLiteral(element)) return element.text;
      throw unreadable(element);
    });
  if (ts.isCallExpression(node) && node.expression.getText().endsWith('.require')) {
    const [setting] = node.arguments;
    if (setting && ts.isStringLiteral(setting)) return { setting: setting.text };
  }
  const declared = ts.isIdentifier(node) && constant(node)?.initializer;
  if (!declared) throw unreadable(node);
  return valueOf(declared);
}

/** The declaration of a constant. */
const constant = (name: ts.Identifier): ts.VariableDeclaration | undefined =>
  nodesIn(name.getSourceFile()).find(
    (node): node is ts.VariableDeclaration =>
      ts.isVariableDeclaration(node) && node.name.getText() === name.text,
  );

const unreadable = (node: ts.Node): Error =>
  new Error(`${node.getSourceFile().fileName}: no other language has words for ${node.getText()}.`);

/** What the program does with the result, whose objects have this type. `rest` is the text after the call. */
function shownBy(
  example: string,
  rest: string,
  type: ObjectSpec | undefined,
): { readonly output?: string; readonly property?: Shown['property'] } {
  const [, output] = /^export const (\w+)/m.exec(example) ?? [];
  const line = rest.replace(/\s+/g, ' ').trim();
  if (!type) return { ...(line === ';' && output !== undefined && { output }) };
  const exactly =
    /^\.(\w+);$/.exec(line)?.[1] ??
    /^\.apply\(\((\w+)\) => \1\.map\(\(\{ (\w+) \}\) => \2\),? ?\);$/.exec(line)?.[2];
  const first = [
    exactly,
    /\.map\(\(\{ (\w+)/.exec(line)?.[1],
    ...wordsIn(line, /\.(\w+)/g),
    ...wordsIn(line, /(\w+)/g),
  ].find((word) => word !== undefined && isShowable(type.properties[word]));
  if (first === undefined) throw new Error(`There is no property that every language can show in ${example}`);
  return {
    property: { name: first, type: type.properties[first] ?? {}, isOptional: !type.required.includes(first) },
    ...(first === exactly && output !== undefined && { output }),
  };
}

const wordsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, word = '']) => word);

/** Java shows texts, numbers, booleans and lists of them, but no objects. */
const isShowable = (type: TypeSpec | undefined): boolean =>
  type?.items === undefined
    ? /^(string|number|integer|boolean)$/.test(type?.type ?? '')
    : isShowable(type.items);
