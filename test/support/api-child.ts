// An api process: the composition of api/main.ts, which ends itself where CRASH_AT says (see crash-point.ts).
import { Client, Connection } from '@temporalio/client'
import { pino } from 'pino'
import { loadProviderFacts } from '../../activities/providers/facts.ts'
import { startApi } from '../../api/compose.ts'
import { readApiSettings } from '../../api/settings.ts'
import { readConnectionSettings } from '../../domain/settings/connections.ts'
import { readEncryptionKeys } from '../../domain/settings/encryption-keys.ts'
import { createCipher } from '../../db/connections/cipher.ts'
import { openDatabase } from '../../db/database.ts'
import { createProviderCaller, createRunStarter } from '../../workflows/start.ts'
import { createDeliveryStarter } from '../../workflows/start-webhooks.ts'
import { createInboundStarter } from '../../workflows/start-inbound.ts'
import { createWatchStarter } from '../../workflows/start-watches.ts'
import { crashingDatabase } from './crash-point.ts'

const { databaseUrl, temporal } = readConnectionSettings(process.env)
const log = pino({ base: { process: 'api' } })
const db = crashingDatabase(await openDatabase({ url: databaseUrl, applicationName: 'api child', poolMax: 5 }), process.env['CRASH_AT'])
const connection = Connection.lazy({ address: temporal.address })
const client = new Client({ connection, namespace: temporal.namespace })
const api = await startApi({
  db, facts: loadProviderFacts(process.env), log,
  settings: { ...readApiSettings({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128', ...process.env }), port: 0, metricsPort: 0 },
  starter: createRunStarter({ client, taskQueue: temporal.taskQueue, eager: false, reuse: 'failed only' }),
  providerCaller: createProviderCaller({ client, taskQueue: temporal.taskQueue, eager: false }),
  deliveries: createDeliveryStarter({ client, taskQueue: temporal.taskQueue, eager: false, onLost: () => undefined }),
  watchStarter: createWatchStarter({ client, taskQueue: temporal.taskQueue, eager: false, onLost: (watchId) => log.warn({ watch_id: watchId }, 'lost') }),
  inboundStarter: createInboundStarter({ client, taskQueue: temporal.taskQueue, eager: false }),
  cipher: createCipher(readEncryptionKeys(process.env)),
  checkTemporal: async () => { await connection.workflowService.getSystemInfo({}) },
  validateResponses: true,
  ...startPostponement(process.env['POSTPONE_STARTS_SECONDS']),
  notifyOthers: () => undefined,
})
log.info({ url: api.url }, 'ready')

/** The sweeper is kept off waiting runs for so many seconds at a time, and again several times a second. */
function startPostponement(seconds: string | undefined) {
  return seconds === undefined ? {} : { startPostponement: { seconds: Number(seconds), beforeMs: 60_000, everyMs: 200 } }
}
