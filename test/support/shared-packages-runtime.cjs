const { createRequire } = require('node:module');
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
  'csv-parse',
  'dependency-cruiser',
  'esbuild',
  'html-to-text',
  'koa',
  'mjml',
  'nodemailer',
  'openapi-typescript',
  'pino',
  'playwright-core',
  'prom-client',
  'protobufjs',
  'rate-limiter-flexible',
  'typescript',
  'undici',
  'zod',
  'zod-openapi',
];
const isShared = new RegExp(`^(${packages.join('|')})(/|$)`);

class SharedPackagesRuntime extends Runtime {
  requireModuleOrMock(from, moduleName) {
    const shares = isShared.test(moduleName) && !from.includes('/node_modules/');
    return shares ? createRequire(from)(moduleName) : super.requireModuleOrMock(from, moduleName);
  }
}

module.exports = { default: SharedPackagesRuntime, __esModule: true };
