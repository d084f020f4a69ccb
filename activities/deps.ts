import type Stripe from 'stripe'
import type { Capability } from '../domain/capabilities/capability.ts'
import type { Catalog } from '../domain/catalog/catalog.ts'
import type { EndpointCaller } from '../domain/providers/endpoint-call.ts'
import type { ProviderAdapter, ProviderManifest } from '../domain/providers/manifest.ts'
import type { DeliveryToStart } from '../domain/webhooks/delivery.ts'
import type { CredentialCipher } from '../db/connections/cipher.ts'
import type { Database } from '../db/database.ts'
import type { OfferCatalog } from '../db/offers/catalog.ts'
import type { Traced } from '../telemetry/spans.ts'
import type { ProviderHttp } from './providers/http.ts'
import type { ProviderAccount } from './providers/own-account.ts'
import type { ProviderSettings } from './providers/settings.ts'
import type { Paces } from './runs/paces.ts'
import type { Shares } from './shares.ts'
import type { WatchSchedules } from './watches/schedules.ts'

/** The few lines of a log that activities write; members are ids, names and codes, never payloads. */
export interface ActivityLog {
  info(fields: Readonly<Record<string, string | number>>, message: string): void
  warn(fields: Readonly<Record<string, string | number>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

/** Everything activities need, made by the worker's main; each activity names the part it uses. */
export interface ActivityDeps {
  readonly db: Database
  readonly offers: OfferCatalog
  readonly findCapability: (slug: string) => Capability | undefined
  readonly findManifest: (provider: string) => ProviderManifest | undefined
  readonly adapters: ReadonlyMap<string, ProviderAdapter>
  /** An account of somebody's own, made for one call. */
  readonly accountWith: (provider: string, apiKey: string) => ProviderAccount
  /** Opens the credentials of connections. */
  readonly cipher: CredentialCipher
  /** For calls outside of runs, and where each provider is. */
  readonly http: ProviderHttp
  readonly providers: ProviderSettings
  /** null: this deployment takes no payments. */
  readonly stripe: Stripe | null
  /** Every raw endpoint that is known, and who calls them: by provider through the platform's account, and the sandbox's mock. */
  readonly catalog: Catalog
  readonly endpoints: ReadonlyMap<string, EndpointCaller>
  readonly sandboxEndpoints: EndpointCaller
  /** How long after the end of a run its provider's final bill is read first (Spec 4.3.4). */
  readonly finalBillDelayMs: number
  /** How long an attempt's lease is beyond the deadline of its call: time to write down how it ended. */
  readonly leaseMarginMs: number
  /** Tells whoever waits that a run has ended; must not fail the run. */
  readonly notifyEnded: (runId: string) => void
  /** Starts the workflows of deliveries whose events are committed; what it cannot start the sweeper does. Never fails, waits for nothing. */
  readonly startDeliveries: (deliveries: readonly DeliveryToStart[]) => void
  /** Schedules follow the rows of watches; what fails is made up for when they are reconciled. */
  readonly watchSchedules: WatchSchedules
  /** Of this worker: nobody takes more than a share of its slots, and nobody waits in a quick slot for a slow provider. */
  readonly shares: Shares
  readonly paces: Paces
  readonly log: ActivityLog
  /** Tells of what is asked outside, where somebody follows. */
  readonly traced: Traced
}
