// The TypeScript types of the contract.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

/** The text of api/schema.d.ts. */
export async function contractTypes(root: string): Promise<string> {
  const types = await openapiTS(pathToFileURL(join(root, 'api', 'openapi.yaml')), {
    // A field with a default is optional for a client: the server fills it in.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return `// Generated from api/openapi.yaml by \`npm run generate\`; never edited.\n\n${astToString(types)}`;
}
