// The baseline for our runs: a bare Temporal workflow of three local activities with
// one commit each, behind the smallest HTTP server that Node has. One program, so that process set-up is equal:
//   BARE_ROLE            together (eager start, as npm start) | api | worker
//   DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, PROVIDER_URL
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Client, Connection } from '@temporalio/client'
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker'
import pg from 'pg'
import { pino } from 'pino'
import { Agent } from 'undici'
import { installTemporalLog } from '../../../worker/log.ts'
import { createBareActivities } from './activities.ts'
import type { bare } from './workflow.ts'
import { serveRuns } from './small-server.ts'

const TASK_QUEUE = 'bare'
/** The same as the run worker's. */
const SLOTS = {
  maxConcurrentWorkflowTaskExecutions: 300,
  maxConcurrentLocalActivityExecutions: 600,
  maxConcurrentActivityTaskExecutions: 300,
}
const POOL_MAX = 30
const PROVIDER_CONNECTIONS_MAX = 512

const setting = (name: string): string => process.env[name] ?? ''
const { BARE_ROLE: role } = process.env
const temporal = { address: setting('TEMPORAL_ADDRESS'), namespace: setting('TEMPORAL_NAMESPACE') }
const log = pino({ base: { process: `bare ${role}` } })
const stops: (() => Promise<unknown>)[] = []

const pool = new pg.Pool({ connectionString: setting('DATABASE_URL'), max: POOL_MAX })
const agent = new Agent({ connections: PROVIDER_CONNECTIONS_MAX, pipelining: 1 })

const activities = createBareActivities({ pool, agent, providerUrl: setting('PROVIDER_URL') })

async function startWorker(): Promise<Client> {
  const connection = await NativeConnection.connect({ address: temporal.address })
  // As the SDK does by itself: what the service does otherwise counts for the service.
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('workflow.ts', import.meta.url)),
  })
  const worker = await Worker.create({
    connection,
    namespace: temporal.namespace,
    taskQueue: TASK_QUEUE,
    workflowBundle,
    activities,
    ...SLOTS,
  })
  const finished = worker.run()
  stops.push(async () => {
    if (worker.getState() === 'RUNNING') worker.shutdown()
    await finished
    await connection.close()
  })
  return new Client({ connection, namespace: temporal.namespace })
}

async function startApi(client: Client, eager: boolean): Promise<string> {
  const run = async (call: boolean): Promise<string> => {
    const id = randomUUID()
    const handle = await client.workflow.start<typeof bare>('bare', {
      workflowId: id,
      taskQueue: TASK_QUEUE,
      args: [{ id, call }],
      requestEagerStart: eager,
    })
    // Otherwise the comparison would silently be unfair.
    if (handle.eagerlyStarted !== eager)
      throw new Error(`eager start: requested ${eager}, got ${handle.eagerlyStarted}`)
    return JSON.stringify({ run_id: id, ...(await handle.result()) })
  }
  const { url, stop } = await serveRuns((path) => run(path === '/run/call'))
  stops.push(stop)
  return url
}

let draining = false
const drain = async (): Promise<void> => {
  if (draining) return
  draining = true
  for (const stop of stops.toReversed()) await stop()
  await agent.destroy()
  await pool.end()
}
process.on('SIGTERM', () => void drain())

installTemporalLog(log)
if (role === 'worker') {
  await startWorker()
  log.info('ready')
} else {
  const client = role === 'together' ? await startWorker() : await plainClient()
  log.info({ url: await startApi(client, role === 'together') }, 'ready')
}

async function plainClient(): Promise<Client> {
  const connection = await Connection.connect({ address: temporal.address })
  stops.push(() => connection.close())
  return new Client({ connection, namespace: temporal.namespace })
}
