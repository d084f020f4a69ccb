/**
 * The promises that are proved for every wallet repeatedly, beside traffic; `npm run ledger:verify` proves more, all at
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
