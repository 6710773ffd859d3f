import fc from 'fast-check';

/** A JSON schema, as far as requests of the contract use it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

/** Stands for something that the cloud has: replaced by the n-th of what is known when the request is sent. */
const knownThing = fc.nat(9999).map((n) => `@${n}`);

/** Values with which a request gets further than its first check. */
const likely: Readonly<Record<string, readonly string[]>> = {
  location_code: ['FIN-01', 'FIN-02', 'ICE-01'],
  instance_type: ['CPU.4V.16G', '1V100.6V', '16H100'],
  cluster_type: ['16H100', '16H200'],
  image: ['ubuntu-24.04', 'ubuntu-24.04-cuda-12.8-cluster'],
  long_term_period: ['1_MONTH', '1_YEAR'],
  cidr: ['10.9.0.0/24', '10.9.0.1/24', '10.0.0.0/8', '0.0.0.0/0', '255.255.255.255/32'],
  source_cidr: ['10.9.0.0/24', '192.168.0.0/16'],
  target_cidr: ['10.8.0.0/24'],
  endpoint_ip: ['10.0.0.9', '192.168.0.9', '256.0.0.1'],
  start_date: ['2020-01-01', '2999-01-01T00:00:00Z', '2026-02-30T00:00:00Z'],
  end_date: ['2020-01-01T00:00:00.000Z', '2999-12-31'],
  grant_type: ['client_credentials', 'refresh_token', 'password'],
  client_id: ['emulator'],
  client_secret: ['emulator', 'wrong'],
  code: ['llama-3.1-8b-instruct'],
  cursor: ['MTcgbG9nXzA', '====', 'bm9uZQ'],
};

/** Makes values that a schema allows. */
export class Values {
  constructor(private readonly document: unknown) {}

  /** `name` is that of the property or parameter, which tells what may be meant. */
  of(schema: Schema, name = ''): fc.Arbitrary<unknown> {
    const { $ref, oneOf, enum: allowed, type } = schema;
    if ($ref !== undefined) return this.of(this.resolve($ref) as Schema, name);
    if ('const' in schema) return fc.constant(schema.const);
    if (allowed !== undefined) return fc.constantFrom(...allowed);
    if (oneOf !== undefined) return fc.oneof(...oneOf.map((branch) => this.of(branch, name)));
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => this.of({ ...schema, type: one }, name)));
    switch (type) {
      case 'string':
        return text(schema, name);
      case 'number':
      case 'integer':
        return amount(schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(this.of(schema.items ?? {}, name), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, 11),
        });
      case 'object':
        return this.object(schema);
      default:
        return fc.jsonValue();
    }
  }

  resolve(reference: string): unknown {
    return reference
      .slice(2)
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], this.document);
  }

  private object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, this.of(schema, name)]),
    );
    return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  }
}

function text({ minLength = 0, maxLength = 200 }: Schema, name: string): fc.Arbitrary<string> {
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 70) });
  const values = likely[name];
  if (values === undefined)
    return fc.oneof({ weight: 3, arbitrary: knownThing }, { weight: 1, arbitrary: any });
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: knownThing },
    { weight: 1, arbitrary: any },
  );
}

function amount({ type, minimum = 0, maximum = 100_000, exclusiveMinimum }: Schema): fc.Arbitrary<number> {
  const whole = fc.integer({
    min: exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1,
    max: maximum,
  });
  if (type === 'integer') return whole;
  const least = exclusiveMinimum ?? minimum;
  const any = fc.double({
    min: least,
    minExcluded: exclusiveMinimum !== undefined,
    noNaN: true,
    noDefaultInfinity: true,
  });
  return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: any });
}
