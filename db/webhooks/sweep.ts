import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { RETRY_DELAYS_MS } from '../../domain/webhooks/schedule.ts'
import type { Database, Statement } from '../database.ts'
import { claimFairly } from '../fair-claim.ts'

/** How long after the moment at which a delivery should have moved its workflow is looked for. */
export const SWEEP_DELIVERY_AFTER_SECONDS = 30
/** What is late may wait for its turn at a slow endpoint, with its workflow there: the later, the less often it is looked at. */
const LOOK_AGAIN_SECONDS_MAX = 600

export const CLAIM_OVERDUE_DELIVERIES: Statement = {
  name: 'claim_overdue_deliveries',
  effect: true,
  text: `with ${claimFairly({ table: 'webhook_delivery', open: "status = 'pending'" })}
    update webhook_delivery set sweep_at = clock_timestamp()
      + make_interval(secs => greatest(${SWEEP_DELIVERY_AFTER_SECONDS}, least(${LOOK_AGAIN_SECONDS_MAX}, extract(epoch from clock_timestamp() - next_attempt_at))))
    where id = any(array(select id from claimed))
    returning id, webhook_id as "webhookId", workspace_id as "workspaceId", environment, event_type as "eventType",
      next_attempt_at < (attempts -> -1 ->> 'at')::timestamptz + ($2::integer[])[attempts_made] * interval '1 millisecond' is true as "broughtForward"`,
}

/** `broughtForward`: due before its schedule, because somebody asked for it; a workflow that was not told sleeps until then. */
export interface OverdueDelivery extends DeliveryToStart {
  readonly broughtForward: boolean
}

/** Takes up to `limit` deliveries that should have moved by now, of all workspaces in turns; each goes to one sweeper only (decisions, "Sweeper"). */
export const claimOverdueDeliveries = (db: Database, limit: number): Promise<OverdueDelivery[]> =>
  db.query<OverdueDelivery>(CLAIM_OVERDUE_DELIVERIES, [limit, RETRY_DELAYS_MS])

export const POSTPONE_SWEEP: Statement = {
  name: 'postpone_delivery_sweep',
  effect: true,
  text: `update webhook_delivery set sweep_at = greatest(sweep_at, $2::timestamptz + interval '${SWEEP_DELIVERY_AFTER_SECONDS} seconds')
    where id = $1 and status = 'pending'`,
}

/**
 * A delivery whose workflow waits for its turn until then (milliseconds) is not looked for before: thousands that wait at one
 * endpoint would keep the sweeper from what is really lost. A wait that is shorter than its patience is not worth a write.
 */
export async function postponeSweep(db: Database, deliveryId: string, { at, afterMs }: { readonly at: number; readonly afterMs: number }): Promise<void> {
  if (afterMs > SWEEP_DELIVERY_AFTER_SECONDS * 1000) await db.query(POSTPONE_SWEEP, [deliveryId, new Date(at + afterMs)])
}
