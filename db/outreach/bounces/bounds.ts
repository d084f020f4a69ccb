import type { CreditedSoFar, HeldReason } from '../../../domain/bounces/bounds.ts'
import { statement } from '../../statement.ts'

/** Their rows are read one by one, in a third of a second at most: what more of them were charged allows no more. */
const CHARGED_RUNS_MAX = 100_000

export const LOCK_CREDITED = statement<{ workspaceId: string }>({
  name: 'lock_bounce_wallet',
  effect: 'within',
  text: "select from wallet where workspace_id = :workspaceId and environment = 'live' for update",
})

export const READ_CREDITED = statement<
  {
    workspaceId: string
    domain: string | null
    days: number
    capabilities: readonly string[]
    firstRunId: string
  },
  CreditedSoFar
>({
  name: 'read_bounce_credits',
  effect: false,
  text: `select
      (select count(*)::integer from bounce_credit where workspace_id = :workspaceId and domain = :domain::text
        and created_at > clock_timestamp() - make_interval(days => :days::integer)) as "ofDomain",
      (select coalesce(sum(amount), 0)::bigint from bounce_credit where workspace_id = :workspaceId and held is null
        and created_at > clock_timestamp() - make_interval(days => :days::integer)) as credited,
      (select coalesce(sum(charged), 0)::bigint from (
        select charged from run where workspace_id = :workspaceId and environment = 'live' and id >= :firstRunId
          and capability = any (:capabilities::text[]) order by id desc limit ${CHARGED_RUNS_MAX}
      ) r) as charged`,
})

export const INSERT_CREDIT = statement<{
  runId: string
  workspaceId: string
  eventId: string
  domain: string | null
  amount: string
  held: HeldReason | null
}>({
  name: 'insert_bounce_credit',
  effect: 'within',
  text: `insert into bounce_credit (run_id, workspace_id, event_id, domain, amount, held)
    values (:runId, :workspaceId, :eventId, :domain, :amount::bigint, :held)`,
})
