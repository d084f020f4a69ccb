import { FAILING_MS_MAX, FAILING_REASON, SILENT_MS_MAX } from '../../../domain/webhooks/schedule.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { stopDeliveriesSql } from './stop-deliveries.ts'

const FAILING_SECONDS_MAX = FAILING_MS_MAX / 1000
const SILENT_SECONDS_MAX = SILENT_MS_MAX / 1000

export const DISABLE_FAILING_ENDPOINT = statement<{ webhookId: string; at: Date; failingReason: string }, FailureClock>(
  {
    name: 'disable_failing_endpoint',
    effect: true,
    text: `with failing as materialized (
      select id, failing_since, last_failed_at from webhook_endpoint
      where id = :webhookId and enabled and failing_since is not null
      for no key update
    ), disabled as (
      update webhook_endpoint w
      set enabled = false, disabled_reason = :failingReason, failing_since = null, last_failed_at = null,
        updated_at = clock_timestamp()
      from failing f
      where w.id = f.id and f.failing_since <= :at::timestamptz - make_interval(secs => ${FAILING_SECONDS_MAX})
        and f.last_failed_at >= :at::timestamptz - make_interval(secs => ${SILENT_SECONDS_MAX})
      returning w.id
    ), stopped as (
      ${stopDeliveriesSql('disabled')}
    )
    select f.failing_since as "failingSince", exists (select from disabled) as disabled from failing f`,
  },
)

export interface FailureClock {
  /** The start of the failures, as it was before this call. */
  readonly failingSince: Date
  readonly disabled: boolean
}

/**
 * Disables an endpoint that has failed for three days at `at` (milliseconds of the deliveries' clock), unless its last
 * failure is more than a day old, and stops its waiting deliveries (decisions, "auto-disable clock"). null: the
 * endpoint is not failing, or does not exist.
 */
export async function disableFailingEndpoint(
  db: Database,
  webhookId: string,
  at: number,
): Promise<FailureClock | null> {
  const [row] = await db.query(DISABLE_FAILING_ENDPOINT, { webhookId, at: new Date(at), failingReason: FAILING_REASON })
  if (row?.disabled === true) db.emit({ kind: 'endpoint_disabled' })
  return row ?? null
}

/** How much later than due an overdue auto-disable is searched for: until then its own workflow may still do it. */
const CLOCK_LATE_SECONDS = 60

export const READ_ENDPOINTS_TO_DISABLE = statement<{ limit: number }, EndpointToDisable>({
  name: 'read_endpoints_to_disable',
  effect: false,
  text: `select id, workspace_id as "workspaceId", environment from webhook_endpoint
    where enabled and failing_since < now() - make_interval(secs => ${FAILING_SECONDS_MAX + CLOCK_LATE_SECONDS})
      and last_failed_at > now() - make_interval(secs => ${SILENT_SECONDS_MAX})
    order by failing_since limit :limit`,
})

export interface EndpointToDisable {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
}

/** Endpoints that should have been disabled by now: the workflow that disables them was lost. */
export const readEndpointsToDisable = (db: Database, limit: number): Promise<EndpointToDisable[]> =>
  db.query(READ_ENDPOINTS_TO_DISABLE, { limit })
