const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const {
  maxWorkers: _workers,
  testPathIgnorePatterns: [, longTests],
  ...common
} = require('./jest.config.cjs');

process.env.THOROUGH = '1';

/** Random tests that try more cases here than with every change. */
const thorough = readdirSync(join(__dirname, 'test'), { recursive: true })
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => readFileSync(join(__dirname, 'test', file), 'utf8').includes("/support/thorough'"))
  .map((file) => `<rootDir>/test/${file}`);

/** Whole stacks, killed processes, browsers, simulations and loads: one file at a time, because they use the machine whole and usual ports. */
module.exports = {
  ...common,
  testMatch: [`${longTests}**/*.test.ts`, ...thorough],
  maxWorkers: 1,
  // Some of them tell one story: a stack is started, killed part by part, judged, and stopped.
  randomize: false,
};
