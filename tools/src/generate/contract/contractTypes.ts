// The TypeScript types of the contract.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { Contract } from '../../contract/document';
import { comment } from '../typescript';

/** The text of api/schema.d.ts. */
export async function contractTypes(contract: Contract): Promise<string> {
  const types = await openapiTS(contract.document as unknown as OpenAPI3, {
    // A field with a default is optional for a client: the server fills it in.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  // Editors show the text of a docstring, and a tag only by its name.
  const text = astToString(types)
    .replaceAll('@description ', '')
    .replace(/^ *\* Format: .*\n/gm, '');
  const documented = text.replace(/^export type (\w+) = /gm, (declaration, name: string) =>
    [docOf(contract, name), declaration].filter(Boolean).join('\n'),
  );
  return `// Generated from api/openapi.yaml by \`npm run generate\`; never edited.\n\n${documented}`;
}

/** The docstring of a named schema; empty for a name that is no schema. */
function docOf({ document }: Contract, name: string): string {
  const { schemas } = (document as unknown as { components: { schemas: Schemas } }).components;
  const { description } = schemas[name] ?? {};
  return description === undefined ? '' : comment(description.replace(/\s+/g, ' '));
}

type Schemas = Readonly<Record<string, { readonly description?: string }>>;
