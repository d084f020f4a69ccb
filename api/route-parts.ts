import type { ProviderFacts } from '../activities/providers/facts.ts'
import type { CredentialCipher } from '../db/connections/cipher.ts'
import type { Database } from '../db/database.ts'
import type { ProviderCaller, RunStarter } from '../workflows/start.ts'
import type { DeliveryStarter } from '../workflows/start-webhooks.ts'
import type { InboundTurns } from '../workflows/start-inbound.ts'
import type { StartGate } from '../workflows/start-gate.ts'
import type { WatchStarter } from '../workflows/start-watches.ts'
import type { EventWaiters } from './event-waiters.ts'
import type { Meter } from '../telemetry/meter.ts'
import type { PasswordVerifier } from './verify-password.ts'
import type { ApiSettings } from './settings.ts'
import type { RunWaiters } from './waiters.ts'

/** What routes are made of, and where they lead. */
export interface RouteParts {
  readonly db: Database
  readonly facts: ProviderFacts
  readonly settings: ApiSettings
  readonly starter: RunStarter
  readonly providerCaller: ProviderCaller
  readonly deliveries: DeliveryStarter
  readonly watchStarter: Pick<WatchStarter, 'startRefresh' | 'makeSoon' | 'removeSoon'>
  readonly cipher: CredentialCipher
  /** Tells other api processes that a run has ended here. */
  readonly notifyOthers: (runId: string) => void
  /** How old the accounts that the api judges by may be, 5 s unless said otherwise; the worker judges again. */
  readonly recordsAgeMsMax?: number
}

/** What one api process has of its own. */
export interface OwnParts {
  readonly waiters: RunWaiters
  readonly eventWaiters: EventWaiters
  /** Every start of a run goes through it. */
  readonly starts: StartGate
  /** Every start of a provider's message goes through it. */
  readonly inboundTurns: InboundTurns
  readonly metrics: Meter
  readonly draining: () => boolean
  readonly isTemporalReachable: () => Promise<boolean>
  /** One for the whole process: it bounds how many passwords are worked on at once. */
  readonly proving: PasswordVerifier
  /** Where clients reach the service; known once it listens. */
  readonly publicUrl: () => string
}
