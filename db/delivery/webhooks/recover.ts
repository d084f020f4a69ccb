import { statement } from '../../statement.ts'
import { ATTEMPTS_KEPT_MAX } from './deliveries.ts'

/** How many deliveries one statement looks at, and how many of them it makes due: some tenths of a second. */
export const LOOKED_AT_ONCE = 100_000
export const RECOVERED_AT_ONCE = 5_000

interface RecoveredRow {
  readonly enabled: boolean
  readonly recovered: number
  /** The delivery at which the statement stopped, because of its limits; null: it has seen the entire window. */
  readonly stoppedAt: string | null
}

/**
 * A delivery `d` whose attempts have all failed so far, and that nothing sends now: one that is due is under way, or
 * about to be.
 */
const HAS_FAILED = `(d.status = 'failed'
        or d.status = 'pending' and d.attempts_made > 0 and d.next_attempt_at > clock_timestamp())`

/**
 * In the order of locks: the endpoint, so that it cannot be disabled in the meantime, then its deliveries. The event of
 * each is looked up by its id, never all of them. The sweeper starts what is due.
 */
export const MAKE_FAILED_DUE = statement<
  {
    webhookId: string
    workspaceId: string
    environment: string
    fromId: string
    untilId: string
    looked: number
    limit: number
  },
  RecoveredRow
>({
  name: 'make_failed_deliveries_due',
  effect: 'within',
  text: `with endpoint as materialized (
      select id, enabled, generation from webhook_endpoint where id = :webhookId and workspace_id = :workspaceId
        and environment = :environment for no key update
    ), looked as materialized (
      select d.id, d.event_id, ${HAS_FAILED} and d.test_event is null and d.attempts_made < ${ATTEMPTS_KEPT_MAX}
        as failed
      from endpoint w join webhook_delivery d on d.webhook_id = w.id and d.id >= :fromId and d.id < :untilId
      where w.enabled order by d.id limit :looked
    ), failed as materialized (
      select l.id from looked l where l.failed and (select true from event e where e.id = l.event_id)
      order by l.id limit :limit
    ), recovered as (
      update webhook_delivery d set status = 'pending', generation = w.generation, next_attempt_at = clock_timestamp(),
        sweep_at = clock_timestamp(),
        attempts_max = case when d.status = 'pending' then d.attempts_max else d.attempts_made + 1 end
      from endpoint w cross join failed f where d.id = f.id and ${HAS_FAILED}
      returning d.id
    )
    select w.enabled, (select count(*)::integer from recovered) as recovered,
      case when (select count(*) from failed) = :limit then (select max(id) from failed)
        when (select count(*) from looked) = :looked then (select max(id) from looked) end as "stoppedAt"
    from endpoint w`,
})
