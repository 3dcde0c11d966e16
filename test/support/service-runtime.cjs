const Module = require('node:module');
const { dirname, join, relative, resolve } = require('node:path');
const vm = require('node:vm');
const Runtime = require('jest-runtime').default;

const root = join(__dirname, '..', '..');

// Long tests (jest.long.config.cjs) start threads and hash passwords as the service does.
if (process.env.THOROUGH !== '1') {
  require('./kept-threads.cjs');
  require('./quick-hashes.cjs');
}

/**
 * Parts of which each jest process has one, as the service has, and so do all packages: jest otherwise evaluates them anew for each
 * test file, which took more processor time than most files' tests. The console, the snippet and the client keep the state of one
 * page or one program, so each file has its own.
 */
const isOfService =
  /^(?:(?:activities|api|bench|db|dev|domain|context|egress|mail|operations|temporal|threads|telemetry|tools|worker|workflows)\/|(?:config|logging|logging-metrics)$)/;

/** Source maps of the service's files, for the lines in stacks: the runtime of a file knows only of those that it loaded. */
const sourceMaps = new Map();
/** By the runtime of the file that runs. */
let transformed;

for (const extension of ['.ts', '.tsx']) {
  Module._extensions[extension] = (module, filename) => {
    module._compile(transformed(filename), filename);
  };
}

/**
 * Files run in the scope of the process, not in one of their own (process-environment.cjs). What V8 made of a source when a file loaded
 * it first is there for those that load it later, by the text itself, so that a changed file is never taken for its older self.
 */
const compiled = new Map();
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, { parsingContext: _none, ...options }) => {
  const cachedData = compiled.get(code);
  if (cachedData !== undefined) return compileFunction(code, parameters, { ...options, cachedData });
  const made = compileFunction(code, parameters, { ...options, produceCachedData: true });
  compiled.set(code, made.cachedData);
  return made;
};

/** Of jest's own parts, those that keep no state of a file but in a global: with the files they took a twentieth of the processor time. */
const sharedFramework = new Set([
  '@jest/expect',
  'jest-each',
  'jest-matcher-utils',
  'jest-message-util',
  'jest-snapshot',
  'jest-util',
  'pretty-format',
]);

class ServiceRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    const maps = this.getSourceMaps();
    for (const [filename, map] of sourceMaps) maps.set(filename, map);
    transformed = (filename) => {
      const code = this.transformCache.transform(filename);
      if (maps.has(filename)) sourceMaps.set(filename, maps.get(filename));
      return code;
    };
  }

  requireInternalModule(from, moduleName) {
    return sharedFramework.has(moduleName)
      ? Module.createRequire(from)(moduleName)
      : super.requireInternalModule(from, moduleName);
  }

  requireModuleOrMock(from, moduleName) {
    return isShared(from, moduleName)
      ? Module.createRequire(from)(moduleName)
      : super.requireModuleOrMock(from, moduleName);
  }
}

function isShared(from, moduleName) {
  if (moduleName.startsWith('.')) return isOfService.test(relative(root, resolve(dirname(from), moduleName)));
  return !Module.isBuiltin(moduleName) && moduleName !== '@jest/globals';
}

module.exports = { default: ServiceRuntime, __esModule: true };
