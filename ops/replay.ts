import { resolve } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { Worker } from '@temporalio/worker'
import { pino } from 'pino'
import { temporalSettings } from '../domain/settings/connections.ts'
import { installTemporalLog } from '../worker/log.ts'
import { bundleWorkflows } from '../worker/workflow-bundle.ts'
import { notedServers } from './local/running.ts'

/** `npm run replay -- <run_id>`: replays a real run's history against the code at hand; exits 1 when it differs. */
const [runId] = process.argv.slice(2)
if (runId === undefined) throw new Error('Which run? npm run replay -- <run_id>')

const noted = notedServers(resolve(process.env['DATA_DIR'] ?? '.data'))
const address = process.env['TEMPORAL_ADDRESS'] ?? noted.temporal_address
if (address === undefined) throw new Error('Set TEMPORAL_ADDRESS, or start the service first: its Temporal server holds the history.')
const { namespace } = temporalSettings(process.env, address)

installTemporalLog(pino({ level: 'error' }))
const connection = await Connection.connect({ address })
try {
  const history = await new Client({ connection, namespace }).workflow.getHandle(runId).fetchHistory()
  const results = Worker.runReplayHistories({ workflowBundle: await bundleWorkflows() }, [{ workflowId: runId, history }])
  for await (const { error } of results) {
    if (error === undefined) {
      console.log(`${runId}: ${history.events?.length ?? 0} events replayed, the code does what the history says.`)
    } else {
      console.log(`${runId}: the code differs from the history.\n${error.message}`)
      process.exitCode = 1
    }
  }
} finally {
  await connection.close()
}
