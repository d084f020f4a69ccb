/**
 * The promises that are proved for every wallet repeatedly, during traffic; `npm run ledger:verify` proves more, all at
 * once.
 */
export const LEDGER_PROMISES = [
  'available',
  'held',
  'receivable',
  'open_holds',
  'run_hold',
  'run_charge',
  'run_credit',
  'topup',
] as const
export type LedgerPromise = (typeof LEDGER_PROMISES)[number]

/** The promises of a run that are proved during traffic, and all of them. */
export const PROVED_OF_RUNS = ['run_hold', 'run_charge', 'run_credit'] as const
export const RUN_PROMISES = [...PROVED_OF_RUNS, 'run_usage', 'run_accounts'] as const
export type RunPromise = (typeof RUN_PROMISES)[number]

/** The promises of a top-up. During traffic they are proved as one: what it kept. */
export const PROVED_OF_TOPUPS = ['topup'] as const
export const TOPUP_PROMISES = [
  'topup_credit',
  'topup_refunds',
  'topup_chargebacks',
  'topup_reversals',
  'topup_accounts',
  'topup_invoice',
] as const
export type TopupPromise = (typeof TOPUP_PROMISES)[number]

const WORDS: Readonly<Record<LedgerPromise | RunPromise | TopupPromise, string>> = {
  available: 'available = sum of transfers',
  held: 'held = sum of transfers',
  receivable: 'receivable = sum of transfers',
  open_holds: 'held = sum of open holds',
  run_hold: 'open hold of %s = its transfers',
  run_charge: 'charge of %s = its transfers',
  run_credit: 'credit of %s = its transfers',
  run_usage: 'usage charges of %s = its adjustments',
  run_accounts: 'transfers of %s are between its own accounts',
  topup: 'what top-up %s kept = its transfers',
  topup_credit: 'top-up %s = its transfers',
  topup_refunds: 'refunds of top-up %s = their transfers',
  topup_chargebacks: 'chargebacks of top-up %s = their transfers',
  topup_reversals: 'reversals of top-up %s = what Stripe has reported',
  topup_accounts: 'transfers of top-up %s are between its own accounts',
  topup_invoice: 'invoice of top-up %s = what it kept',
}

/** A promise as an operator reads it. */
export const promiseInWords = (promise: LedgerPromise | RunPromise | TopupPromise, subject: string): string =>
  WORDS[promise].replace('%s', subject)

/** Amounts of one wallet at one instant, in microdollars. */
export interface ProvedWallet {
  /** Sums of its transfers; a debt is a negative sum of its account. */
  readonly transfers: { readonly available: bigint; readonly held: bigint; readonly receivable: bigint }
  /** The balances of the wallet. */
  readonly wallet: { readonly available: bigint; readonly held: bigint; readonly receivable: bigint }
  /** The sum that its open runs hold. */
  readonly openHolds: bigint
}

export interface BrokenPromise {
  readonly promise: LedgerPromise
  /** The run or top-up; empty if the wallet itself does not match. */
  readonly subject: string
  readonly expected: bigint
  readonly found: bigint
}

/** The promises that a wallet itself breaks; an empty list is the proof. */
export function brokenPromises({ transfers, wallet, openHolds }: ProvedWallet): BrokenPromise[] {
  const pairs: readonly (readonly [LedgerPromise, bigint, bigint])[] = [
    ['available', transfers.available, wallet.available],
    ['held', transfers.held, wallet.held],
    ['receivable', -transfers.receivable, wallet.receivable],
    ['open_holds', openHolds, wallet.held],
  ]
  return pairs.flatMap(([promise, expected, found]) =>
    expected === found ? [] : [{ promise, subject: '', expected, found }],
  )
}
