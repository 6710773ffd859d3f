/** The package that @pulumi/pulumi uses to serialize functions. It is loaded on first use, which few tests reach. */
module.exports = {
  Arborist: function (options) {
    const { Arborist } = require('../../node_modules/@npmcli/arborist');
    return new Arborist(options);
  },
};
