import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020';
import type * as Formats from 'ajv-formats/dist/formats';

const load = createRequire(__filename);

/**
 * A compiler of JSON schemas, loaded on first use because loading it takes as long as the rest of the server. Then
 * `prepare` gets it. It does not check the schemas themselves: the contract is linted, and that check would take longer
 * than the loading.
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
