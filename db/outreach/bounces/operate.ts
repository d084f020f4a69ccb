import type { HeldReason } from '../../../domain/bounces/bounds.ts'
import type { Metadata } from '../../../domain/runs/metadata.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** A credit for a bounce that waits for an operator. */
export interface HeldCredit {
  readonly runId: string
  readonly workspaceId: string
  readonly eventId: string
  readonly domain: string | null
  readonly amount: bigint
  readonly held: HeldReason
  readonly createdAt: Date
}

/** As many as a person reads at once, the oldest first. */
const LISTED_MAX = 200

const HELD = `select run_id as "runId", workspace_id as "workspaceId", event_id as "eventId", domain, amount, held,
    created_at as "createdAt" from bounce_credit where held is not null and decided_at is null`

export const LIST_HELD = statement<{ limit: number }, HeldCredit>({
  name: 'list_held_bounce_credits',
  effect: false,
  text: `${HELD} order by created_at limit :limit`,
})

export const listHeldCredits = (db: Database): Promise<HeldCredit[]> => db.query(LIST_HELD, { limit: LISTED_MAX })

export interface ChargedRun {
  readonly charged: bigint
  readonly capability: string | null
  readonly metadata: Metadata | null
}

/** The run is locked first, as by a report that is applied to it. */
export const LOCK_RUN = statement<{ runId: string }, ChargedRun>({
  name: 'lock_run_of_held_credit',
  effect: 'within',
  neverNull: { 'a credit is held only of a run that was charged': ['charged'] },
  text: 'select charged, capability, metadata from run where id = :runId and credited is null for update',
})

export const DECIDE = statement<{ runId: string }, HeldCredit>({
  name: 'decide_held_bounce_credit',
  effect: 'within',
  text: `update bounce_credit set decided_at = clock_timestamp()
    where run_id = :runId and held is not null and decided_at is null
    returning run_id as "runId", workspace_id as "workspaceId", event_id as "eventId", domain, amount, held,
      created_at as "createdAt"`,
})

export const CREDIT_RUN = statement<{ runId: string; amount: string }>({
  name: 'credit_run_by_hand',
  effect: 'within',
  text: 'update run set credited = :amount::bigint where id = :runId',
})
