import type Stripe from 'stripe'
import type { Capability } from '../domain/capabilities/capability.ts'
import type { Catalog } from '../domain/catalog/catalog.ts'
import type { EndpointCaller } from '../domain/providers/endpoint-call.ts'
import type { ProviderAdapter, ProviderManifest } from '../domain/providers/manifest.ts'
import type { Environment } from '../domain/runs/states.ts'
import type { DeliveryToStart } from '../domain/webhooks/delivery.ts'
import type { SecretCipher } from '../db/cipher.ts'
import type { WalletBatches } from '../usecases/runs/wallet-batches.ts'
import type { Database } from '../db/database.ts'
import type { OfferCatalog } from '../db/catalog/offers/catalog.ts'
import type { Traced } from '../telemetry/spans.ts'
import type { Mailer } from './accounts/mailer.ts'
import type { LookUp } from './dns.ts'
import type { LongSteps } from './jobs/long-steps.ts'
import type { ProviderHttp } from './providers/http.ts'
import type { ProviderAccount } from './providers/own-account.ts'
import type { OwnAccount, ProviderSettings } from './providers/settings.ts'
import type { ObservedLatency } from './runs/observed-latency.ts'
import type { Shares } from './shares.ts'
import type { WatchSchedules } from './watches/schedules.ts'
import type { GuardedHttp } from './webhooks/http.ts'

/** The part of the logger that activities use. Fields are ids, names and codes, never payloads (docs/logs.md). */
export interface ActivityLog {
  info(fields: Readonly<Record<string, string | number>>, event: string): void
  warn(fields: Readonly<Record<string, string | number>>, event: string): void
  error(fields: Readonly<Record<string, unknown>>, event: string): void
}

/** A run as its workflow is started. */
export interface BegunRun {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  /** The capability, or the endpoint of a raw run. */
  readonly capability: string
}

/** How long an attempt belongs to the worker that began it. */
export interface Leases {
  /** How long a lease outlasts the deadline of its call: the time to record the outcome. */
  readonly marginMs: number
  /** The lease of an attempt that continues at the provider: its worker renews it. */
  readonly renewedMs: number
}

/** Everything that activities need, built by the worker's main. Each activity names the part that it uses. */
export interface ActivityDeps {
  readonly db: Database
  readonly walletBatches: WalletBatches
  readonly longSteps: LongSteps
  readonly offers: OfferCatalog
  readonly findCapability: (slug: string) => Capability | undefined
  readonly findManifest: (provider: string) => ProviderManifest | undefined
  readonly adapters: ReadonlyMap<string, ProviderAdapter>
  /** A customer's own account at a provider, built for one call. */
  readonly accountWith: (provider: string, own: OwnAccount) => ProviderAccount
  /** Decrypts the credentials of connections. */
  readonly cipher: SecretCipher
  /** The address of the api for people and programs: links in emails lead there. */
  readonly publicUrl: () => string
  /** null: this deployment sends no mails to its own users. */
  readonly mailer: Mailer | null
  /** For calls outside of runs; `providers` states where each provider is. */
  readonly http: ProviderHttp
  readonly providers: ProviderSettings
  /** For URLs that customers and OAuth clients choose. */
  readonly guardedHttp: GuardedHttp
  /** Asks name servers how the mail of a domain proves itself. */
  readonly lookUp: LookUp
  /** null: this deployment takes no payments. */
  readonly stripe: Stripe | null
  /** Every known raw endpoint, and its callers: by provider through the platform's account, and the sandbox's mock. */
  readonly catalog: Catalog
  readonly endpoints: ReadonlyMap<string, EndpointCaller>
  readonly sandboxEndpoints: EndpointCaller
  /** How long after the end of a run its provider's final bill is first read (Spec 4.3.4). */
  readonly finalBillDelayMs: number
  readonly leases: Leases
  /** Notifies the requests that wait for a run that it has ended or waits for a person. It must not fail the run. */
  readonly notifyEnded: (runId: string) => void
  /** Signals the workflow of a run that the run was cancelled. It never fails and never waits. */
  readonly signalCancel: (runId: string) => void
  /** Starts the workflows of runs whose rows are committed; the sweeper starts those that it could not. */
  readonly startRuns: (runs: readonly BegunRun[]) => void
  /** A run that belongs to no job is played here: the runs of jobs leave it most of this worker's time. */
  readonly singleRunSeen: (environment: Environment) => void
  /** Whether this worker has played such a run recently. */
  readonly singleRunsPresent: () => boolean
  /**
   * Starts the workflows of deliveries whose events are committed. The sweeper starts those that it could not. It never
   * fails and never waits.
   */
  readonly startDeliveries: (deliveries: readonly DeliveryToStart[]) => void
  /** Keeps Temporal schedules in step with the rows of watches. The reconciler repairs what fails here. */
  readonly watchSchedules: WatchSchedules
  /**
   * This worker's slots and observed latency: no caller takes more than its share of the slots, and no attempt waits in
   * a quick slot for a slow provider.
   */
  readonly shares: Shares
  readonly observedLatency: ObservedLatency
  readonly log: ActivityLog
  /** Traces outbound calls where tracing is on. */
  readonly traced: Traced
}
