// The tests of one area of `npm run mutation`: jest finds them in a copy of the project, where one line is changed.
const { projects, testTimeout } = require('../jest.config.js');

const [first] = projects;

/** @type {import('jest').Config} */
module.exports = {
  ...first,
  displayName: 'mutation',
  testTimeout,
  testMatch: (process.env.MUTATION_TESTS ?? '').split(' ').map((file) => `<rootDir>/${file}`),
};
