// Resources made the classic way of the same shape as those of the package: classes of the same names, which declare
// the same properties and come to hold the same values. `shapes.json`, which the bench writes, says which.
const pulumi = require('@pulumi/pulumi');
const shapes = require('./shapes.json');

const providerOf = (kind) => ({
  async create(inputs) {
    // Read, not captured: what a provider captures is kept in state with each resource.
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
