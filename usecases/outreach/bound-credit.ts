import { INSERT_CREDIT, LOCK_CREDITED, READ_CREDITED } from '../../db/outreach/bounces/bounds.ts'
import type { Queries } from '../../db/database.ts'
import { firstIdAt } from '../../db/run-days.ts'
import { bouncingDomain, CREDIT_WINDOW_DAYS, type HeldReason, heldReason } from '../../domain/bounces/bounds.ts'
import { ADDRESS_CAPABILITIES } from '../../domain/bounces/credit.ts'

const DAY_MS = 86_400_000

export interface DueCredit {
  readonly runId: string
  readonly eventId: string
  readonly workspaceId: string
  readonly address: string
  /** Microdollars, more than zero. */
  readonly amount: bigint
}

/**
 * Whether a credit of a live run is given at once, and if not, why it waits for an operator. The wallet is locked
 * first, so that credits of one workspace are counted one after the other.
 */
export async function boundCredit(tx: Queries, credit: DueCredit): Promise<HeldReason | null> {
  const { runId, eventId, workspaceId, address, amount } = credit
  await tx.query(LOCK_CREDITED, { workspaceId })
  const domain = bouncingDomain(address)
  const [soFar] = await tx.query(READ_CREDITED, {
    workspaceId,
    domain,
    days: CREDIT_WINDOW_DAYS,
    capabilities: ADDRESS_CAPABILITIES,
    firstRunId: firstIdAt(Date.now() - CREDIT_WINDOW_DAYS * DAY_MS),
  })
  const held = soFar === undefined ? 'share' : heldReason(amount, soFar)
  await tx.query(INSERT_CREDIT, { runId, workspaceId, eventId, domain, amount: amount.toString(), held })
  return held
}
