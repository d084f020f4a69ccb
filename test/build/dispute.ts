import type { Database } from '../../db/database.ts'
import { linkPayment, lockPayment, recordDispute } from '../../db/money/payments/payment-reports.ts'
import { bookReversals } from '../../usecases/money/book-reversals.ts'
import { lockTopup } from '../../db/money/payments/topups.ts'

/** Applies Stripe's report of a dispute about a top-up's payment. */
export const reportDispute = (db: Database, topupId: string, { status, at }: { status: string; at: number }) =>
  db.transaction({ name: 'test_dispute', effect: true }, async (tx) => {
    const paymentId = `pi_${topupId}`
    await lockPayment(tx, paymentId)
    const topup = await lockTopup(tx, topupId)
    if (topup === null) throw new Error('there is no such top-up')
    await linkPayment(tx, paymentId, topupId)
    await recordDispute(tx, { id: `dp_${topupId}`, status }, { paymentId, amount: 20_000_000n, at })
    await bookReversals(tx, topup)
  })
