const { createHash } = require('node:crypto');
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, relative, resolve } = require('node:path');
const vm = require('node:vm');
const { threadId } = require('node:worker_threads');

/**
 * For `--require` in the processes of tests: runs the service's sources as compile-sources.ts has compiled them, and keeps V8's code of all
 * modules for the processes that follow. A process is up in a fifth of the processor time that tsx takes.
 */
const root = resolve(__dirname, '..', '..');
const folder = process.env.TEST_COMPILED_SOURCES;
if (folder === undefined)
  throw new Error('TEST_COMPILED_SOURCES is not set: processes of tests take the environment of their test.');

const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];

Module._extensions['.ts'] = (module, filename) => {
  module._compile(readFileSync(join(folder, `${relative(root, filename)}.js`), 'utf8'), filename);
};

if (Module.enableCompileCache === undefined) keepCompiledCode();
else Module.enableCompileCache(join(folder, 'code'));

/** What `module.enableCompileCache` of newer releases of Node does, for CommonJS. */
function keepCompiledCode() {
  const { _compile: compileUncached } = Module.prototype;
  Module.prototype._compile = function compile(content, filename, format) {
    // Code of which V8's cache is used cannot import.
    if (format === 'module' || content.includes('import(')) {
      return Reflect.apply(compileUncached, this, [content, filename, format]);
    }
    const run = compileCached(content.replace(/^#!.*/, ''), filename);
    const require = Module.createRequire(filename);
    return Reflect.apply(run, this.exports, [this.exports, require, this, filename, dirname(filename)]);
  };
}

/** By the text itself, so that a changed file is never taken for its older self. */
function compileCached(content, filename) {
  const file = join(folder, 'code', createHash('sha1').update(filename).update(content).digest('hex'));
  const cachedData = readIfThere(file);
  const run = vm.compileFunction(content, parameters, {
    filename,
    cachedData,
    produceCachedData: cachedData === undefined,
  });
  if (run.cachedData !== undefined) {
    const draft = `${file}.${process.pid}.${threadId}`;
    writeFileSync(draft, run.cachedData);
    renameSync(draft, file);
  }
  return run;
}

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
