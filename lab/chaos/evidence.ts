import type { Environment } from '../../domain/runs/states.ts'

/**
 * The evidence of a campaign, as plain data that a file can store. Amounts are microdollars as text, times are
 * milliseconds since 1970. A marker in the input of each operation lets simulators, receivers and rows name the same
 * operation.
 */
export interface Evidence {
  /** Requests of customers and their answers. */
  readonly requests: readonly ClientRequest[]
  /** Messages that a provider sent to the service. */
  readonly messages: readonly ProviderMessage[]
  /** Event ids in the order in which each reader by cursor saw them. */
  readonly readers: readonly StreamReader[]
  readonly topups: readonly Topup[]
  /** The log of the provider simulators. */
  readonly calls: readonly ProviderCall[]
  readonly actors: readonly ActorStart[]
  /** The log of the webhook receivers. */
  readonly received: readonly ReceivedWebhook[]
  readonly stored: Stored
  /** The drift that `npm run ledger:verify` finds. */
  readonly drifts: readonly string[]
  /** The runs that `npm run runs -- stuck` finds. */
  readonly stuck: readonly string[]
  readonly openWorkflows: readonly OpenWorkflow[]
  /** Processes of the service that ended without being killed, with their last output. */
  readonly ended: readonly string[]
}

interface Wallet {
  readonly workspaceId: string
  readonly environment: Environment
}

export interface ClientRequest extends Wallet {
  readonly marker: string
  readonly what: 'create' | 'read' | 'cancel' | 'write' | 'wallet'
  /** Of the operation, such as `find`. */
  readonly kind: string
  readonly key: string | null
  readonly at: number
  readonly ms: number
  /** 0: no answer came. */
  readonly status: number
  /** The error's code, or why no answer came. */
  readonly code: string | null
  readonly runId: string | null
  /** As the answer has it; null where it names no run. */
  readonly runStatus: string | null
  readonly done: boolean
  readonly replay: boolean
  readonly retryAfter: boolean
}

export interface ProviderMessage {
  readonly id: string
  /** One for each time that it was sent; 0: no answer came. */
  readonly statuses: readonly number[]
}

export interface StreamReader extends Wallet {
  readonly name: string
  readonly eventIds: readonly string[]
}

export interface Topup extends Wallet {
  readonly amount: string
}

export interface ProviderCall {
  readonly at: number
  readonly provider: string
  readonly what: 'lookup' | 'send' | 'raw'
  readonly marker: string
  /** The provider's own idempotency key; null where it has none. */
  readonly key: string | null
  /** It took effect, whether or not its answer arrived. */
  readonly accepted: boolean
}

export interface ActorStart {
  readonly marker: string
  readonly id: string
  /** The provider's final bill. */
  readonly finalCost: string
}

export interface ReceivedWebhook {
  readonly at: number
  readonly webhookId: string
  readonly eventId: string
  readonly deliveryId: string
  readonly genuine: boolean
  /** 0: it was not answered. */
  readonly status: number
}

export interface OpenWorkflow {
  readonly id: string
  readonly type: string
}

/** The database, after everything had time to end. */
export interface Stored {
  /** By the database's clock. */
  readonly now: number
  readonly runs: readonly StoredRun[]
  readonly attempts: readonly StoredAttempt[]
  readonly transfers: readonly StoredTransfer[]
  readonly wallets: readonly StoredWallet[]
  readonly events: readonly StoredEvent[]
  readonly webhooks: readonly StoredWebhook[]
  readonly deliveries: readonly StoredDelivery[]
  readonly rows: readonly StoredRow[]
}

export interface StoredRun extends Wallet {
  readonly id: string
  readonly marker: string | null
  readonly key: string | null
  readonly status: string
  readonly ended: boolean
  readonly held: string
  readonly charged: string | null
  readonly platformFunded: boolean
  readonly deliveredAttempt: number | null
  readonly provider: string | null
  readonly billOpen: boolean
  /** It writes the row of its marker. */
  readonly recorded: boolean
  readonly createdAt: number
  readonly finishedAt: number | null
}

export interface StoredAttempt {
  readonly runId: string
  readonly number: number
  readonly provider: string
  readonly outcome: string | null
  readonly detail: string | null
  /** The number of its executors. */
  readonly executions: number
}

export interface StoredTransfer {
  readonly runId: string | null
  readonly kind: string
  readonly amount: string
  readonly debit: string
  readonly credit: string
}

export interface StoredWallet extends Wallet {
  readonly available: string
  readonly held: string
  readonly receivable: string
}

export interface StoredEvent extends Wallet {
  readonly id: string
  readonly sequence: number
  /** Of the message that it reports; null for other events. */
  readonly messageId: string | null
}

export interface StoredWebhook extends Wallet {
  readonly id: string
}

export interface StoredDelivery {
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  readonly status: string
  readonly nextAttemptAt: number | null
}

export interface StoredRow extends Wallet {
  readonly key: string
  readonly status: string | null
}
