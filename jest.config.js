// ES modules that jest cannot require are compiled to CommonJS on the way in.
const esModules = 'p-retry|is-network-error|content-disposition';

// `npm run lint:types` checks the types.
const compiledBy = (tsconfig) => ['ts-jest', { tsconfig, diagnostics: false }];

/** @param {string} name */
const project = (name) => ({
  displayName: name,
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  setupFiles: ['<rootDir>/test/processFlags.cjs'],
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  moduleNameMapper: {
    // The emulator's build puts the contract into its package; in the source tree it is read where it is written.
    '^#openapi$': '<rootDir>/api/openapi.yaml',
    // Tests get an emulator that watches its replies.
    '^cloud-compute-emulator$': '<rootDir>/test/emulator.ts',
    // @pulumi/pulumi loads them at once: half a second for each test file that imports it.
    '^(\\.\\./)+typescript-shim$': '<rootDir>/test/lazy/typescript.cjs',
    '^@npmcli/arborist$': '<rootDir>/test/lazy/arborist.cjs',
    '^pulumi-cloud-compute$': '<rootDir>/sdk/index.ts',
    '^pulumi-cloud-compute/client$': '<rootDir>/sdk/client.ts',
    '^pulumi-cloud-compute/provider$': '<rootDir>/provider/index.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.*/dist/', '<rootDir>/.cache/'],
  transform: {
    '\\.yaml$': '<rootDir>/test/yaml.cjs',
    '^.+\\.ts$': compiledBy('<rootDir>/test/tsconfig.json'),
    [`node_modules/(${esModules})/.+\\.js$`]: compiledBy({
      allowJs: true,
      module: 'commonjs',
      target: 'es2023',
      isolatedModules: true,
    }),
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules})/)`],
});

/** @type {import('jest').Config} */
module.exports = {
  projects: ['unit', 'provider', 'contract', 'engine', 'chaos', 'packages'].map(project),
  // No test says how fast something is; on a busy machine everything takes its time.
  testTimeout: 60_000,
  // `npm run test:coverage`. The compiled lines are counted as istanbul does; V8's own count takes six times as long.
  coverageProvider: 'babel',
  coverageReporters: ['text-summary', 'html'],
  // Declarations have no code. Generated classes and data sources count as the code of a program does.
  collectCoverageFrom: ['{api,core,provider,sdk}/**/*.ts', '!**/*.d.ts'],
  coverageThreshold: Object.fromEntries(
    ['api', 'core', 'provider', 'sdk'].map((folder) => [`./${folder}/`, { lines: 95, branches: 90 }]),
  ),
};
