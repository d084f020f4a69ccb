const { exit } = process

/** No separate context: tests see the globals of Node. */
module.exports = class {
  global = globalThis

  /** Jest has just set these for the file: sources need no map, and a stack of a hundred frames is slow to take. */
  setup() {
    Error.prepareStackTrace = undefined
    Error.stackTraceLimit = 25
    return Promise.resolve()
  }

  /** Jest wraps `exit` for each file. */
  teardown() {
    process.exit = exit
    return Promise.resolve()
  }

  getVmContext() {
    return null
  }
}
