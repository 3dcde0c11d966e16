// @ts-check
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const source = ['**/*.ts', '**/*.tsx'];
const scripts = ['**/*.js', '**/*.cjs', '**/*.mjs'];
const tests = ['test/**/*.ts'];
/** Processes that are started by hand; they may read the environment and print. */
const entryPoints = [
  'api/server.ts',
  'worker/main.ts',
  'worker/migrate.ts',
  'tools/workspace.ts',
  'tools/events.ts',
  'tools/journeys.ts',
  'tools/connections.ts',
  'tools/accounts.ts',
  'tools/codec.ts',
  'tools/print-temporal-views.ts',
  'tools/release.ts',
  'tools/release-check.ts',
  'tools/doctor.ts',
  'worker/build-bundle.ts',
  'api/apex-js/build.ts',
  'client/generate-types.ts',
  'dev/**/*.ts',
  'bench/**/*.ts',
  'test/**/*.ts',
];

const environmentRead = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Settings are parsed once, in config.ts, and handed on as arguments.',
};
const defaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only: a name that is the same everywhere can be searched for.',
};
const enumDeclaration = {
  selector: 'TSEnumDeclaration',
  message: 'Use a union of literals, inferred from zod where there is a schema.',
};
const typesNextToDefault = {
  selector: 'ImportDeclaration[importKind="value"]:has(ImportDefaultSpecifier):has(ImportSpecifier[importKind="type"])',
  message: 'Import its types in a statement of their own: the import rules would take this one for an import of types.',
};
const literalSpread = {
  selector: ':matches(ObjectExpression > SpreadElement, JSXSpreadAttribute) > ObjectExpression',
  message: 'Write the properties themselves.',
};
/** What no file may do, whatever it is. */
const everywhere = [defaultExport, enumDeclaration, typesNextToDefault];
const inSource = [...everywhere, environmentRead, literalSpread];
const impure = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'The domain has no clock: take `now` as an argument.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'The domain has no clock: take `now` as an argument.',
  },
  {
    selector: "CallExpression[callee.name='Date'], CallExpression[callee.object.name='performance']",
    message: 'The domain has no clock: take `now` as an argument.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random'], MemberExpression[object.name='crypto']",
    message: 'The domain has no randomness of its own: take `random` as an argument.',
  },
  {
    selector:
      "CallExpression[callee.object.name='DateTime'][callee.property.name=/^(now|local|utc)$/][arguments.length=0]",
    message: 'The domain has no clock: take `now` as an argument.',
  },
];

export default defineConfig(
  globalIgnores(['dist/', 'build/', 'coverage/', '.data/', 'test/**/fixtures/', 'test/**/histories/', 'client/dist/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  {
    files: [...source, ...scripts],
    extends: [tseslint.configs.recommended],
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'URL', property: 'canParse', message: 'It is wrong in Node 20: domain/parsable-url.ts.' },
      ],
      'no-constant-condition': 'error',
      'no-debugger': 'error',
      'no-else-return': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-param-reassign': 'error',
      'no-self-compare': 'error',
      'no-template-curly-in-string': 'error',
      'no-throw-literal': 'error',
      'no-unreachable-loop': 'error',
      'no-useless-assignment': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      // A switch counts once: a long table of cases is easy to read.
      complexity: ['error', { max: 15, variant: 'modified' }],
      'max-depth': ['error', 4],
      'max-params': ['error', 4],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    },
  },

  {
    files: source,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': ['error', ...inSource],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-for-in-array': 'error',
      // Koa's middleware and Node's listeners are declared to return void or unknown; a promise is what Koa awaits.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
    },
  },

  // One place makes connections to Temporal: settings, TLS and keys count wherever one is needed.
  {
    files: source,
    ignores: ['temporal/**', 'test/**', 'bench/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            ['@temporalio/client', 'Connection'],
            ['@temporalio/worker', 'NativeConnection'],
          ].map(([name, connection]) => ({
            name,
            importNames: [connection],
            allowTypeImports: true,
            message: 'Connections are made in temporal/.',
          })),
        },
      ],
    },
  },

  {
    files: ['domain/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...inSource, ...impure],
    },
  },
  {
    files: ['config.ts', ...entryPoints],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, literalSpread] },
  },
  {
    files: ['console/pages/**'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, environmentRead] },
  },
  { files: [...entryPoints, ...scripts], rules: { 'no-console': 'off' } },
  { files: ['snippet/**/*.ts'], rules: { 'no-console': ['error', { allow: ['warn'] }] } },

  // A migration says one thing after another, and a describe block holds all tests of its subject.
  { files: ['db/migrations/**/*.ts'], rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
  {
    files: tests,
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
