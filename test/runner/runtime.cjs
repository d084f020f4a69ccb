// The part of Jest that loads files, done by Node itself, as the service loads them: what two test files of one Jest
// worker both import is evaluated once, not once for each file. So tests have no module mocks and see the globals of
// Node.
const { registerHooks } = require('node:module')
const { dirname } = require('node:path')
const { pathToFileURL } = require('node:url')

require('./workflow-thread.cjs')

const CIRCUS = dirname(require.resolve('jest-circus/package.json'))
const GLOBALS = pathToFileURL(require.resolve('./globals.mjs')).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
})

module.exports = class NativeRuntime {
  /** Tests, hooks and handlers belong to one file: jest-circus keeps them in its modules and in one symbol. */
  constructor() {
    for (const file of Object.keys(require.cache)) if (file.startsWith(CIRCUS)) delete require.cache[file]
    delete globalThis[Symbol.for('EVENT_HANDLERS')]
  }

  requireInternalModule(path) {
    return require(path)
  }
  requireModule(path) {
    return require(path)
  }
  unstable_shouldLoadAsEsm() {
    return true
  }
  unstable_importModule(path) {
    return import(pathToFileURL(path).href)
  }
  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  getSourceMaps() {
    return null
  }
  getAllCoverageInfoCopy() {}
  getAllV8CoverageInfoCopy() {
    return []
  }
  teardown() {}
}
