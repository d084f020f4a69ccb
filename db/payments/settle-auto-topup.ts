import { type Charged, pauseAfterFailure } from '../../domain/payments/auto-topup.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { writeTopupFailed } from './auto-topup.ts'
import { payTopup } from './pay-topup.ts'
import { takePayment } from './take-payment.ts'
import { endTopup, type LockedTopup, lockTopup } from './topups.ts'

/** The wallet is checked again at once: one top-up may not have been enough. */
const NOTE_SUCCESS = statement<{ workspaceId: string; environment: string }>({
  name: 'note_auto_topup_success',
  effect: 'within',
  text: `update auto_topup set failures = 0, next_attempt_at = clock_timestamp(), sweep_at = clock_timestamp()
    where workspace_id = :workspaceId and environment = :environment`,
})

const LOCK_FAILURES = statement<{ workspaceId: string; environment: string }, { failures: number }>({
  name: 'lock_auto_topup_failures',
  effect: 'within',
  text: `select failures, enabled from auto_topup where workspace_id = :workspaceId and environment = :environment
    for update`,
})

/** A pause of null disables automatic top-ups. */
const NOTE_FAILURE = statement<
  { workspaceId: string; environment: string; failures: number; pauseMs: number | null },
  { enabled: boolean; nextAttemptAt: Date }
>({
  name: 'note_auto_topup_failure',
  effect: 'within',
  text: `update auto_topup set failures = :failures, enabled = enabled and :pauseMs::bigint is not null,
      next_attempt_at = clock_timestamp() + make_interval(secs => coalesce(:pauseMs::bigint, 0) / 1000.0)
    where workspace_id = :workspaceId and environment = :environment
    returning enabled, next_attempt_at as "nextAttemptAt"`,
})

export const SETTLE_AUTO_TOPUP: Transaction = { name: 'settle_auto_topup', effect: true }

export interface Settled {
  readonly outcome: 'paid' | 'failed'
  readonly deliveries: readonly DeliveryToStart[]
}

/**
 * Ends an automatic top-up as its charge ended. A paid one is credited like any other, also when Stripe's event came
 * first. A failed one gets a growing pause and an event for the owner. For a settled top-up, returns its outcome.
 */
export function settleAutoTopup(db: Database, topupId: string, charged: Charged): Promise<Settled> {
  return db.transaction(SETTLE_AUTO_TOPUP, async (tx) => {
    const before = await readOwner(tx, topupId)
    if (before === null) throw new Error('the top-up to settle does not exist')
    const topup = charged.kind === 'paid' ? await pay(tx, before, charged) : await mustLock(tx, topupId)
    if (topup.status === 'paid') {
      await tx.query(NOTE_SUCCESS, { workspaceId: topup.workspaceId, environment: topup.environment })
      return { outcome: 'paid', deliveries: [] }
    }
    // It had failed before: the owner has been informed.
    if (before.status !== 'pending' || (topup.status !== 'pending' && charged.kind === 'declined'))
      return { outcome: 'failed', deliveries: [] }
    const reason = charged.kind === 'declined' ? charged.reason : 'amount_differs'
    if (topup.status === 'pending') await endTopup(tx, topupId, { status: 'failed', explanation: reason })
    return { outcome: 'failed', deliveries: await noteFailure(tx, topup, reason) }
  })
}

async function pay(
  tx: Queries,
  { id, ...topup }: Owned,
  { paymentId, cents, currency }: Extract<Charged, { kind: 'paid' }>,
): Promise<LockedTopup> {
  if (topup.simulated) await payTopup(tx, await mustLock(tx, id))
  else await takePayment(tx, { purpose: 'topup', reference: id, ...topup }, { paymentId, cents, currency })
  return mustLock(tx, id)
}

async function mustLock(tx: Queries, topupId: string): Promise<LockedTopup> {
  const topup = await lockTopup(tx, topupId)
  if (topup === null) throw new Error('a top-up that was there is gone')
  return topup
}

type Owned = Pick<LockedTopup, 'id' | 'workspaceId' | 'environment' | 'simulated' | 'status'>

const READ_OWNER = statement<{ topupId: string }, Owned>({
  name: 'read_topup_owner',
  effect: false,
  text: `select id, workspace_id as "workspaceId", environment, simulated, status from topup where id = :topupId`,
})

/** Without a lock: the payment must be locked before its top-up. */
async function readOwner(tx: Queries, topupId: string): Promise<Owned | null> {
  const [row] = await tx.query(READ_OWNER, { topupId })
  return row ?? null
}

async function noteFailure(tx: Queries, topup: LockedTopup, reason: string): Promise<readonly DeliveryToStart[]> {
  const [before] = await tx.query(LOCK_FAILURES, { workspaceId: topup.workspaceId, environment: topup.environment })
  const failures = (before?.failures ?? 0) + 1
  const [after] = await tx.query(NOTE_FAILURE, {
    workspaceId: topup.workspaceId,
    environment: topup.environment,
    failures,
    pauseMs: pauseAfterFailure(failures),
  })
  const enabled = after?.enabled ?? false
  return writeTopupFailed(tx, topup, {
    topupId: topup.id,
    amount: topup.amount,
    reason,
    failures,
    nextAttemptAt: enabled ? (after?.nextAttemptAt ?? null) : null,
    enabled,
  })
}
