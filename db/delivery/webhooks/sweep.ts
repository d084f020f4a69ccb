import type { DeliveryToStart } from '../../../domain/webhooks/delivery.ts'
import { RETRY_DELAYS_MS, SWEEP_DELIVERY_AFTER_SECONDS } from '../../../domain/webhooks/schedule.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { claimFairly } from '../../fair-claim.ts'

/**
 * A late delivery may wait at a slow endpoint, with its workflow there: the later it is, the less often it is checked.
 */
const SWEEP_AGAIN_SECONDS_MAX = 600

export const CLAIM_OVERDUE_DELIVERIES = statement<{ limit: number; retryDelaysMs: readonly number[] }, OverdueDelivery>(
  {
    name: 'claim_overdue_deliveries',
    effect: true,
    text: `with ${claimFairly({ table: 'webhook_delivery', open: "status = 'pending'" })}
    update webhook_delivery set sweep_at = clock_timestamp()
      + make_interval(secs => greatest(${SWEEP_DELIVERY_AFTER_SECONDS},
        least(${SWEEP_AGAIN_SECONDS_MAX}, extract(epoch from clock_timestamp() - next_attempt_at))))
    where id = any(array(select id from claimed))
    returning id, webhook_id as "webhookId", workspace_id as "workspaceId", environment, event_type as "eventType",
      next_attempt_at < (attempts -> -1 ->> 'at')::timestamptz
        + (:retryDelaysMs::integer[])[attempts_made] * interval '1 millisecond' is true as "broughtForward"`,
  },
)

/**
 * `broughtForward`: due before its schedule, because a client requested it; a workflow that was not notified sleeps
 * until the schedule.
 */
export interface OverdueDelivery extends DeliveryToStart {
  readonly broughtForward: boolean
}

/**
 * Claims up to `limit` deliveries that should have moved by now, from all workspaces in turn; each goes to only one
 * sweeper (decisions, "Sweeper").
 */
export const claimOverdueDeliveries = (db: Database, limit: number): Promise<OverdueDelivery[]> =>
  db.query(CLAIM_OVERDUE_DELIVERIES, { limit, retryDelaysMs: RETRY_DELAYS_MS })

export const POSTPONE_SWEEP = statement<{ deliveryId: string; until: Date }>({
  name: 'postpone_delivery_sweep',
  effect: true,
  text: `update webhook_delivery
    set sweep_at = greatest(sweep_at, :until::timestamptz + interval '${SWEEP_DELIVERY_AFTER_SECONDS} seconds')
    where id = :deliveryId and status = 'pending'`,
})

/**
 * Postpones the sweep of a delivery whose workflow waits for the endpoint until then (milliseconds): thousands that
 * wait at one endpoint would keep the sweeper from deliveries that are really lost. A wait shorter than the sweeper's
 * delay is not worth a write.
 */
export async function postponeSweep(
  db: Database,
  deliveryId: string,
  { at, afterMs }: { readonly at: number; readonly afterMs: number },
): Promise<void> {
  if (afterMs > SWEEP_DELIVERY_AFTER_SECONDS * 1000)
    await db.query(POSTPONE_SWEEP, { deliveryId, until: new Date(at + afterMs) })
}
