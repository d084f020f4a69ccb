import { formatUsd } from '../../domain/money/microdollars.ts'
import { metadataOf } from '../../domain/runs/metadata.ts'
import { writeAudit } from '../../db/access/audit/entries.ts'
import { type ChargedRun, CREDIT_RUN, DECIDE, type HeldCredit, LOCK_RUN } from '../../db/outreach/bounces/operate.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import { creditBounce } from '../../db/money/wallets/move.ts'

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
