import { BASE32_ALPHABET } from '../ids/ids.ts'

/** The names of the entries in a wallet's list (decisions, "wallet"); holds and releases are shown only on request. */
export const TRANSACTION_KINDS = [
  'topup',
  'promotion',
  'referral',
  'charge',
  'adjustment',
  'refund',
  'chargeback',
  'credit_bounce',
  'hold',
  'release',
] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** The place in a wallet's list: the last entry shown, and the balance before it. */
export interface TransactionPosition {
  readonly id: bigint
  readonly balance: bigint
}

const POSITION = /^(\d{1,19})\.(\d{1,19})$/
/** The maximum of an eight-byte column. */
const COUNT_MAX = 9_223_372_036_854_775_807n

/** The form of a place in a cursor. */
export const positionText = ({ id, balance }: TransactionPosition): string => `${id}.${balance}`

/** null: the text is no place. */
export function readPosition(text: string): TransactionPosition | null {
  const [, id, balance] = POSITION.exec(text) ?? []
  if (id === undefined || balance === undefined) return null
  const place = { id: BigInt(id), balance: BigInt(balance) }
  return place.id > COUNT_MAX || place.balance > COUNT_MAX ? null : place
}

const ID_BITS = 130
export const TRANSACTION_ID_PATTERN = '^txn_[0-9a-hjkmnp-tv-z]{26}$'

/**
 * The public id of a transaction, from a SHA-256 digest of the transfer's unique key. The transfer's own number counts
 * the transfers of all workspaces, and would reveal how many there are. The id needs no secret and no column, and never
 * changes.
 */
export function transactionId(digest: Uint8Array): string {
  let bits = digest.slice(0, 17).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) >> BigInt(17 * 8 - ID_BITS)
  let text = ''
  for (let index = 0; index < ID_BITS / 5; index += 1) {
    text = BASE32_ALPHABET.charAt(Number(bits & 31n)) + text
    bits >>= 5n
  }
  return `txn_${text}`
}
