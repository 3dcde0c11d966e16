/** Tests that share one PostgreSQL, one Temporal and one mail sink. The slow ones have jest.long.config.cjs. */
const common = {
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  testEnvironment: '<rootDir>/test/support/process-environment.cjs',
  runtime: '<rootDir>/test/support/service-runtime.cjs',
  transform: {
    '\\.[cm]?[jt]sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // Tests import components of the console, which import their styles.
  moduleNameMapper: { '\\.css$': '<rootDir>/test/support/no-styles.cjs' },
  // Packages that are ES modules only.
  transformIgnorePatterns: [
    '/node_modules/(?!(@seriousme|jose|openid-client|oauth4webapi|oidc-provider|d3-[a-z]+|internmap)/)',
  ],
  modulePathIgnorePatterns: ['<rootDir>/(dist|build|.data)/'],
  setupFilesAfterEnv: ['<rootDir>/test/support/one-day.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

module.exports = {
  ...common,
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(e2e|faults|browser|simulations|load)/'],
  // Two more than cores of a small machine: files wait for PostgreSQL and for processes, too.
  maxWorkers: 4,
  // What contexts of files leave behind makes the collector work more with each file.
  workerIdleMemoryLimit: '1200MB',
  // For what never ends: no test measures its speed by it, and the slowest of machines stays below.
  testTimeout: 600_000,
  // Milliseconds for a process of jest's to end; the usual 500 are too few for one of a gigabyte where processors are busy. What keeps a
  // process from ending is reported all the same.
  workerGracefulExitTimeout: 60_000,
  randomize: true,
};
