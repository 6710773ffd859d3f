// ES modules that jest cannot require are compiled to CommonJS on the way in.
const esModules = 'p-retry|is-network-error|content-disposition';

/** @param {string} name */
const project = (name) => ({
  displayName: name,
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  moduleNameMapper: {
    // The emulator's build puts the contract into its package; in the source tree it is read where it is written.
    '^#openapi$': '<rootDir>/api/openapi.yaml',
    '^cloud-compute-emulator$': '<rootDir>/emulator/src/index.ts',
    '^pulumi-cloud-compute$': '<rootDir>/sdk/index.ts',
    '^pulumi-cloud-compute/provider$': '<rootDir>/provider/index.ts',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.*/dist/'],
  transform: {
    '\\.yaml$': '<rootDir>/test/yaml.cjs',
    '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json', diagnostics: false }],
    [`node_modules/(${esModules})/.+\\.js$`]: [
      'ts-jest',
      {
        tsconfig: { allowJs: true, module: 'commonjs', target: 'es2023', isolatedModules: true },
        diagnostics: false,
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules})/)`],
});

/** @type {import('jest').Config} */
module.exports = {
  projects: ['unit', 'contract', 'engine', 'chaos'].map(project),
  coverageProvider: 'v8',
  collectCoverageFrom: [
    'api/**/*.ts',
    'provider/**/*.ts',
    'sdk/**/*.ts',
    'emulator/src/**/*.ts',
    '!**/*.d.ts',
  ],
};
