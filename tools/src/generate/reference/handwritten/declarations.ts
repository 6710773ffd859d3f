// Facts about the declarations in the sources of the client.
import ts from 'typescript';

/** Type arguments of a generic class by the names of its parameters. */
export type TypeArguments = ReadonlyMap<string, string>;

export const methodsOf = (node: ts.ClassDeclaration): ts.MethodDeclaration[] =>
  node.members.filter(ts.isMethodDeclaration).filter(isPublic);

export const isPublic = (node: ts.ClassElement): boolean =>
  node.name !== undefined &&
  !ts.isPrivateIdentifier(node.name) &&
  !(ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));

export const isOptional = (node: ts.ParameterDeclaration | ts.PropertySignature): boolean =>
  node.questionToken !== undefined || (ts.isParameter(node) && node.initializer !== undefined);

/** The written type, without the `undefined` of an optional property. */
export const textOfType = (
  node: ts.ParameterDeclaration | ts.PropertySignature | ts.PropertyDeclaration,
): string => (node.type?.getText() ?? '').replace(/\s+/g, ' ').replace(/ \| undefined$/, '');

export const withTypes = (text: string, given: TypeArguments): string =>
  [...given].reduce((result, [name, type]) => result.replace(new RegExp(`\\b${name}\\b`, 'g'), type), text);
