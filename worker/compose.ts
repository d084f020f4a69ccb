import { findCapability } from '../domain/capabilities/catalog.ts'
import { accountsOf } from '../domain/providers/account.ts'
import type { StripeSettings } from '../domain/settings/payments.ts'
import type { CidrBlock } from '../domain/webhooks/addresses.ts'
import type { ActivityDeps, ActivityLog } from '../activities/deps.ts'
import { createProviderHttp } from '../activities/providers/http.ts'
import type { ProviderFacts } from '../activities/providers/facts.ts'
import { createEndpointCallers } from '../activities/providers/endpoints.ts'
import { accountWith } from '../activities/providers/own-account.ts'
import { createAdapters } from '../activities/providers/registry.ts'
import { createSandboxEndpoints } from '../activities/providers/sandbox/endpoints.ts'
import type { ProviderSettings } from '../activities/providers/settings.ts'
import { createStripeClient } from '../activities/payments/client.ts'
import { createWebhookHttp } from '../activities/webhooks/guarded-http.ts'
import type { WebhookHttp } from '../activities/webhooks/http.ts'
import type { CredentialCipher } from '../db/connections/cipher.ts'
import type { Database } from '../db/database.ts'
import { createProviderHealth } from '../db/health/provider-health.ts'
import { createOfferCatalog } from '../db/offers/catalog.ts'
import { announceAccounts } from '../db/provider-accounts/queries.ts'
import { type Traced, untraced } from '../telemetry/spans.ts'

export interface WorkerParts {
  readonly db: Database
  readonly facts: ProviderFacts
  readonly log: ActivityLog
  readonly providers: ProviderSettings
  /** null: no payments are taken. */
  readonly stripe: StripeSettings | null
  readonly cipher: CredentialCipher
  readonly notifyEnded: (runId: string) => void
  readonly finalBillDelayMs: number
  /** How long a lease is beyond its call's deadline; 5 s unless said otherwise. */
  readonly leaseMarginMs?: number
  /** What webhooks may reach beside public addresses (`WEBHOOK_ALLOWED_NETWORKS`). */
  readonly webhookNetworks: readonly CidrBlock[]
  /** How old the health that routing acts on may be; 2 s unless said otherwise. */
  readonly recordsAgeMsMax?: number
  /** Follows what is asked of providers, of Stripe and of webhook receivers; nobody does unless given. */
  readonly traced?: Traced
}

/** What needs no connection to Temporal; the rest the workers add when they start. */
export type ComposedDeps = Omit<ActivityDeps, 'startDeliveries' | 'watchSchedules' | 'shares' | 'paces'> & { readonly webhookHttp: WebhookHttp }

/** Providers book what a run has used some seconds to minutes after its end. */
export const FINAL_BILL_DELAY_DEFAULT = '3m'
/** A provider that has just failed is asked so much longer, which spares every run a read. */
const RECORDS_AGE_MS_MAX = 2_000
/** Time to write down how a call ended before another worker may take it over. */
const LEASE_MARGIN_MS = 5_000

/** Makes what the activities need, and announces which providers this worker can call. */
export async function composeActivities({ db, facts, log, providers, stripe, cipher, notifyEnded, finalBillDelayMs, webhookNetworks, leaseMarginMs = LEASE_MARGIN_MS, recordsAgeMsMax = RECORDS_AGE_MS_MAX, traced = untraced }: WorkerParts): Promise<{ deps: ComposedDeps; close(): Promise<void> }> {
  const http = createProviderHttp({ traced })
  const webhookHttp = createWebhookHttp({ allowedNetworks: webhookNetworks, traced })
  const { catalog, manifests, findManifest } = facts
  const adapters = createAdapters({ http, settings: providers })
  const endpoints = createEndpointCallers({ http, settings: providers, catalog, manifests })
  await announceAccounts(db, manifests.map((manifest) => ({
    slug: manifest.slug, usable: adapters.has(manifest.slug) || endpoints.has(manifest.slug), accountIds: accountsOf(manifest).map(({ id }) => id),
  })))
  const health = createProviderHealth({ db, now: Date.now, maxAgeMs: recordsAgeMsMax })
  const offers = createOfferCatalog({ db, health, manifests, now: Date.now, maxAgeMs: recordsAgeMsMax })
  const deps: ComposedDeps = {
    db, offers, findCapability, findManifest, adapters, catalog, endpoints,
    accountWith: accountWith({ http, settings: providers, catalog, manifests }), cipher, http, providers,
    sandboxEndpoints: createSandboxEndpoints(), finalBillDelayMs, leaseMarginMs, notifyEnded, webhookHttp, log, traced,
    stripe: stripe === null ? null : createStripeClient(stripe, traced),
  }
  return { deps, close: async () => { await Promise.all([http.close(), webhookHttp.close()]) } }
}
