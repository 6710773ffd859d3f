import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020';
import type * as Formats from 'ajv-formats/dist/formats';

const load = createRequire(__filename);

/**
 * A compiler of JSON schemas, loaded when it is first asked for: to load it takes as long as all the rest of the
 * server. `prepare` is given it then. The schemas are the contract's, which is linted, and our own: they are not
 * compared with the schema of schemas, which takes twice as long again.
 */
export function schemaCompiler(
  options: Ajv.Options = {},
  prepare: (compiler: Ajv.Ajv2020) => void = () => undefined,
): () => Ajv.Ajv2020 {
  let compiler: Ajv.Ajv2020 | undefined;
  const make = (): Ajv.Ajv2020 => {
    const { Ajv2020 } = load('ajv/dist/2020') as typeof Ajv;
    const { fullFormats } = load('ajv-formats/dist/formats') as typeof Formats;
    const made = new Ajv2020({
      strict: false,
      allErrors: true,
      meta: false,
      validateSchema: false,
      formats: fullFormats,
      ...options,
    });
    prepare(made);
    return made;
  };
  return () => (compiler ??= make());
}
