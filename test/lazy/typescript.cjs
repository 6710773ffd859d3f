let loaded;

/** The TypeScript that @pulumi/pulumi uses to serialize functions. It is loaded on first use, which few tests reach. */
module.exports = new Proxy({}, { get: (_, name) => (loaded ??= require('typescript'))[name] });
