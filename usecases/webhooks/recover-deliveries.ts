import { firstIdAt } from '../../domain/ids/months.ts'
import { timeOfId } from '../../domain/ids/ids.ts'
import { type BeforeCommit, type Database, noop, type Transaction } from '../../db/database.ts'
import type { WebhookRef } from '../../db/delivery/webhooks/endpoints.ts'
import { LOOKED_AT_ONCE, MAKE_FAILED_DUE, RECOVERED_AT_ONCE } from '../../db/delivery/webhooks/recover.ts'

export const RECOVER_DELIVERIES: Transaction = { name: 'recover_deliveries', effect: true }

/** Milliseconds since 1970, of when deliveries were made. */
export interface DeliveryWindow {
  readonly sinceMs: number
  readonly untilMs: number
}

export interface RecoveredDeliveries {
  readonly count: number
  /** Where the next request continues; null: nothing of the window is left. */
  readonly nextSinceMs: number | null
}

export type Recovered =
  | { readonly kind: 'recovered'; readonly deliveries: RecoveredDeliveries }
  | { readonly kind: 'missing' | 'disabled' }

interface RecoverLimits {
  readonly looked: number
  readonly limit: number
}

/**
 * Makes the failed deliveries of a window due again, oldest first, with one more attempt each, and those that wait
 * for a retry due now (decisions, "webhook redelivery"). Tests, deliveries with the most attempts, and those whose
 * event is not kept stay as they are.
 */
export const recoverDeliveries = (
  db: Database,
  { id, workspaceId, environment }: WebhookRef,
  { sinceMs, untilMs }: DeliveryWindow,
  {
    limits = { looked: LOOKED_AT_ONCE, limit: RECOVERED_AT_ONCE },
    beforeCommit = noop,
  }: { readonly limits?: RecoverLimits; readonly beforeCommit?: BeforeCommit<RecoveredDeliveries> } = {},
): Promise<Recovered> =>
  db.transaction(RECOVER_DELIVERIES, async (tx) => {
    const [row] = await tx.query(MAKE_FAILED_DUE, {
      webhookId: id,
      workspaceId,
      environment,
      fromId: firstIdAt('whd', sinceMs),
      untilId: firstIdAt('whd', untilMs),
      ...limits,
    })
    if (row === undefined) return { kind: 'missing' }
    if (!row.enabled) return { kind: 'disabled' }
    const { recovered: count, stoppedAt } = row
    const deliveries = { count, nextSinceMs: stoppedAt === null ? null : timeOfId(stoppedAt) }
    await beforeCommit(tx, deliveries)
    return { kind: 'recovered', deliveries }
  })
