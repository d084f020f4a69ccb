import { Client, Connection } from '@temporalio/client'
import type { Logger } from 'pino'
import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { startApi } from '../../api/compose.ts'
import { readApiSettings } from '../../api/settings.ts'
import { readConnectionSettings } from '../../domain/settings/connections.ts'
import { readEncryptionKeys } from '../../domain/settings/encryption-keys.ts'
import { createCipher } from '../../db/cipher.ts'
import { openDatabase } from '../../db/database.ts'
import { createApiStarters } from '../../workflows/starters/api-starters.ts'
import { crashingDatabase, type Death } from './crash-point.ts'
import type { Mortal } from './crashing-worker.ts'
import { shortTasks } from './short-tasks.ts'
import { LOOPBACK } from './worker-env.ts'

/**
 * The composition of api/main.ts, by the settings of its environment and POSTPONE_STARTS_SECONDS, with which runs start
 * late.
 */
export async function startCrashingApi(
  env: Readonly<Record<string, string | undefined>>,
  log: Logger,
  death: Death,
): Promise<Mortal & { readonly url: string }> {
  const { database, temporal } = readConnectionSettings(env)
  const opened = await openDatabase({ ...database, applicationName: 'api child', poolMax: 5 })
  const db = crashingDatabase(opened, death)
  const connection = Connection.lazy({ address: temporal.address })
  const client = new Client({ connection, namespace: temporal.namespace, interceptors: { workflow: [shortTasks()] } })
  const { taskQueue } = temporal
  const postponed = env['POSTPONE_STARTS_SECONDS']
  const api = await startApi({
    db,
    known: loadKnownProviders(env),
    log,
    settings: { ...readApiSettings({ WEBHOOK_ALLOWED_NETWORKS: LOOPBACK.join(','), ...env }), port: 0, metricsPort: 0 },
    ...createApiStarters({
      client,
      taskQueue,
      eager: false,
      onDeliveryLost: () => undefined,
      onWatchLost: (watchId) => log.warn({ watch_id: watchId }, 'lost'),
    }),
    cipher: createCipher(readEncryptionKeys(env)),
    checkTemporal: async () => {
      await connection.workflowService.getSystemInfo({})
    },
    validateResponses: true,
    // The sweeper is kept off waiting runs for some seconds at a time, and again several times a second.
    ...(postponed === undefined
      ? {}
      : { startPostponement: { sweptAfterMs: 30_000, seconds: Number(postponed), beforeMs: 60_000, everyMs: 200 } }),
    notifyOthers: () => undefined,
  })
  log.info({ url: api.url }, 'ready')
  const bury = (): Promise<void> => opened.close()
  return {
    url: api.url,
    finished: new Promise(() => undefined),
    bury,
    async drain() {
      await api.drain()
      await connection.close()
      await bury()
    },
  }
}
