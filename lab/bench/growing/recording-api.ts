import { pino } from 'pino'
import { loadKnownProviders } from '../../../activities/providers/known-providers.ts'
import { startApi } from '../../../api/compose.ts'
import { readApiSettings } from '../../../api/settings.ts'
import { createCipher } from '../../../db/cipher.ts'
import { openDatabase } from '../../../db/database.ts'
import { parseEncryptionKeys } from '../../../domain/settings/encryption-keys.ts'
import { type SentStatement, watchStatements } from './plans.ts'

/** An api in this process whose statements are recorded; it starts no runs. */
export interface RecordingApi {
  readonly url: string
  take(): SentStatement[]
  stop(): Promise<void>
}

const POOL_MAX = 4

export async function startRecordingApi(databaseUrl: string, encryptionKeys: string): Promise<RecordingApi> {
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench watched', poolMax: POOL_MAX })
  const watched = watchStatements(db)
  const nothing = async (): Promise<never> => {
    throw new Error('this api starts nothing')
  }
  const api = await startApi({
    db: watched.db,
    known: loadKnownProviders({}),
    log: pino({ level: 'error' }, pino.destination(2)),
    cipher: createCipher(parseEncryptionKeys(encryptionKeys, 'the benchmark')),
    settings: { ...readApiSettings({}), port: 0, metricsPort: 0 },
    validateResponses: false,
    starter: { start: nothing, signalCancel: nothing, signalDecision: nothing, resume: nothing },
    providerCaller: { call: nothing },
    deliveries: {
      start: nothing,
      startAll: () => undefined,
      retryNow: nothing,
      checkState: nothing,
      deliver: nothing,
      startAutoDisable: nothing,
    },
    jobStarter: { wake: nothing },
    watchStarter: { startRefresh: nothing, createInBackground: () => undefined, removeInBackground: () => undefined },
    inboundStarter: { start: nothing },
    checkTemporal: async () => undefined,
    notifyOthers: () => undefined,
  })
  let stopping: Promise<void> | null = null
  return {
    url: api.url,
    take: () => watched.take(),
    stop: () => {
      stopping ??= api.drain().then(() => db.close())
      return stopping
    },
  }
}
