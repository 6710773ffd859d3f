import fc from 'fast-check';
import { Contract } from '../../../tools/src/contract/document';

/** A JSON schema, with the keywords that requests of the contract use. */
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
  multipleOf?: number;
}

/** The tables of properties and parameters that do not have the name of their table. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  volumes: ['volumes'],
  existing_volumes: ['volumes'],
  instances: ['instances'],
  clusters: ['clusters'],
  scripts: ['scripts'],
  computeId: ['instances', 'clusters'],
  compute_id: ['instances', 'clusters'],
  target_workload_id: ['instances', 'clusters'],
  default_route_instance_id: ['instances'],
  nodeId: ['clusterNodes'],
  keys: ['sshKeys'],
  startup_script_id: ['scripts'],
  instance_group_id: ['groups'],
  source_private_network_id: ['privateNetworks'],
  target_private_network_id: ['privateNetworks'],
};

/**
 * The tables of the cloud that contain the object that a property or parameter names: `sshKeys` of `ssh_key_ids` and
 * `sshKeyId`; undefined if its name is not that of an object.
 */
export function tablesOf(name: string): readonly string[] | undefined {
  const [, kind] = /^(\w+?)(?:_ids?|Id)$/.exec(name) ?? [];
  if (name in otherNames || kind === undefined) return otherNames[name];
  return [`${kind.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())}s`];
}

/** The tables whose objects have a path. */
const tablesInPaths = Contract.read().operations.flatMap(({ path }) =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => tablesOf(name) ?? []),
);

/** A placeholder for the id of an object in a table, which is replaced when the request is sent. */
const thing = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...(tablesOf(name) ?? tablesInPaths)), fc.nat(99))
    .map(([table, index]) => `@${table}:${index}`);

const often = <T>(value: T, times: number): T[] => new Array<T>(times).fill(value);

/** Values with which a request passes more than the first check. */
const likely: Readonly<Record<string, readonly string[]>> = {
  location_code: [...often('FIN-01', 6), 'FIN-02', 'ICE-01', 'MARS-1'],
  instance_type: [...often('CPU.4V.16G', 5), '1V100.6V', '16H100'],
  instanceType: ['CPU.4V.16G', '16H100'],
  cluster_type: ['16H100', '16H200'],
  image: [...often('ubuntu-24.04', 5), 'ubuntu-24.04-cuda-12.8-cluster'],
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

/** Generates values that a schema allows. */
export class Values {
  constructor(private readonly document: unknown) {}

  /** `name` is the name of the property or parameter. It suggests likely values; an `id` is an id of the `subject`. */
  of(schema: Schema, name: string, subject: string): fc.Arbitrary<unknown> {
    const { $ref, oneOf, enum: allowed, type } = schema;
    if ($ref !== undefined) return this.of(this.resolve($ref) as Schema, name, subject);
    if ('const' in schema) return fc.constant(schema.const);
    if (allowed !== undefined) return fc.constantFrom(...allowed);
    if (oneOf !== undefined) return fc.oneof(...oneOf.map((branch) => this.of(branch, name, subject)));
    if (Array.isArray(type))
      return fc.oneof(...type.map((one) => this.of({ ...schema, type: one }, name, subject)));
    switch (type) {
      case 'string':
        return text(schema, name === 'id' ? subject : name);
      case 'number':
      case 'integer':
        return amount(schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(this.of(schema.items ?? {}, name, subject), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, 11),
        });
      case 'object':
        return this.object(schema, tablesOf(name) ? name : subject);
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

  /**
   * An object with few of the optional fields, because many of them contradict each other, but with most fields that
   * have likely values.
   */
  private object({ properties = {}, required = [] }: Schema, subject: string): fc.Arbitrary<unknown> {
    const names = Object.keys(properties);
    const optional = names.filter((name) => !required.includes(name));
    const withLikelyValues = optional.filter((name) => name in likely && name !== 'long_term_period');
    const others = optional.filter((name) => !withLikelyValues.includes(name));
    return fc
      .tuple(
        fc.oneof(
          { weight: 4, arbitrary: fc.constant(withLikelyValues) },
          { weight: 1, arbitrary: fc.subarray(withLikelyValues) },
        ),
        fc.subarray(others, { maxLength: Math.min(2, others.length) }),
      )
      .chain((chosen) => {
        const fields = [...required.filter((name) => name in properties), ...chosen.flat()];
        return fc.record(
          Object.fromEntries(fields.map((name) => [name, this.of(properties[name] ?? {}, name, subject)])),
        );
      });
  }
}

function text({ minLength = 0, maxLength = 200 }: Schema, name: string): fc.Arbitrary<string> {
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 70) });
  const values = likely[name];
  const meant = values === undefined ? thing(name) : fc.constantFrom(...values);
  return fc.oneof(
    { weight: 18, arbitrary: meant },
    { weight: 1, arbitrary: thing('') },
    { weight: 1, arbitrary: any },
  );
}

function amount({
  type,
  minimum = 0,
  maximum = 100_000,
  exclusiveMinimum,
  multipleOf,
}: Schema): fc.Arbitrary<number> {
  const whole = fc.integer({
    min: exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1,
    max: maximum,
  });
  if (type === 'integer' || multipleOf !== undefined) return whole;
  const least = exclusiveMinimum ?? minimum;
  const any = fc.double({
    min: least,
    minExcluded: exclusiveMinimum !== undefined,
    noNaN: true,
    noDefaultInfinity: true,
  });
  return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: any });
}
