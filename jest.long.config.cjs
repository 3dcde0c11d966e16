const { maxWorkers: _workers, testPathIgnorePatterns: _ignored, ...common } = require('./jest.config.cjs');

/** Whole stacks, killed processes, browsers and simulations: one file at a time, because they measure time and use usual ports. */
module.exports = {
  ...common,
  testMatch: ['<rootDir>/test/(e2e|faults|browser|simulations)/**/*.test.ts'],
  maxWorkers: 1,
  testTimeout: 300_000,
};
