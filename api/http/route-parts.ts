import type { KnownProviders } from '../../activities/providers/known-providers.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import type { Database } from '../../db/database.ts'
import type { RunStarter } from '../../workflows/starters/runs.ts'
import type { ProviderCaller } from '../../workflows/starters/provider-operations.ts'
import type { DeliveryStarter } from '../../workflows/starters/deliveries.ts'
import type { InboundStartQueue } from '../../workflows/starters/inbound.ts'
import type { StartGate } from '../../workflows/starters/start-gate.ts'
import type { JobStarter } from '../../workflows/starters/jobs.ts'
import type { WatchStarter } from '../../workflows/starters/watches.ts'
import type { MissCounter } from '../discover/miss-counter.ts'
import type { EventWaiters } from '../waiters/event-waiters.ts'
import type { SemanticIndex } from '../discover/embeddings/semantic-index.ts'
import type { ClientPackages } from '../clients/packages.ts'
import type { Meter } from '../../telemetry/meter.ts'
import type { PasswordVerifier } from '../auth/verify-password.ts'
import type { ApiSettings } from '../settings.ts'
import type { RunWaiters } from '../waiters/run-waiters.ts'

/** The dependencies of the routes. */
export interface RouteParts {
  readonly db: Database
  readonly known: KnownProviders
  readonly settings: ApiSettings
  readonly starter: RunStarter
  readonly providerCaller: ProviderCaller
  readonly deliveries: DeliveryStarter
  readonly jobStarter: JobStarter
  readonly watchStarter: Pick<WatchStarter, 'startRefresh' | 'createInBackground' | 'removeInBackground'>
  readonly cipher: SecretCipher
  /** Notifies other api processes that a run has ended here. */
  readonly notifyOthers: (runId: string) => void
  /** The greatest age of the accounts that the api checks requests with, 5 s by default; the worker checks again. */
  readonly recordsAgeMsMax?: number
}

/** The parts that belong to one api process. */
export interface OwnParts {
  readonly waiters: RunWaiters
  readonly eventWaiters: EventWaiters
  /** Every start of a run goes through it. */
  readonly starts: StartGate
  /** Every start of a provider's message goes through it. */
  readonly inboundQueue: InboundStartQueue
  readonly metrics: Meter
  readonly missCounter: MissCounter
  readonly semanticIndex: SemanticIndex
  readonly draining: () => boolean
  readonly isTemporalReachable: () => Promise<boolean>
  /** One for the entire process: it limits concurrent password computations. */
  readonly proving: PasswordVerifier
  readonly clients: ClientPackages
  /** The URL that clients use; known once the service listens. */
  readonly publicUrl: () => string
}
