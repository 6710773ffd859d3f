import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** Former words of this project. Section "Words" of docs/internals.md has the words that replace them. */
const FORMER_WORDS = [
  ...['unmark', 'markedBy', 'leftovers', 'removeLeftovers', 'carcass', 'twin', 'doubles'],
  ...['SettleRule', 'becomes', 'Verdict', 'verdictOf', 'wrote', 'ownVolumesOf', 'ownVolumesLeft'],
  ...['convergeOsVolume', 'convergePolicy', 'convergeVolumes'],
];

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'api/schema.d.ts', 'coverage/', 'docs/'] },
  // Its types are those of a generated SDK: test/engine/full/plugin/pluginSdks.test.ts compiles and runs these programs.
  { ignores: ['examples/reference/nodejs/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers and booleans read well in messages.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Pulumi's own classes are registered by being constructed.
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-new': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      'id-denylist': ['error', ...FORMER_WORDS],
    },
  },
  {
    files: ['**/*.ts', '**/*.js', '**/*.mjs'],
    // Generated from the descriptions.
    ignores: ['sdk/data/**', 'sdk/resources/**'],
    rules: { 'max-lines': ['error', 400] },
  },
  { files: ['**/cli.ts', 'tools/**', 'bench/**', 'examples/**'], rules: { 'no-console': 'off' } },
  {
    // An interface has a name that declarations of other packages can use; an alias has none.
    files: ['sdk/data/*.ts'],
    rules: {
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    },
  },
  {
    // The scripts of the console run in a browser. The compiler knows their names: `npm run lint:types`.
    files: ['emulator/src/http/pages/console/**/*.js'],
    rules: { 'no-undef': 'off' },
  },
  {
    files: ['**/*.js', '**/*.cjs', '**/*.mjs'],
    languageOptions: {
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly', process: 'readonly' },
    },
  },
  prettier,
);
