import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import * as cc from '../../../dist/sdk';
import type { StateResource } from './stack';

const folder = path.resolve(__dirname, '..', '..', 'peer');

/** Reads a file of `bench/peer`, to write it beside a program. */
export async function peerFile(
  name: 'empty.js' | 'naiveInstance.js' | 'sameShape.js',
): Promise<Record<string, string>> {
  return { [name]: await readFile(path.join(folder, name), 'utf8') };
}

/** The classes whose names differ from their type tokens, which never change. */
const CLASS_OF_TYPE: Readonly<Record<string, string>> = { Ready: 'InstancesReady' };

/** The declared properties of a class, and the values of one of its resources. */
interface Shape {
  readonly properties: readonly string[];
  readonly outputs: Readonly<Record<string, unknown>>;
}

/**
 * Files for a program with classic dynamic resources of the same shape as ours: `sameShape.js`, and the shape of each
 * kind, taken from a sample.
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

/** All properties of a resource, whether the program sets them or not. */
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

/** The outputs of a resource; a secret output keeps its encrypted text, which has the same effect. */
const valuesOf = (outputs: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(outputs)
      .filter(([name]) => !name.startsWith('__'))
      .map(([name, value]) => [name, (value as { ciphertext?: string } | null)?.ciphertext ?? value]),
  );
