const { stripTypeScriptTypes } = require('node:module')

/** For Jest's own runtime (TEST_RUNTIME=jest): takes the types away, as Node does where it loads the files itself. */
module.exports = {
  process: (/** @type {string} */ code) => ({ code: stripTypeScriptTypes(code) }),
}
