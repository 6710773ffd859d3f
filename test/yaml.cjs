const { parse } = require('yaml');

/** Lets jest require a YAML file as the data that it holds. */
module.exports = {
  process: (source) => ({ code: `module.exports = ${JSON.stringify(parse(source))};` }),
};
