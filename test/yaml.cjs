const { parseContract } = require('../tools/dist/contract/parse');

/** Lets jest require the contract as the data that is served. */
module.exports = {
  process: (source) => ({ code: `module.exports = ${JSON.stringify(parseContract(source))};` }),
};
