import type { Logger } from 'pino'
import type { Leases } from '../../activities/deps.ts'
import type { Offer } from '../../domain/providers/manifest.ts'
import { readConnectionSettings } from '../../domain/settings/connections.ts'
import { readEncryptionKeys } from '../../domain/settings/encryption-keys.ts'
import { readDnsServers } from '../../domain/settings/dns-servers.ts'
import { readAllowedNetworks } from '../../domain/settings/networks.ts'
import { readDurationMs } from '../../domain/settings/numbers.ts'
import { readStripeSettings } from '../../domain/settings/payments.ts'
import { readWatchesThreads } from '../../domain/settings/worker-threads.ts'
import { readWorkerVersion } from '../../domain/settings/worker-version.ts'
import { readMailSettings } from '../../domain/settings/mail.ts'
import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { readProviderSettings } from '../../activities/providers/settings.ts'
import { createCipher } from '../../db/cipher.ts'
import { openDatabase } from '../../db/database.ts'
import { createEndNotices } from '../../db/runs/end-notices.ts'
import { type ComposedDeps, composeActivities } from '../../worker/compose.ts'
import { activityLog } from '../../worker/log.ts'
import { startWorkers } from '../../worker/workers.ts'
import { bundleWorkflows } from '../../worker/workflow-bundle.ts'
import { workflowBundle } from './bundle.ts'
import { TEST_CONNECTIONS } from './postgres.ts'
import { crashingAdapters, crashingDatabase, crashingEndpoints, crashingWebhooks, type Death } from './crash-point.ts'

/** A worker, or an api, that a test may let die. */
export interface Mortal {
  /** Of an api. */
  readonly url?: string
  /** Settles when it has stopped by itself. */
  readonly finished: Promise<void>
  /** Lets what is under way finish, and closes. */
  drain(): Promise<void>
  /** After its death: gives back what the test's process still holds of it. */
  bury(): Promise<void>
}

/**
 * The composition of worker/main.ts with the prebuilt bundle, by the settings of its environment and these:
 *   CALL_DEADLINE_MS  how long every provider may take, in place of the manifests' deadlines
 *   LEASES            `<margin>,<renewed>`: how long a lease outlasts its call's deadline, and how long a renewed
 *                     one is
 *   GRACE             how long what is under way may continue when it shuts down
 *   WITHOUT_PROVIDER  a provider that a deployment has taken out
 *   CALLS_REPEAT      the manifests' answer to "may a lost call be made again?", where no wired provider states it yet
 *   SWEEP_EVERY_MS    how often it looks for overdue runs
 *   WORKFLOWS_PATH    another file of workflows than that of production
 */
export async function startCrashingWorker(
  env: Readonly<Record<string, string | undefined>>,
  logger: Logger,
  death: Death,
): Promise<Mortal> {
  const known = loadKnownProviders(env)
  const settings = readConnectionSettings(env)
  const version = readWorkerVersion(env, settings.temporal.taskQueue)
  const log = activityLog(logger)
  const opened = await openDatabase({ ...settings.database, applicationName: 'worker child', ...TEST_CONNECTIONS })
  const db = crashingDatabase(opened, death)
  const notices = createEndNotices(db, (error) => log.error({ error }, 'end_notices_lost'))
  const { deps, close } = await composeActivities({
    db,
    known,
    log,
    cipher: createCipher(readEncryptionKeys(env)),
    providers: readProviderSettings(env, known.manifests),
    notifyEnded: notices.notify,
    publicUrl: () => 'http://127.0.0.1',
    finalBillDelayMs: readDurationMs(env, 'FINAL_BILL_DELAY', '1s'),
    stripe: readStripeSettings(env),
    mail: readMailSettings(env),
    webhookNetworks: readAllowedNetworks(env),
    dnsServers: readDnsServers(env),
    ...leasesOf(env['LEASES']),
  })
  const path = env['WORKFLOWS_PATH']
  const workers = await startWorkers({
    temporal: settings.temporal,
    version,
    bundle: await (path === undefined ? workflowBundle({ version }) : bundleWorkflows({ workflowsPath: path })),
    sweepEveryMs: Number(env['SWEEP_EVERY_MS'] ?? 60_000),
    schedules: false,
    watchesThreads: readWatchesThreads(env),
    ...(env['GRACE'] === undefined ? {} : { shutdownGraceMs: Number(env['GRACE']) }),
    activities: {
      ...deps,
      ...changedFacts(deps, env),
      adapters: crashingAdapters(deps.adapters, death),
      endpoints: crashingEndpoints(deps.endpoints, death),
      guardedHttp: crashingWebhooks(deps.guardedHttp, death),
    },
  })
  logger.info({ deployment: version?.deploymentName ?? null, build_id: version?.buildId ?? null }, 'ready')
  const closeAll = (): Promise<void> => close().then(() => opened.close())
  return {
    finished: workers.finished,
    async bury() {
      // So that it polls no more; what it was at never ends.
      workers.drain().catch(() => undefined)
      await closeAll()
    },
    async drain() {
      await workers.drain()
      await notices.flushed()
      await closeAll()
    },
  }
}

function leasesOf(setting: string | undefined): { readonly leases?: Leases } {
  const [marginMs, renewedMs] = setting?.split(',').map(Number) ?? []
  return marginMs === undefined || renewedMs === undefined ? {} : { leases: { marginMs, renewedMs } }
}

const changedFacts = (
  { findManifest, offers }: ComposedDeps,
  env: Readonly<Record<string, string | undefined>>,
): Pick<ComposedDeps, 'findManifest' | 'offers'> => {
  const { CALL_DEADLINE_MS: deadlineMs, CALLS_REPEAT: repeat, WITHOUT_PROVIDER: without } = env
  const changed = (offer: Offer): Offer => ({
    ...offer,
    ...(deadlineMs === undefined ? {} : { deadlineMs: Number(deadlineMs) }),
    ...(repeat === 'never' ? { repeat } : {}),
  })
  return {
    findManifest(slug) {
      const manifest = slug === without ? undefined : findManifest(slug)
      return manifest && { ...manifest, offers: manifest.offers.map(changed) }
    },
    offers: {
      endpointState: (...args) => offers.endpointState(...args),
      actorPrice: (...args) => offers.actorPrice(...args),
      connectionFor: (...args) => offers.connectionFor(...args),
      async offersFor(...args) {
        return (await offers.offersFor(...args)).map((routed) => ({ ...routed, offer: changed(routed.offer) }))
      },
    },
  }
}
