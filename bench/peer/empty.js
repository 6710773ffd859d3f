// The smallest classic dynamic resource: a provider object in its own file, whose create does nothing.
const pulumi = require('@pulumi/pulumi');

const provider = {
  async create(inputs) {
    return { id: 'empty', outs: inputs };
  },
};

class Empty extends pulumi.dynamic.Resource {
  constructor(name, opts) {
    super(provider, name, {}, opts);
  }
}

module.exports = { Empty };
