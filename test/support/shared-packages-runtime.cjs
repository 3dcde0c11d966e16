const { createRequire } = require('node:module');
const vm = require('node:vm');
const Runtime = require('jest-runtime').default;

/**
 * Loads large packages once for each jest process, outside the contexts of test files. Jest otherwise evaluates all of their modules
 * anew for each file, which took more processor time than most files' tests.
 *
 * Only packages that a test cannot tell apart are listed: none that reads the clock, which tests replace, and none that makes what
 * tests or the service ask for the class of (dates of pg and luxon).
 */
const packages = [
  '@aws-sdk',
  '@koa',
  '@node-rs',
  '@smithy',
  '@stdlib',
  '@temporalio',
  '@grpc/grpc-js',
  'csv-parse',
  'dependency-cruiser',
  'esbuild',
  'html-to-text',
  'koa',
  'lodash',
  'mjml',
  'nodemailer',
  'openapi-typescript',
  'pino',
  'playwright-core',
  'prom-client',
  'protobufjs',
  'rate-limiter-flexible',
  're2js',
  'typescript',
  'undici',
  'zod',
  'zod-openapi',
];
const isShared = new RegExp(`^(${packages.join('|')})(/|$)`);

/**
 * What V8 made of each source when a test file loaded it first, for those that load it later: it compiles anew for each context
 * otherwise. Kept by the text itself, so that a changed file is never taken for its older self.
 */
const compiled = new Map();
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) => {
  const cachedData = compiled.get(code);
  if (cachedData !== undefined) return compileFunction(code, parameters, { ...options, cachedData });
  const made = compileFunction(code, parameters, { ...options, produceCachedData: true });
  compiled.set(code, made.cachedData);
  return made;
};

class SharedPackagesRuntime extends Runtime {
  requireModuleOrMock(from, moduleName) {
    const shares = isShared.test(moduleName) && (!from.includes('/node_modules/') || moduleName.startsWith('lodash/'));
    return shares ? createRequire(from)(moduleName) : super.requireModuleOrMock(from, moduleName);
  }
}

module.exports = { default: SharedPackagesRuntime, __esModule: true };
