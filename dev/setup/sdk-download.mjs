// Runs in a separate process: has the Temporal SDK download a server into a folder, starts it once to check that it
// works, and ends. Usage: node sdk-download.mjs <dev-server | test-server> <folder>
import { TestWorkflowEnvironment } from '@temporalio/testing'

const [kind, downloadDir] = process.argv.slice(2)
/** @type {{type: 'cached-download', downloadDir?: string}} */
const executable = { type: 'cached-download', downloadDir }
const environment =
  kind === 'dev-server'
    ? await TestWorkflowEnvironment.createLocal({ server: { executable } })
    : await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } })
await environment.teardown()
