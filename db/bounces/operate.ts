import type { HeldReason } from '../../domain/bounces/bounds.ts'
import { formatUsd } from '../../domain/money/microdollars.ts'
import { type Metadata, metadataOf } from '../../domain/runs/metadata.ts'
import { writeAudit } from '../audit/entries.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { writeEvents } from '../events/write.ts'
import { statement } from '../statement.ts'
import { creditBounce } from '../wallets/move.ts'

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

interface ChargedRun {
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

export const DECIDE_HELD_CREDIT: Transaction = { name: 'decide_held_credit', effect: true }

export interface HeldDecision {
  readonly actor: string
  readonly reason: string
  readonly give: boolean
}

/** Gives or refuses a credit that waits; null: none waits for this run. The sweep sends the event's webhooks. */
export const decideHeldCredit = (
  db: Database,
  runId: string,
  { actor, reason, give }: HeldDecision,
): Promise<HeldCredit | null> =>
  db.transaction(DECIDE_HELD_CREDIT, async (tx) => {
    const [run] = await tx.query(LOCK_RUN, { runId })
    const [held] = run === undefined ? [] : await tx.query(DECIDE, { runId })
    if (run === undefined || held === undefined) return null
    if (give) await giveCredit(tx, held, run)
    await writeAudit(tx, {
      actor,
      reason,
      workspaceId: held.workspaceId,
      action: 'bounce.decided',
      before: { run: runId, held: held.held },
      after: { run: runId, credited: give ? formatUsd(held.amount) : null },
    })
    return held
  })

async function giveCredit(
  tx: Queries,
  { runId, workspaceId, eventId, amount }: HeldCredit,
  run: ChargedRun,
): Promise<void> {
  const owner = { workspaceId, environment: 'live' as const }
  await tx.query(CREDIT_RUN, { runId, amount: amount.toString() })
  await creditBounce(tx, { ...owner, runId, amount })
  const data = {
    run_id: runId,
    ...metadataOf(run),
    work: run.capability ?? '',
    reason: 'bounce',
    charged: formatUsd(run.charged),
    credited: formatUsd(amount),
    event_id: eventId,
  }
  await writeEvents(tx, owner, [{ type: 'run.credited', data }])
}
