/** No separate context: tests see the globals of Node. */
module.exports = class {
  global = globalThis
  setup() {
    return Promise.resolve()
  }
  teardown() {
    return Promise.resolve()
  }
  getVmContext() {
    return null
  }
}
