import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import * as cc from '../../../dist/sdk';
import type { StateResource } from './stack';

const folder = path.resolve(__dirname, '..', '..', 'peer');

/** A file of `bench/peer`, to be put beside a program. */
export async function peerFile(
  name: 'empty.js' | 'naiveInstance.js' | 'sameShape.js',
): Promise<Record<string, string>> {
  return { [name]: await readFile(path.join(folder, name), 'utf8') };
}

/** Type tokens stay for ever; where a class has another name, this says which. */
const CLASS_OF_TYPE: Readonly<Record<string, string>> = { Ready: 'InstancesReady' };

/** What a class declares, and what one of its resources holds. */
interface Shape {
  readonly properties: readonly string[];
  readonly outputs: Readonly<Record<string, unknown>>;
}

/**
 * Files for a program whose resources, made the classic way, have the shape of these of ours: `sameShape.js`, and the
 * shape of each kind by a sample.
 */
export async function sameShape(resources: readonly StateResource[]): Promise<Record<string, string>> {
  const shapes: Record<string, Shape> = {};
  for (const { type, outputs = {} } of resources) {
    const typeName = type.slice(type.lastIndexOf(':') + 1);
    const kind = CLASS_OF_TYPE[typeName] ?? typeName;
    shapes[kind] ??= { properties: await propertiesOf(kind), outputs: valuesOf(outputs) };
  }
  return { ...(await peerFile('sameShape.js')), 'shapes.json': JSON.stringify(shapes) };
}

/** The properties of a resource as a program sees them, whether it gave them or not. */
async function propertiesOf(kind: string): Promise<string[]> {
  await pulumi.runtime.setMocks({ call: () => ({}), newResource: () => ({ id: 'an-id', state: {} }) });
  const Class = Object.entries(cc).find(([name]) => name === kind)?.[1] as
    (new (name: string, args: object) => object) | undefined;
  if (!Class) throw new Error(`The package exports no class ${kind}.`);
  const resource = Object.entries(new Class('a-name', { instances: [] }));
  return resource
    .filter(([name, value]) => pulumi.Output.isInstance(value) && !['id', 'urn'].includes(name))
    .map(([name]) => name);
}

/** What the cloud says of a resource; of a secret output its encrypted text, which is as good as any. */
const valuesOf = (outputs: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(outputs)
      .filter(([name]) => !name.startsWith('__'))
      .map(([name, value]) => [name, (value as { ciphertext?: string } | null)?.ciphertext ?? value]),
  );
