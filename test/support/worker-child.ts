// A worker process: the composition of worker/main.ts with the prebuilt bundle, which ends itself where CRASH_AT says.
//   CRASH_AT          `<statement or call_provider>:before|after`
//   CLOCK_AHEAD_MS    its clock is so far ahead: what takes minutes of patience is over at once
//   CALLS_REPEAT      the manifests' answer to "may a lost call be made again?", where no wired provider says so yet
//   SWEEP_EVERY_MS    how often it looks for overdue runs
import { pino } from 'pino'
import { readConnectionSettings } from '../../domain/settings/connections.ts'
import { MANIFESTS } from '../../activities/providers/manifests.ts'
import { readProviderSettings } from '../../activities/providers/settings.ts'
import type { ActivityDeps } from '../../activities/deps.ts'
import { openDatabase } from '../../db/database.ts'
import { createEndNotices } from '../../db/runs/end-notices.ts'
import { composeActivities } from '../../worker/compose.ts'
import { activityLog, installTemporalLog } from '../../worker/log.ts'
import { startRunWorker } from '../../worker/run-worker.ts'
import { workflowBundle } from './bundle.ts'
import { crashingAdapters, crashingDatabase } from './crash-point.ts'

const { CRASH_AT, CLOCK_AHEAD_MS, CALLS_REPEAT, SWEEP_EVERY_MS } = process.env

const realNow = Date.now
const aheadMs = Number(CLOCK_AHEAD_MS ?? 0)
Date.now = () => realNow() + aheadMs

const repeating = (find: ActivityDeps['findManifest']): ActivityDeps['findManifest'] => (slug) => {
  const manifest = find(slug)
  if (manifest === undefined || CALLS_REPEAT !== 'never') return manifest
  return { ...manifest, offers: manifest.offers.map((offer) => ({ ...offer, repeat: 'never' })) }
}

const settings = readConnectionSettings(process.env)
const logger = pino({ base: { process: 'worker' } })
installTemporalLog(logger)
const log = activityLog(logger)
const db = crashingDatabase(await openDatabase({ url: settings.databaseUrl, applicationName: 'worker child', poolMax: 10 }), CRASH_AT)
const notices = createEndNotices(db, (error) => log.error({ error }, 'notices of ended runs were lost'))
const { deps, close } = await composeActivities({
  db, log, providers: readProviderSettings(process.env, MANIFESTS), notifyEnded: notices.notify,
})
const worker = await startRunWorker({
  temporal: settings.temporal, bundle: await workflowBundle(), sweepEveryMs: Number(SWEEP_EVERY_MS ?? 60_000),
  activities: { ...deps, adapters: crashingAdapters(deps.adapters, CRASH_AT), findManifest: repeating(deps.findManifest) },
})
logger.info('ready')

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
