import { findCapability } from '../domain/capabilities/catalog.ts'
import { accountsOf } from '../domain/providers/account.ts'
import type { StripeSettings } from '../domain/settings/payments.ts'
import type { MailSettings } from '../domain/settings/mail.ts'
import type { CidrBlock } from '../domain/webhooks/ip-addresses.ts'
import type { ActivityDeps, ActivityLog, Leases } from '../activities/deps.ts'
import { RENEWED_LEASE_MS } from '../domain/runs/time-limits.ts'
import { createProviderHttp } from '../activities/providers/http.ts'
import type { KnownProviders } from '../activities/providers/known-providers.ts'
import { createEndpointCallers } from '../activities/providers/endpoints.ts'
import { createLookUp } from '../activities/dns.ts'
import { createLongSteps } from '../activities/jobs/long-steps.ts'
import { reportSimulated } from '../activities/inbound/report-simulated.ts'
import { accountWith } from '../activities/providers/own-account.ts'
import { createAdapters } from '../activities/providers/registry.ts'
import { createSandboxEndpoints } from '../activities/providers/sandbox/endpoints.ts'
import type { ProviderSettings } from '../activities/providers/settings.ts'
import { createStripeClient } from '../activities/payments/client.ts'
import { createMailer } from '../activities/accounts/mailer.ts'
import { createGuardedHttp } from '../activities/webhooks/guarded-http.ts'
import { createWalletBatches } from '../usecases/runs/wallet-batches.ts'
import type { SecretCipher } from '../db/cipher.ts'
import type { Database } from '../db/database.ts'
import { createProviderHealth } from '../db/catalog/health/provider-health.ts'
import { createOfferCatalog } from '../db/catalog/offers/catalog.ts'
import { announceAccounts } from '../db/catalog/provider-accounts/queries.ts'
import { type Traced, untraced } from '../telemetry/spans.ts'

export interface WorkerParts {
  readonly db: Database
  readonly known: KnownProviders
  readonly log: ActivityLog
  readonly providers: ProviderSettings
  /** null: this deployment takes no payments. */
  readonly stripe: StripeSettings | null
  /** null: this deployment sends no mails to its own users. */
  readonly mail: MailSettings | null
  readonly cipher: SecretCipher
  readonly notifyEnded: (runId: string) => void
  readonly finalBillDelayMs: number
  /** How long an attempt belongs to its worker; `LEASES` by default. */
  readonly leases?: Leases
  /** The networks that webhooks may reach besides public addresses (`WEBHOOK_ALLOWED_NETWORKS`). */
  readonly webhookNetworks: readonly CidrBlock[]
  /** The name servers to ask (`DNS_SERVERS`); empty: those of the system. */
  readonly dnsServers: readonly string[]
  /** The maximum age of the health records that routing uses; 2 s by default. */
  readonly recordsAgeMsMax?: number
  /** The address of the api for people and programs: links in emails lead there. */
  readonly publicUrl: () => string
  /** Traces requests to providers, Stripe and webhook receivers; without it, none are traced. */
  readonly traced?: Traced
}

/** The parts that need no connection to Temporal; the workers add the rest when they start. */
export type ComposedDeps = Omit<
  ActivityDeps,
  | 'startDeliveries'
  | 'startRuns'
  | 'singleRunSeen'
  | 'singleRunsPresent'
  | 'signalCancel'
  | 'watchSchedules'
  | 'shares'
  | 'observedLatency'
>

/** Providers book a run's usage seconds to minutes after its end. */
export const FINAL_BILL_DELAY_DEFAULT = '3m'
/** A provider that has just failed is still used for this time, which saves every run a read. */
const RECORDS_AGE_MS_MAX = 2_000
/** Another worker may take an attempt over five seconds after its deadline. */
const LEASES: Leases = { marginMs: 5_000, renewedMs: RENEWED_LEASE_MS }

/** Builds what the activities need, and announces the providers that this worker can call. */
export async function composeActivities({
  db,
  known,
  log,
  providers,
  stripe,
  mail,
  cipher,
  notifyEnded,
  finalBillDelayMs,
  webhookNetworks,
  dnsServers,
  publicUrl,
  leases = LEASES,
  recordsAgeMsMax = RECORDS_AGE_MS_MAX,
  traced = untraced,
}: WorkerParts): Promise<{ deps: ComposedDeps; close(): Promise<void> }> {
  const http = createProviderHttp({ traced })
  const guardedHttp = createGuardedHttp({ allowedNetworks: webhookNetworks, traced })
  const { catalog, manifests, findManifest } = known
  const adapters = createAdapters({ http, settings: providers, reportSimulated: reportSimulated(db) })
  const endpoints = createEndpointCallers({ http, settings: providers, catalog, manifests })
  await announceAccounts(
    db,
    manifests.map((manifest) => ({
      slug: manifest.slug,
      usable: adapters.has(manifest.slug) || endpoints.has(manifest.slug),
      accountIds: accountsOf(manifest).map(({ id }) => id),
    })),
  )
  const health = createProviderHealth({ db, now: Date.now, maxAgeMs: recordsAgeMsMax })
  const offers = createOfferCatalog({ db, health, manifests, now: Date.now, maxAgeMs: recordsAgeMsMax })
  const deps: ComposedDeps = {
    db,
    walletBatches: createWalletBatches(db),
    longSteps: createLongSteps(),
    offers,
    findCapability,
    findManifest,
    adapters,
    catalog,
    endpoints,
    accountWith: accountWith({ http, settings: providers, catalog, manifests }),
    cipher,
    publicUrl,
    http,
    providers,
    sandboxEndpoints: createSandboxEndpoints(),
    finalBillDelayMs,
    leases,
    notifyEnded,
    guardedHttp,
    lookUp: createLookUp(dnsServers),
    log,
    traced,
    ...(await outsideOf({ mail, stripe, traced })),
  }
  return { deps, close: () => Promise.all([http.close(), guardedHttp.close()]).then(() => undefined) }
}

/** Stripe and the mail server, where this deployment has them. */
const outsideOf = async ({
  mail,
  stripe,
  traced = untraced,
}: Pick<WorkerParts, 'mail' | 'stripe' | 'traced'>): Promise<Pick<ComposedDeps, 'mailer' | 'stripe'>> => ({
  mailer: mail === null ? null : await createMailer(mail),
  stripe: stripe === null ? null : await createStripeClient(stripe, traced),
})
