import { findCapability } from '../domain/capabilities/catalog.ts'
import { accountsOf } from '../domain/providers/account.ts'
import type { ActivityDeps, ActivityLog } from '../activities/deps.ts'
import { createProviderHttp } from '../activities/providers/http.ts'
import { findManifest, MANIFESTS } from '../activities/providers/manifests.ts'
import { createAdapters } from '../activities/providers/registry.ts'
import type { ProviderSettings } from '../activities/providers/settings.ts'
import type { Database } from '../db/database.ts'
import { createHealthBook } from '../db/health/book.ts'
import { createOfferBook } from '../db/offers/book.ts'
import { announceAccounts } from '../db/provider-accounts/queries.ts'

export interface WorkerParts {
  readonly db: Database
  readonly log: ActivityLog
  readonly providers: ProviderSettings
  readonly notifyEnded: (runId: string) => void
  /** How old the health that routing acts on may be; 2 s unless said otherwise. */
  readonly recordsAgeMsMax?: number
}

/** A provider that has just failed is asked so much longer, which spares every run a read. */
const RECORDS_AGE_MS_MAX = 2_000

/** Makes what the activities need, and announces which providers this worker can call. */
export async function composeActivities({ db, log, providers, notifyEnded, recordsAgeMsMax = RECORDS_AGE_MS_MAX }: WorkerParts): Promise<{ deps: ActivityDeps; close(): Promise<void> }> {
  const http = createProviderHttp()
  const adapters = createAdapters({ http, settings: providers })
  await announceAccounts(db, MANIFESTS.map((manifest) => ({
    slug: manifest.slug, usable: adapters.has(manifest.slug), accountIds: accountsOf(manifest).map(({ id }) => id),
  })))
  const health = createHealthBook({ db, now: Date.now, maxAgeMs: recordsAgeMsMax })
  const offers = createOfferBook({ db, health, manifests: MANIFESTS, now: Date.now, maxAgeMs: recordsAgeMsMax })
  return { deps: { db, offers, findCapability, findManifest, adapters, notifyEnded, log }, close: () => http.close() }
}
