import type { Mutant } from '../mutant.ts'

const RESERVE = ['test/db/runs/reserve.test.ts']
const FINAL_BILL = ['test/db/runs/final-bill.test.ts']

/** Wallets, holds, settlement, refunds, the ledger, amounts and prices. */
export const MONEY: readonly Mutant[] = [
  {
    name: 'a settled run keeps the rest of its hold', file: 'db/runs/settle.ts',
    find: 'available = n.available + n.to_close - ${charge},', replace: 'available = n.available,',
    killedBy: RESERVE,
  },
  {
    name: 'a settlement releases the whole hold beside the charge', file: 'db/runs/settle.ts',
    find: "'available')}, l.held - ${charge}, 'release'", replace: "'available')}, l.held, 'release'",
    killedBy: ['test/db/wallets/ledger.parallel.test.ts'],
  },
  {
    name: 'a charge does not count as spent today', file: 'db/runs/settle.ts',
    find: 'then n.spent else 0 end + ${charge},', replace: 'then n.spent else 0 end,',
    killedBy: RESERVE,
  },
  {
    name: 'a run that ended for want of money keeps its idempotency key', file: 'db/runs/settle.ts',
    find: 'idempotency_key = case when $8::boolean then null',
    replace: 'idempotency_key = case when $8::boolean and false then null',
    killedBy: ['test/db/runs/accept.test.ts'],
  },
  {
    name: 'a hold takes more than the wallet has', file: 'db/runs/reserve.ts',
    find: "when w.available < $2::bigint then 'balance'", replace: "when w.available < 0 then 'balance'",
    killedBy: RESERVE,
  },
  {
    name: 'a hold is made although the wallet owes', file: 'db/runs/reserve.ts',
    find: 'when w.receivable > 0 and $2::bigint > 0', replace: 'when w.receivable < 0 and $2::bigint > 0',
    killedBy: ['test/api/http/wallet/simulated.test.ts'],
  },
  {
    name: 'the rest of a hold stays held after the final bill', file: 'db/runs/final-bill.ts',
    find: 'available = n.available + n.rest - n.change,', replace: 'available = n.available - n.change,',
    killedBy: FINAL_BILL,
  },
  {
    name: 'a final bill is booked without a usage charge', file: 'db/runs/final-bill.ts',
    find: 'and (select count(*) from adjusted) = (select count(*) from noted)', replace: 'and true',
    killedBy: FINAL_BILL,
  },
  {
    name: 'a final bill may exceed the hold', file: 'domain/raw/billing.ts',
    find: 'return atMost(measuredPriceAt(finalCost, multiplier), hold) - charged',
    replace: 'return measuredPriceAt(finalCost, multiplier) - charged',
    killedBy: ['test/domain/raw/billing.test.ts'],
  },
  {
    name: 'a final bill is awaited for ever', file: 'domain/raw/final-bill.ts',
    find: 'if (overdue) return null', replace: 'if (overdue && readings < 0) return null',
    killedBy: ['test/domain/raw/final-bill.test.ts'],
  },
  {
    name: 'a top-up does not pay back what the wallet owes', file: 'db/wallets/move.ts',
    find: 'least(w.receivable, $3::bigint) as repaid', replace: '0::bigint as repaid',
    killedBy: ['test/api/http/wallet/taken-back.test.ts'],
  },
  {
    name: 'a refund takes more than is available', file: 'db/wallets/move.ts',
    find: 'then least(w.available, $3::bigint) else', replace: 'then $3::bigint else',
    killedBy: ['test/db/payments/topups.property.test.ts'],
  },
  {
    name: 'a payment that was refunded is taken back once more by its dispute', file: 'db/payments/reversals.ts',
    find: 'least(said.disputed, amount - refunded)', replace: 'least(said.disputed, amount)',
    killedBy: ['test/api/http/wallet/taken-back.test.ts'],
  },
  {
    name: 'a payment of another amount is credited', file: 'db/payments/take-payment.ts',
    find: "if (wholeOf(cents) !== centsOf(topup.amount) || currency !== 'usd') {",
    replace: 'if (wholeOf(cents) === null) {',
    killedBy: ['test/api/http/wallet/stripe.test.ts'],
  },
  {
    name: 'automatic top-ups pass their monthly limit', file: 'db/payments/begin-auto-topup.ts',
    find: '>= a.amount as "withinLimit"', replace: '>= 0 as "withinLimit"',
    killedBy: ['test/workflows/top-up-wallet.test.ts'],
  },
  {
    name: 'balances of the transaction list run the wrong way', file: 'db/wallets/transactions.ts',
    find: 'balance -= effect', replace: 'balance += effect',
    killedBy: ['test/api/http/wallet/simulated.test.ts'],
  },
  {
    name: 'a price is rounded down', file: 'domain/money/multiplier.ts',
    find: '(cost * multiplier + MILLIONTHS - 1n) / MILLIONTHS', replace: '(cost * multiplier) / MILLIONTHS',
    killedBy: ['test/domain/money/microdollars.test.ts'],
  },
  {
    name: 'a measured price is rounded down, not half up', file: 'domain/money/multiplier.ts',
    find: '(measured * multiplier * 2n + MILLIONTHS) / (2n', replace: '(measured * multiplier * 2n) / (2n',
    killedBy: ['test/domain/raw/billing.test.ts'],
  },
  {
    name: 'an actor may spend more at the provider than was held', file: 'domain/money/multiplier.ts',
    find: '(price * MILLIONTHS) / multiplier', replace: '(price * MILLIONTHS) / multiplier + 1n',
    killedBy: ['test/domain/raw/billing.test.ts'],
  },
  {
    name: 'fractions of a dollar are read from the wrong end', file: 'domain/money/microdollars.ts',
    find: "BigInt(fraction.padEnd(6, '0'))", replace: "BigInt(fraction.padStart(6, '0'))",
    killedBy: ['test/domain/money/microdollars.test.ts'],
  },
  {
    name: 'a hold without rates has no headroom', file: 'domain/raw/billing.ts',
    find: 'const HEADROOM_NUMERATOR = 3n', replace: 'const HEADROOM_NUMERATOR = 2n',
    killedBy: ['test/domain/raw/billing.test.ts'],
  },
  {
    name: 'an actor is first charged what it reports, although its rate card says more', file: 'domain/raw/billing.ts',
    find: 'reported > carded ? reported : carded', replace: 'reported > 0n ? reported : carded',
    killedBy: ['test/domain/raw/billing.test.ts'],
  },
  {
    name: 'a metered delivery is charged beyond its hold', file: 'domain/routing/price.ts',
    find: 'return metered < hold ? metered : hold', replace: 'return metered',
    killedBy: ['test/domain/routing/price.test.ts'],
  },
  {
    name: 'a miss is charged where only deliveries are billed', file: 'domain/routing/price.ts',
    find: "return billing === 'per_call' ?", replace: "return billing !== 'per_call' ?",
    killedBy: ['test/domain/routing/price.test.ts'],
  },
  {
    name: 'a plan gives no discount', file: 'domain/pricing/prices.ts',
    find: 'WHOLE - BigInt(PLAN_TERMS[plan].discountPercent) * 100n',
    replace: 'WHOLE - BigInt(PLAN_TERMS[plan].discountPercent)',
    killedBy: ['test/domain/pricing/prices.test.ts'],
  },
  {
    name: "a call by the workspace's own key has a price", file: 'db/offers/catalog.ts',
    find: "pricing: { model: 'flat', amount: 0n }, priceNote", replace: 'pricing: platform.offer.pricing, priceNote',
    killedBy: ['test/db/offers/own-keys.test.ts'],
  },
  {
    name: 'a plan lasts beyond its grace when its payment fails', file: 'domain/plans/subscription.ts',
    find: "(subscription.status === 'past_due' && due !== null && now < due)",
    replace: "(subscription.status === 'past_due' && due !== null)",
    killedBy: ['test/domain/plans/subscription.test.ts'],
  },
  {
    name: 'an older fact of a subscription replaces a newer one', file: 'domain/plans/subscription.ts',
    find: "if (ages < 0) return 'something newer is known'", replace: "if (ages > 0) return 'something newer is known'",
    killedBy: ['test/domain/plans/subscription.test.ts'],
  },
  {
    name: 'one card earns a referral again and again', file: 'domain/referrals/credit.ts',
    find: "if (cardSeen) return 'refused'", replace: "if (cardSeen && inAll < 0) return 'refused'",
    killedBy: ['test/domain/referrals/credit.test.ts'],
  },
  {
    name: 'a referral credit stays when the payment behind it is refunded', file: 'domain/referrals/credit.ts',
    find: "return isKept(kept) ? 'rest' : 'take_back'", replace: "return 'rest'",
    killedBy: ['test/domain/referrals/credit.test.ts'],
  },
  {
    name: 'a workspace refers itself by an alias of its mailbox', file: 'domain/referrals/mailbox.ts',
    find: "name.replace(/\\+.*$/, '')", replace: "name.replace(/\\+$/, '')",
    killedBy: ['test/domain/referrals/mailbox.test.ts'],
  },
]
