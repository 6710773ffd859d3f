// Run by Node.js: records all functions of Pulumi's SDK, gRPC, protobuf and Node.js, imports the package, creates one
// resource of each class, and prints the functions that were changed, added or removed.
const { readdirSync } = require('node:fs');
const path = require('node:path');
const { setTimeout } = require('node:timers');
const { types } = require('node:util');

const pulumi = require('@pulumi/pulumi');
const sdk = path.dirname(require.resolve('@pulumi/pulumi/package.json'));
for (const folder of ['.', 'runtime', 'proto']) {
  for (const file of readdirSync(path.join(sdk, folder)))
    if (file.endsWith('.js')) require(path.join(sdk, folder, file));
}

const modules = [
  'assert',
  'async_hooks',
  'child_process',
  'console',
  'crypto',
  'dns',
  'events',
  'fs',
  'http',
  'https',
];
modules.push(
  'module',
  'net',
  'os',
  'path',
  'perf_hooks',
  'process',
  'stream',
  'timers',
  'timers/promises',
  'tls',
);
modules.push('url', 'util', 'worker_threads', 'zlib');

/**
 * Properties that belong to the run and not to the program: Pulumi's own store, listeners and handles of the process.
 */
const STATE = new Set([
  'globalStore',
  'stackResource',
  '_events',
  '_handle',
  '_readableState',
  '_writableState',
]);

const isThing = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Every reachable object, with its path and its current properties. */
function noted(roots) {
  const seen = new Map();
  const waiting = roots.map(([name, root]) => [name, root]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [name, thing] = next;
    if (!isThing(thing) || types.isProxy(thing) || ArrayBuffer.isView(thing) || seen.has(thing)) continue;
    const properties = Object.getOwnPropertyDescriptors(thing);
    const prototype = Object.getPrototypeOf(thing);
    seen.set(thing, { name, properties, prototype });
    waiting.push([`${name}.__proto__`, prototype]);
    for (const key of Reflect.ownKeys(properties)) {
      if (STATE.has(key)) continue;
      const { value, get, set } = properties[key];
      for (const held of [value, get, set]) waiting.push([`${name}.${String(key)}`, held]);
    }
  }
  return seen;
}

const isFunction = (value) => typeof value === 'function';

function changesOf(seen) {
  const changes = new Set();
  for (const [thing, { name, properties, prototype }] of seen) {
    if (Object.getPrototypeOf(thing) !== prototype) changes.add(`${name}.__proto__`);
    const now = Object.getOwnPropertyDescriptors(thing);
    for (const key of new Set([...Reflect.ownKeys(properties), ...Reflect.ownKeys(now)])) {
      if (STATE.has(key)) continue;
      const [before, after] = [properties[key] ?? {}, now[key] ?? {}];
      const held = ['value', 'get', 'set'].some(
        (part) => before[part] !== after[part] && (isFunction(before[part]) || isFunction(after[part])),
      );
      if (held || (thing === Error && before.value !== after.value)) changes.add(`${name}.${String(key)}`);
    }
  }
  return changes;
}

async function main() {
  const mocks = {
    call: () => ({}),
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
  };
  await pulumi.runtime.setMocks(mocks, 'project', 'stack', true);
  // Pulumi itself changes some objects at the first resource, so a resource of another package comes first.
  class Other extends pulumi.CustomResource {}
  await new Promise((resolve) => new Other('a:b:C', 'other', {}).id.apply(resolve));

  const libraries = Object.entries(require.cache).filter(([file]) =>
    /[\\/](@pulumi|@grpc|google-protobuf)[\\/]/.test(file),
  );
  const seen = noted([
    ['globalThis', globalThis],
    ...modules.map((name) => [`node:${name}`, require(`node:${name}`)]),
    ...libraries.map(([file, { exports }]) => [path.relative(path.dirname(sdk), file), exports]),
  ]);

  const cc = require('pulumi-cloud-compute');
  // Loads the provider like the engine's plugin, which loads each kind of resource at its first use.
  Object.values(require('pulumi-cloud-compute/provider'));
  const changes = changesOf(seen);
  const note = ({ props, opts }) => {
    for (const change of changesOf(seen)) changes.add(`${change} within a constructor`);
    return { props, opts };
  };
  // The mocks are hidden, so that the package does everything that it does in an update.
  const engine = new Proxy(pulumi.runtime.getMonitor(), {
    has: (target, key) => key !== 'mocks' && key in target,
  });
  pulumi.runtime.setMockOptions(engine, 'project', 'stack', true);
  const classes = Object.entries(cc).filter(([, value]) => value?.prototype instanceof pulumi.CustomResource);
  for (const [name, Class] of classes)
    new Class(name.toLowerCase(), { instances: [] }, { transformations: [note] });
  await new Promise((resolve) => setTimeout(resolve, 0));
  for (const change of changesOf(seen)) changes.add(change);
  process.stdout.write(JSON.stringify({ noted: seen.size, made: classes.length, changes: [...changes] }));
}

void main();
