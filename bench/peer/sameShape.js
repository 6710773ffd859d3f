// Classic dynamic resources with the same shape as the resources of the package: classes with the same names,
// properties and values. The bench writes the shapes into `shapes.json`.
const pulumi = require('@pulumi/pulumi');
const shapes = require('./shapes.json');

const providerOf = (kind) => ({
  async create(inputs) {
    // Read here and not in a variable outside: the state of each resource would contain the variable.
    const { outputs } = JSON.parse(require('fs').readFileSync('shapes.json', 'utf8'))[kind];
    return { id: `${kind}-${process.hrtime.bigint()}`.padEnd(36, '0'), outs: { ...outputs, ...inputs } };
  },
});

for (const [kind, { properties }] of Object.entries(shapes)) {
  const provider = providerOf(kind);
  const declared = Object.fromEntries(properties.map((property) => [property, undefined]));
  module.exports[kind] = class extends pulumi.dynamic.Resource {
    constructor(name, args, opts) {
      super(provider, name, { ...declared, ...args }, opts);
    }
  };
}
