// Docstrings of sources that are written by hand.
import ts from 'typescript';

/** The docstring of a declaration, without its tags; empty if it has none. */
export const docOf = (node: ts.Node): string =>
  textOf(ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)[0]?.comment);

/** The text of the first tag of this name, e.g. `throws`; empty if there is none. */
export const tagOf = (node: ts.Node, name: string): string =>
  textOf(ts.getJSDocTags(node).find(({ tagName }) => tagName.text === name)?.comment);

/** The text of the docstring about a parameter; empty if there is none. */
export const parameterDocOf = (parameter: ts.ParameterDeclaration): string =>
  textOf(ts.getJSDocParameterTags(parameter)[0]?.comment);

/** A docstring without links, each paragraph in one line. */
const textOf = (comment: Parameters<typeof ts.getTextOfJSDocComment>[0]): string =>
  (ts.getTextOfJSDocComment(comment) ?? '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n\n')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());
