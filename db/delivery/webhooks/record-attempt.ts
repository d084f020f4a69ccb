import type { Environment } from '../../../domain/runs/states.ts'
import type { DeliveryAttempt, DeliveryStatus } from '../../../domain/webhooks/delivery.ts'
import { FAILING_MS_MAX, FAILING_REASON, SWEEP_DELIVERY_AFTER_SECONDS } from '../../../domain/webhooks/schedule.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { stopDeliveriesSql } from './stop-deliveries.ts'

/**
 * Records an attempt together with its consequences: the delivery's new state, and the endpoint's failure clock. A
 * success changes the endpoint only when the clock runs, so that the events of a healthy endpoint do not queue for its
 * row. The endpoint is locked before any delivery, as in all statements, and the new clock is computed from the row as
 * it was locked. An attempt that was under way when its endpoint was disabled is recorded all the same: a delivered
 * event stays delivered. The endpoint of callbacks has no failure clock: each of its deliveries has another receiver.
 */
export const RECORD_DELIVERY_ATTEMPT = statement<
  {
    deliveryId: string
    webhookId: string
    generation: number
    attemptsMade: number
    attempt: string
    delivered: boolean
    at: Date
    nextAttemptAt: Date | null
    failingReason: string
  },
  RecordedAttempt & { readonly environment: Environment }
>({
  name: 'record_delivery_attempt',
  effect: true,
  text: `with endpoint as materialized (
      select id, failing_since, last_failed_at,
        not :delivered::boolean
          and failing_since <= :at::timestamptz - make_interval(secs => ${FAILING_MS_MAX / 1000}) is true as due
      from webhook_endpoint
      where id = :webhookId and not callbacks and case when :delivered::boolean then failing_since is not null
        else enabled and generation = :generation end
        and not (select d.test_event is not null from webhook_delivery d where d.id = :deliveryId)
      for no key update
    ), recorded as (
      update webhook_delivery d
      set attempts = d.attempts || jsonb_build_array(:attempt::jsonb), attempts_made = d.attempts_made + 1,
        status = case when :delivered::boolean then 'delivered' when ${willRetry()} then 'pending' else 'failed' end,
        next_attempt_at = case when ${willRetry()} then :nextAttemptAt::timestamptz end,
        sweep_at = case when ${willRetry()}
          then :nextAttemptAt::timestamptz + interval '${SWEEP_DELIVERY_AFTER_SECONDS} seconds' end
      from (select coalesce(bool_or(due), false) as due from endpoint) switched_off
      where d.id = :deliveryId and d.attempts_made = :attemptsMade and d.status <> 'delivered'
      returning d.status, d.attempts_made, d.attempts_max, d.environment
    ), clock as (
      update webhook_endpoint w
      set failing_since = case when :delivered::boolean or e.due then null else coalesce(e.failing_since, :at) end,
        last_failed_at = case when :delivered::boolean or e.due then null else greatest(e.last_failed_at, :at) end,
        enabled = w.enabled and not e.due, disabled_reason = case when e.due then :failingReason end,
        updated_at = case when e.due then clock_timestamp() else w.updated_at end
      from endpoint e cross join recorded
      where w.id = e.id
      returning w.id, e.due, not :delivered::boolean and e.failing_since is null as started
    ), stopped as (
      ${stopDeliveriesSql('(select id from clock where due)', ':deliveryId')}
    )
    select r.status, r.environment, r.attempts_made as "attemptsMade", r.attempts_max as "attemptsMax",
      (select started from clock) is true as "clockStarted", (select due from clock) is true as disabled
    from recorded r`,
})

function willRetry(): string {
  return `not :delivered::boolean and d.status = 'pending' and d.attempts_made + 1 < d.attempts_max
    and not switched_off.due and :nextAttemptAt::timestamptz is not null`
}

export interface AttemptToRecord {
  readonly deliveryId: string
  readonly webhookId: string
  /** The delivery's generation: an attempt from before the endpoint was enabled again states nothing about it now. */
  readonly generation: number
  /**
   * The number of earlier attempts: when another executor has recorded this attempt in the meantime, its record counts.
   */
  readonly attemptsMade: number
  readonly attempt: DeliveryAttempt
  readonly delivered: boolean
  /** Milliseconds of the deliveries' clock; `attempt.at` is the same. */
  readonly at: number
  /** null after the last attempt. */
  readonly nextAttemptAt: number | null
}

export interface RecordedAttempt {
  readonly status: DeliveryStatus
  readonly attemptsMade: number
  readonly attemptsMax: number
  /** True for the endpoint's first failure since its last success. */
  readonly clockStarted: boolean
  /** True when the endpoint has failed for so long that this attempt has disabled it. */
  readonly disabled: boolean
}

/** null: another executor has recorded this attempt, or the endpoint was deleted in the meantime. */
export async function recordAttempt(db: Database, recorded: AttemptToRecord): Promise<RecordedAttempt | null> {
  const [row] = await db.query(RECORD_DELIVERY_ATTEMPT, {
    deliveryId: recorded.deliveryId,
    webhookId: recorded.webhookId,
    generation: recorded.generation,
    attemptsMade: recorded.attemptsMade,
    attempt: JSON.stringify(recorded.attempt),
    delivered: recorded.delivered,
    at: new Date(recorded.at),
    nextAttemptAt: recorded.nextAttemptAt === null ? null : new Date(recorded.nextAttemptAt),
    failingReason: FAILING_REASON,
  })
  if (row === undefined) return null
  const { environment, ...written } = row
  const outcome = written.status === 'pending' ? 'retried' : recorded.delivered ? 'delivered' : 'failed'
  db.emit({ kind: 'delivery_attempted', environment, outcome, seconds: recorded.attempt.latency_ms / 1000 })
  if (written.disabled) db.emit({ kind: 'endpoint_disabled' })
  return written
}
