import { isStorableText } from './field.ts'
import { RANKS, type Order } from './order.ts'

/** Where a page ended: the position of its last row in the order, and that row's key, which is unique. */
export interface RowPosition {
  /** The kind of its value, of RANKS. */
  readonly rank: number
  /**
   * Digits of a number, the first characters of a text, a time in UTC to the microsecond; empty if the kind alone
   * decides.
   */
  readonly value: string
  readonly key: string
}

const VERSION = 1
const KEY_LENGTH_MAX = 600
/** The largest double has 309 digits, and the smallest 325 behind the point. */
const NUMBER = /^-?\d{1,400}(\.\d{1,400})?$/
const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.(\d{3})\d{3}Z$/

/**
 * The cursor of a position: opaque, versioned, base64url. `query` holds everything that makes the list a different one
 * (the table, the filter, the order): only the query that issued a cursor accepts it.
 */
export function writeCursor(position: RowPosition, query: readonly unknown[]): string {
  const parts = [VERSION, position.rank, position.value, position.key] as const
  const bytes = new TextEncoder().encode(JSON.stringify([...parts, checksum(parts, query)]))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Reads a cursor back; null if it is none, was changed, or belongs to another query. */
export function readCursor(cursor: string, order: Order, query: readonly unknown[]): RowPosition | null {
  const parts = decode(cursor)
  if (!Array.isArray(parts) || parts.length !== 5) return null
  const [, rank, value, key]: readonly unknown[] = parts
  if (typeof rank !== 'number' || typeof value !== 'string' || typeof key !== 'string') return null
  const position = { rank, value, key }
  // Encoding it again gives the same text: version, checksum and encoding are those of this query.
  return writeCursor(position, query) === cursor && isPosition(position, order) ? position : null
}

/** Row fields that may have no value. */
const MAY_BE_ABSENT = new Set<string>([
  'status',
  'next_at',
  'last_touch_at',
  'last_touch_channel',
  'last_reply_at',
  'last_reply_class',
])

/** The checksum keeps accidents out; this keeps out values that a client made up and the database could not read. */
function isPosition({ rank, value, key }: RowPosition, { field }: Order): boolean {
  if (!isStorableText(value) || !isStorableText(key) || key === '' || key.length > KEY_LENGTH_MAX * 2) return false
  if (field.kind === 'data') {
    if (rank === RANKS.number) return NUMBER.test(value)
    return (
      rank === RANKS.text || rank === RANKS.boolean || ((rank === RANKS.other || rank === RANKS.absent) && value === '')
    )
  }
  if (field.type === 'number') return rank === RANKS.number && NUMBER.test(value)
  if (rank === RANKS.absent) return value === '' && MAY_BE_ABSENT.has(field.name)
  return rank === RANKS.text && (field.type === 'text' || isTime(value))
}

function isTime(text: string): boolean {
  const parts = TIME.exec(text)
  const at = new Date(`${parts?.[1]}.${parts?.[2]}Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCFullYear() > 0 && at.toISOString() === `${parts?.[1]}.${parts?.[2]}Z`
}

function decode(cursor: string): unknown {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) return null
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}

/** FNV-1a from two start values. It is no seal: the API seals the entire cursor (`api/route/cursors.ts`). */
function checksum(parts: readonly unknown[], query: readonly unknown[]): string {
  const text = JSON.stringify([parts, query])
  return `${fnv(text, 0x811c9dc5).toString(36)}.${fnv(text, 0x9747b28c).toString(36)}`
}

function fnv(text: string, basis: number): number {
  let hash = basis
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
