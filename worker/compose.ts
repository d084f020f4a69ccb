import { findCapability } from '../domain/capabilities/catalog.ts'
import type { ActivityDeps, ActivityLog } from '../activities/deps.ts'
import { createProviderHttp } from '../activities/providers/http.ts'
import { findManifest, MANIFESTS } from '../activities/providers/manifests.ts'
import { createAdapter, createAdapters } from '../activities/providers/registry.ts'
import type { ProviderSettings } from '../activities/providers/settings.ts'
import type { CredentialCipher } from '../db/connections/cipher.ts'
import type { Database } from '../db/database.ts'
import { createOfferBook } from '../db/offers/book.ts'
import { announceAccounts } from '../db/provider-accounts/queries.ts'

export interface WorkerParts {
  readonly db: Database
  readonly log: ActivityLog
  readonly providers: ProviderSettings
  readonly cipher: CredentialCipher
  readonly notifyEnded: (runId: string) => void
  /** How old the health that routing acts on may be; 2 s unless said otherwise. */
  readonly recordsAgeMsMax?: number
}

/** A provider that has just failed is asked so much longer, which spares every run a read. */
const RECORDS_AGE_MS_MAX = 2_000

/** Makes what the activities need, and announces which providers this worker can call. */
export async function composeActivities({ db, log, providers, cipher, notifyEnded, recordsAgeMsMax = RECORDS_AGE_MS_MAX }: WorkerParts): Promise<{ deps: ActivityDeps; close(): Promise<void> }> {
  const http = createProviderHttp()
  const adapters = createAdapters({ http, settings: providers })
  await announceAccounts(db, MANIFESTS.map(({ slug }) => ({ slug, usable: adapters.has(slug) })))
  const offers = createOfferBook({ db, manifests: MANIFESTS, now: Date.now, maxAgeMs: recordsAgeMsMax })
  const ownKeyAdapter = (provider: string, apiKey: string) => createAdapter(provider, apiKey, { http, settings: providers })
  return {
    deps: { db, offers, findCapability, findManifest, adapters, ownKeyAdapter, cipher, http, providers, notifyEnded, log },
    close: () => http.close(),
  }
}
