// The native plugin for programs of plain JavaScript, without a generated SDK: no host has to be built for them.
import path from 'node:path';

const schema = path.resolve(__dirname, '..', '..', '..', 'schema.json');

/**
 * The text of a module with a class for each resource of the schema, `Provider`, and both forms of each data source. Its
 * names and forms are those of the package, so one program serves both.
 */
export const SCHEMA_CLASSES = `
const pulumi = require('@pulumi/pulumi');
const { resources, functions } = require(${JSON.stringify(schema)});
for (const [token, { properties }] of Object.entries(resources)) {
  const outputs = Object.fromEntries(Object.keys(properties).map((name) => [name, undefined]));
  const Class = class extends pulumi.CustomResource {
    static get(name, id, opts = {}) {
      return new Class(name, undefined, { ...opts, id });
    }
    constructor(name, args, opts) {
      super(token, name, { ...outputs, ...args }, opts);
    }
  };
  exports[token.split(':').pop()] = Class;
}
exports.InstancesReady = class extends exports.InstancesReady {
  constructor(name, { instances = [], ...args }, opts) {
    super(name, { instanceIds: instances.map(({ id }) => id), ...args }, opts);
  }
};
exports.Provider = class extends pulumi.ProviderResource {
  constructor(name, args, opts) {
    super('cloud-compute', name, args, opts);
  }
};
for (const token of Object.keys(functions)) {
  const name = token.split(':').pop();
  exports[name] = (args = {}, opts) => pulumi.runtime.invoke(token, args, opts).then(({ result }) => result);
  exports[name + 'Output'] = (args = {}, opts) =>
    pulumi.runtime.invokeOutput(token, args, opts).apply(({ result }) => result);
}
`;
