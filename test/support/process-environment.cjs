const asyncHooks = require('node:async_hooks');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/**
 * Every storage of the process. Jest makes one for each test file and never disables it, and each that is enabled costs every promise
 * that is made from then on.
 */
const storages = new Set();
class CountedStorage extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.add(this);
  }
}
// Defined and not assigned: newer releases of Node have a getter there.
Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: CountedStorage, enumerable: true, configurable: true });

// Jest ends a process by SIGTERM as soon as it writes that it is out of memory: with a handler, which such a process does not come to any
// more, it has the time until SIGKILL to write its report (--report-on-fatalerror).
process.once('SIGTERM', () => process.exit(143));

/**
 * Runs test files in the global scope of their jest process, so that classes of the service, which is loaded once for all of them
 * (service-runtime.cjs), are the same as those of a test. What a file leaves in globals and in variables of the environment is undone
 * after it.
 */
class ProcessEnvironment {
  constructor({ projectConfig }) {
    this.globalsBefore = Object.getOwnPropertyDescriptors(globalThis);
    this.variablesBefore = { ...process.env };
    this.global = globalThis;
    // Jest takes it that a file has ended when there is none; its code is compiled for no context of its own.
    this.context = {};
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = new LegacyFakeTimers({
      config: projectConfig,
      global: globalThis,
      moduleMocker: this.moduleMocker,
      timerConfig: { idToRef: (id) => id, refToId: (timer) => timer },
    });
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // Jest has 100, and each frame costs every error that is made.
    Error.stackTraceLimit = 25;
  }

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.fakeTimers = null;
    this.fakeTimersModern = null;
    this.context = null;
    this.moduleMocker.restoreAllMocks();
    for (const storage of storages) storage.disable();
    restoreGlobals(this.globalsBefore);
    restoreVariables(this.variablesBefore);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.context;
  }
}

function restoreGlobals(before) {
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!(key in before)) Reflect.deleteProperty(globalThis, key);
  }
  for (const key of Reflect.ownKeys(before)) {
    const now = Object.getOwnPropertyDescriptor(globalThis, key);
    if (now?.configurable !== false && !isSame(now, before[key])) Object.defineProperty(globalThis, key, before[key]);
  }
}

function isSame(one, other) {
  return one !== undefined && one.value === other.value && one.get === other.get && one.set === other.set;
}

function restoreVariables(before) {
  for (const name of Object.keys(process.env)) {
    if (!(name in before)) delete process.env[name];
  }
  for (const [name, value] of Object.entries(before)) process.env[name] = value;
}

module.exports = ProcessEnvironment;
