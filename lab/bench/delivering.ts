import { Client } from '@temporalio/client'
import { NativeConnection, Worker } from '@temporalio/worker'
import { pino } from 'pino'
import { attemptsOfWorker, type WebhookDeps } from '../../activities/webhooks/deps.ts'
import { createGuardedHttp } from '../../activities/webhooks/guarded-http.ts'
import { createWebhookActivities } from '../../activities/webhooks/index.ts'
import { createCipher } from '../../db/cipher.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { createWebhook } from '../../usecases/webhooks/endpoints.ts'
import { makeSecret } from '../../db/webhooks/secret.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { parseEncryptionKeys } from '../../domain/settings/encryption-keys.ts'
import { parseNetworks } from '../../domain/settings/networks.ts'
import { activityLog } from '../../worker/log.ts'
import { createThreadWatch } from '../../worker/watched-threads.ts'
import { createWebhookWorker } from '../../worker/webhook-worker.ts'
import { startSweeper } from '../../worker/sweeper.ts'
import { overdueDeliveries } from '../../worker/sweeps.ts'
import { bundleWorkflows } from '../../worker/workflow-bundle.ts'
import { createDeliveryStarter, type DeliveryStarter, webhookQueue } from '../../workflows/starters/deliveries.ts'
import { newEncryptionKeys } from '../../dev/local/encryption-keys.ts'
import { writeOne } from './events-data.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'
import { createBenchWorkspace } from './workspace.ts'

/** The webhook worker in this process, with its dependencies. */
export interface Delivering {
  readonly db: Database
  readonly client: Client
  /** A workspace with an endpoint for each of these URLs. */
  endpoints(urls: readonly string[]): Promise<string>
  /** Writes an event and starts its deliveries; waits for the starts, so that a busy server is not overloaded. */
  write(workspaceId: string): Promise<readonly DeliveryToStart[]>
}

export interface DeliveringOptions {
  readonly servers: BenchServers
  readonly databaseUrl: string
  readonly stops: Stop[]
  readonly onQuery: (name: string) => void
  /** Retries fall due after this time instead of after minutes and hours; the history is the same, event for event. */
  readonly retryAfterMs: number | null
}

const POOL_MAX = 20
const SWEEP_EVERY_MS = 1_000

export async function startDelivering({
  servers,
  databaseUrl,
  stops,
  onQuery,
  retryAfterMs,
}: DeliveringOptions): Promise<Delivering> {
  const log = activityLog(pino({ level: 'error' }, pino.destination(2)))
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: POOL_MAX, onQuery })
  stops.push(() => db.close())
  const cipher = createCipher(parseEncryptionKeys(newEncryptionKeys(), 'the benchmark'))
  const http = createGuardedHttp({ allowedNetworks: parseNetworks('127.0.0.0/8', 'the benchmark') })
  const connection = await NativeConnection.connect({ address: servers.temporal.address })
  const client = new Client({ connection, namespace: servers.temporal.namespace })
  const temporal = { ...servers.temporal, taskQueue: `bench-${newId('req')}` }
  const parts = {
    threads: createThreadWatch(log),
    connection,
    temporal,
    version: null,
    bundle: await bundleWorkflows(),
    deps: { db, cipher, http, log, ...attemptsOfWorker(), startAutoDisable: () => undefined },
  }
  const worker = await (retryAfterMs === null
    ? createWebhookWorker(parts)
    : createHastyWorker({ ...parts, retryAfterMs }))
  const finished = worker.run()
  stops.push(async () => {
    await sweeper.stop()
    worker.shutdown()
    await finished
    await Promise.all([http.close(), connection.close()])
  })
  const starter: DeliveryStarter = createDeliveryStarter({
    client,
    taskQueue: temporal.taskQueue,
    eager: true,
    onLost: () => undefined,
  })
  const sweeper = startSweeper({ sweep: overdueDeliveries(db, starter), log, everyMs: SWEEP_EVERY_MS })
  return {
    db,
    client,
    async endpoints(urls) {
      const workspace = await createBenchWorkspace(db, newId('ws'))
      for (const url of urls) {
        const name = { id: newId('wh'), workspaceId: workspace.id, environment: 'live' } as const
        await createWebhook(db, name, { url, events: [], description: null, secret: makeSecret(cipher, workspace.id) })
      }
      return workspace.id
    },
    async write(workspaceId) {
      const { deliveries } = await writeOne(db, { workspaceId, environment: 'live' })
      // The sweeper starts what could not be started in time, as always.
      await Promise.allSettled(deliveries.map((delivery) => starter.start(delivery)))
      return deliveries
    },
  }
}

type WorkerParts = Parameters<typeof createWebhookWorker>[0] & {
  readonly deps: WebhookDeps
  readonly retryAfterMs: number
}

/** Every attempt is unchanged, but due at once. */
function createHastyWorker({ connection, temporal, bundle, deps, retryAfterMs }: WorkerParts): Promise<Worker> {
  const activities = createWebhookActivities(deps)
  return Worker.create({
    connection,
    namespace: temporal.namespace,
    taskQueue: webhookQueue(temporal.taskQueue),
    workflowBundle: bundle,
    activities: {
      ...activities,
      deliverEvent: async (step: Parameters<typeof activities.deliverEvent>[0]) => {
        const answer = await activities.deliverEvent({ ...step, now: true })
        return answer.kind === 'later' ? { ...answer, after_ms: retryAfterMs } : answer
      },
    },
  })
}
