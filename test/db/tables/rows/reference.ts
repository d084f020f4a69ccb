import type { Json, JsonObject } from '../../../../domain/json/json.ts'

/** A row as the API shows it. A query is judged by the contract only, and not by the service's code. */
export interface Shown {
  readonly row: JsonObject
  readonly data: JsonObject
}

const TIMES = ['next_at', 'last_touch_at', 'last_reply_at', 'row_created_at', 'row_updated_at']
const TEXTS = ['key', 'status', 'last_touch_channel', 'last_reply_class']
const ROW_FIELDS = [...TIMES, ...TEXTS, 'touches']

/** Whether the contract includes a row for `where`. */
export const keeps = (where: JsonObject, shown: Shown, now: Date): boolean =>
  Object.entries(where).every(([name, condition]) => {
    const value = fieldOf(name, shown)
    const isOperators = typeof condition === 'object' && condition !== null && !Array.isArray(condition)
    return Object.entries(isOperators ? condition : { eq: condition }).every(([op, operand]) =>
      holds(op, { name, value, operand, now }),
    )
  })

/** Rows as the contract sorts them: `shown` comes newest first. */
export const inOrder = (order: string | undefined, shown: readonly Shown[]): Shown[] => {
  const descending = order === undefined || order.startsWith('-')
  const name = order === undefined ? 'row_created_at' : order.replace(/^-/, '')
  return [...shown].toSorted((left, right) => {
    const [a, b] = [sortable(fieldOf(name, left), name), sortable(fieldOf(name, right), name)]
    if (a.rank !== b.rank) return a.rank - b.rank
    const compared =
      typeof a.value === 'number' && typeof b.value === 'number'
        ? a.value - b.value
        : byCodePoint(String(a.value), String(b.value))
    return (descending ? -compared : compared) || byCodePoint(String(left.row['key']), String(right.row['key']))
  })
}

/** The value of a name: a row field, a member with that entire name, or the end of the dotted path. Null is missing. */
export function fieldOf(name: string, { row, data }: Shown): Json | undefined {
  if (ROW_FIELDS.includes(name)) return row[name] ?? undefined
  if (Object.hasOwn(data, name)) return data[name] ?? undefined
  return (
    name.split('.').reduce<Json | undefined>((inner, part) => {
      if (Array.isArray(inner)) return /^-?\d+$/.test(part) ? inner.at(Number(part)) : undefined
      return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part) ? inner[part] : undefined
    }, data) ?? undefined
  )
}

interface Tested {
  readonly name: string
  readonly value: Json | undefined
  readonly operand: Json
  readonly now: Date
}

function holds(op: string, { name, value, operand, now }: Tested): boolean {
  const equals = (other: Json): boolean => isEqual(name, value, { other, now })
  switch (op) {
    case 'eq':
      return equals(operand)
    case 'ne':
      return !equals(operand)
    case 'in':
      return Array.isArray(operand) && operand.some(equals)
    case 'nin':
      return Array.isArray(operand) && !operand.some(equals)
    case 'exists':
      return (value !== undefined) === operand
    case 'empty':
      return isNothing(value) === operand
    case 'contains':
      return contains(value, operand)
    default:
      return isBeyond(op, compare(name, value, { other: operand, now }))
  }
}

const isNothing = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.values(value).every(isNothing))

const numberIn = (value: Json | undefined): number | null =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && /^-?(0|[1-9]\d{0,30})(\.\d{1,31})?$/.test(value)
      ? Number(value)
      : null

function isEqual(name: string, value: Json | undefined, { other, now }: { other: Json; now: Date }): boolean {
  const isAbsent = other === null || (name === 'status' && other === 'none')
  if (isAbsent || value === undefined) return isAbsent && value === undefined
  if (TIMES.includes(name)) return momentOf(String(value), now) === momentOf(String(other), now)
  const [a, b] = [numberIn(value), numberIn(other)]
  if (!ROW_FIELDS.includes(name) || name === 'touches') if (a !== null && b !== null) return a === b
  return value === other
}

function contains(value: Json | undefined, operand: Json): boolean {
  if (Array.isArray(value))
    return value.some((item) => isEqual('', item ?? undefined, { other: operand, now: new Date(0) }))
  if (typeof value !== 'string' && typeof value !== 'number') return false
  return typeof operand !== 'boolean' && String(value).toLowerCase().includes(String(operand).toLowerCase())
}

/** Of values of one kind: below zero, zero or above; null where they cannot be compared. */
function compare(name: string, value: Json | undefined, { other, now }: { other: Json; now: Date }): number | null {
  if (value === undefined) return null
  const isText = TEXTS.includes(name)
  const number = isText ? null : numberIn(other)
  if (number !== null) {
    const held = numberIn(value)
    return held === null ? null : held - number
  }
  const time = isText || typeof other !== 'string' ? null : momentOf(other, now)
  if (time !== null) {
    const held = typeof value === 'string' ? momentOf(value, null) : null
    return held === null ? null : held - time
  }
  return typeof value === 'string' ? byCodePoint(value, String(other)) : null
}

const isBeyond = (op: string, compared: number | null): boolean =>
  compared !== null &&
  (op === 'gt' ? compared > 0 : op === 'gte' ? compared >= 0 : op === 'lt' ? compared < 0 : compared <= 0)

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 }

/** Milliseconds of a time; relative ones only for operands. */
function momentOf(text: string, now: Date | null): number | null {
  const relative = now === null ? null : /^([+-])(\d{1,6})([dhm])$/.exec(text)
  if (relative !== null && now !== null)
    return now.getTime() + Number(`${relative[1]}${relative[2]}`) * (UNITS[relative[3] ?? ''] ?? 0)
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return null
  const day = text.slice(0, 10)
  if (new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day) return null
  const at = new Date(/T/.test(text) && !/(Z|[+-]\d{2}:\d{2})$/.test(text) ? `${text}Z` : text).getTime()
  return Number.isNaN(at) ? null : at
}

function sortable(value: Json | undefined, name: string): { rank: number; value: number | string } {
  if (value === undefined) return { rank: 4, value: '' }
  const number = TEXTS.includes(name) ? null : numberIn(value)
  if (number !== null) return { rank: 0, value: number }
  if (typeof value === 'string') return { rank: 1, value: [...value].slice(0, 200).join('') }
  return typeof value === 'boolean' ? { rank: 2, value: String(value) } : { rank: 3, value: '' }
}

function byCodePoint(left: string, right: string): number {
  const [a, b] = [[...left], [...right]]
  for (const [index, character] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
