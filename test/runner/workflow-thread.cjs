// Workflows run in the thread of the tests (TEMPORAL_DEBUG), where two habits of the SDK's sandbox cost a quarter of
// the CPU of a test run. In threads of their own, as in production, workers keep the hook, and
// worker/workflow-thread.ts removes the time limit there.
const v8 = require('node:v8')
const vm = require('node:vm')

if (process.env.TEST_WORKFLOWS !== 'threads') {
  // A hook that follows promises for the Web UI's stack traces: in this thread it is called for each promise of the
  // tests.
  v8.promiseHooks.createHook = () => () => undefined

  // A time limit starts a native thread for each call into the sandbox. In this mode the SDK's limit is 49 days.
  const { runInContext } = vm.Script.prototype
  vm.Script.prototype.runInContext = function withoutLimit(context, options) {
    return Reflect.apply(runInContext, this, [context, { ...options, timeout: undefined }])
  }
}
