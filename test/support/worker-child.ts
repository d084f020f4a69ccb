// A worker process: the composition of worker/main.ts with the prebuilt bundle, which ends itself where CRASH_AT says.
//   CRASH_AT          `<statement, call_provider or post_event>:before|after`
//   CALL_DEADLINE_MS  how long every provider may take, in place of the manifests' deadlines
//   WITHOUT_PROVIDER  a provider that a deployment has taken out
//   CALLS_REPEAT      the manifests' answer to "may a lost call be made again?", where no wired provider says so yet
//   SWEEP_EVERY_MS    how often it looks for overdue runs
//   WORKFLOWS_PATH    another file of workflows than that of production
import { pino } from 'pino'
import type { Offer } from '../../domain/providers/manifest.ts'
import { readStripeSettings } from '../../domain/settings/payments.ts'
import { readConnectionSettings } from '../../domain/settings/connections.ts'
import { readAllowedNetworks } from '../../domain/settings/networks.ts'
import { readDurationMs } from '../../domain/settings/numbers.ts'
import { readWorkerVersion } from '../../domain/settings/worker-version.ts'
import { loadProviderFacts } from '../../activities/providers/facts.ts'
import { readProviderSettings } from '../../activities/providers/settings.ts'
import { readEncryptionKeys } from '../../domain/settings/encryption-keys.ts'
import { createCipher } from '../../db/connections/cipher.ts'
import { openDatabase } from '../../db/database.ts'
import { createEndNotices } from '../../db/runs/end-notices.ts'
import { type ComposedDeps, composeActivities } from '../../worker/compose.ts'
import { activityLog, installTemporalLog } from '../../worker/log.ts'
import { startWorkers } from '../../worker/workers.ts'
import { bundleWorkflows } from '../../worker/workflow-bundle.ts'
import { workflowBundle } from './bundle.ts'
import { crashingAdapters, crashingDatabase, crashingEndpoints, crashingWebhooks } from './crash-point.ts'

const { CRASH_AT, CALL_DEADLINE_MS, WITHOUT_PROVIDER, CALLS_REPEAT, SWEEP_EVERY_MS, WORKFLOWS_PATH } = process.env

const changed = (offer: Offer): Offer => ({
  ...offer,
  ...(CALL_DEADLINE_MS === undefined ? {} : { deadlineMs: Number(CALL_DEADLINE_MS) }),
  ...(CALLS_REPEAT === 'never' ? { repeat: CALLS_REPEAT } : {}),
})

const changedFacts = ({ findManifest, offers }: ComposedDeps): Pick<ComposedDeps, 'findManifest' | 'offers'> => ({
  findManifest(slug) {
    const manifest = slug === WITHOUT_PROVIDER ? undefined : findManifest(slug)
    return manifest && { ...manifest, offers: manifest.offers.map(changed) }
  },
  offers: {
    endpointState: (...asked) => offers.endpointState(...asked),
    connectionFor: (...asked) => offers.connectionFor(...asked),
    async offersFor(...asked) {
      return (await offers.offersFor(...asked)).map((routed) => ({ ...routed, offer: changed(routed.offer) }))
    },
  },
})

const facts = loadProviderFacts(process.env)
const settings = readConnectionSettings(process.env)
const version = readWorkerVersion(process.env, settings.temporal.taskQueue)
const logger = pino({ base: { process: 'worker' } })
installTemporalLog(logger)
const log = activityLog(logger)
const db = crashingDatabase(await openDatabase({ url: settings.databaseUrl, applicationName: 'worker child', poolMax: 10 }), CRASH_AT)
const notices = createEndNotices(db, (error) => log.error({ error }, 'notices of ended runs were lost'))
const { deps, close } = await composeActivities({
  db, facts, log, cipher: createCipher(readEncryptionKeys(process.env)), providers: readProviderSettings(process.env, facts.manifests), notifyEnded: notices.notify,
  finalBillDelayMs: readDurationMs(process.env, 'FINAL_BILL_DELAY', '1s'),
  stripe: readStripeSettings(process.env), webhookNetworks: readAllowedNetworks(process.env),
})
const worker = await startWorkers({
  temporal: settings.temporal, version,
  bundle: await (WORKFLOWS_PATH === undefined ? workflowBundle({ version }) : bundleWorkflows({ workflowsPath: WORKFLOWS_PATH })), sweepEveryMs: Number(SWEEP_EVERY_MS ?? 60_000), schedules: false,
  activities: {
    ...deps, ...changedFacts(deps), adapters: crashingAdapters(deps.adapters, CRASH_AT), endpoints: crashingEndpoints(deps.endpoints, CRASH_AT),
    webhookHttp: crashingWebhooks(deps.webhookHttp, CRASH_AT),
  },
})
logger.info({ deployment: version?.deploymentName ?? null, build_id: version?.buildId ?? null }, 'ready')

let draining: Promise<void> | null = null
process.on('SIGTERM', () => {
  draining ??= (async () => {
    await worker.drain()
    await notices.flushed()
    await close()
    await db.close()
  })()
})
await worker.finished
await draining
