import * as pulumi from '@pulumi/pulumi';
import { plainSecret } from '../../core/validation/shape';
import { perRun } from './run';

/** Marks the values at these paths as secrets, e.g. `['waitFor', 'ssh', 'privateKey']`: state encrypts them then. */
export const withSecrets = (args: object, paths: readonly (readonly string[])[]): object =>
  paths.reduce((marked, path) => markedAt(marked, path, path.join('.')) as object, args);

function markedAt(value: unknown, [name, ...rest]: readonly string[], path: string): unknown {
  if (value === undefined || value === null) return value;
  if (Array.isArray(value))
    return value.map((item) => markedAt(item, name === undefined ? [] : [name, ...rest], path));
  if (name === undefined) return secret(value, path);
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    // What it holds is known later; a part that is no secret stays readable.
    const later: pulumi.Output<unknown> = pulumi.output(value);
    return later.apply((known) => markedAt(known, [name, ...rest], path));
  }
  if (typeof value !== 'object' || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: markedAt((value as Readonly<Record<string, unknown>>)[name], rest, path) };
}

const warned = perRun(() => new Set<string>());

function secret(value: unknown, path: string): pulumi.Output<unknown> {
  if (typeof value === 'string' && !warned().has(path)) {
    warned().add(path);
    void pulumi.log.warn(plainSecret(path));
  }
  return pulumi.secret(value);
}
