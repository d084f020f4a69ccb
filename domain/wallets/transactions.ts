/** What a wallet's list calls its entries (decisions, "wallet"); holds and releases are shown when they are asked for. */
export const TRANSACTION_KINDS = ['topup', 'promotion', 'referral', 'charge', 'adjustment', 'refund', 'chargeback', 'hold', 'release'] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** The place in a wallet's list: the last entry shown, and the balance before it. */
export interface TransactionPlace {
  readonly id: bigint
  readonly balance: bigint
}

const CURSOR = /^(\d{1,19})\.(\d{1,19})$/
/** What a column of eight bytes holds. */
const COUNT_MAX = 9_223_372_036_854_775_807n

export const cursorOf = ({ id, balance }: TransactionPlace): string => `${id}.${balance}`

/** null: it is no cursor of ours. */
export function readCursor(cursor: string): TransactionPlace | null {
  const [, id, balance] = CURSOR.exec(cursor) ?? []
  if (id === undefined || balance === undefined) return null
  const place = { id: BigInt(id), balance: BigInt(balance) }
  return place.id > COUNT_MAX || place.balance > COUNT_MAX ? null : place
}
