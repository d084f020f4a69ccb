import type { Queries } from '../../db/database.ts'
import { writeInvoice } from '../../db/money/invoices/write.ts'
import { endTopup, type LockedTopup } from '../../db/money/payments/topups.ts'
import { attachTopup } from '../../db/money/referrals/topup.ts'
import { creditTopup } from '../../db/money/wallets/move.ts'
import { bookReversals } from './book-reversals.ts'

/**
 * The only place where a paid top-up takes effect: on its wallet, its invoice, the referral that depends on it, and
 * refunds or disputes that were reported before it. When it is already paid, nothing changes.
 */
export async function creditPaidTopup(tx: Queries, topup: LockedTopup): Promise<void> {
  if (topup.status === 'paid') return
  await endTopup(tx, topup.id, { status: 'paid', explanation: null })
  const { id: topupId, workspaceId, environment, amount, simulated, origin } = topup
  await attachTopup(tx, { workspaceId, environment, topupId })
  await creditTopup(tx, { workspaceId, environment, topupId, amount })
  await writeInvoice(tx, {
    workspaceId,
    environment,
    kind: 'topup',
    source: topupId,
    amount,
    simulated,
    description: `${origin === 'automatic' ? 'Automatic top-up' : 'Top-up'} of the ${environment === 'live' ? 'wallet' : 'sandbox wallet'}${simulated ? ' (simulated: no money moved)' : ''}`,
    period: null,
  })
  // The sweeper starts the deliveries of these events: a dispute that is reported before its payment is rare.
  await bookReversals(tx, { ...topup, status: 'paid' })
}
