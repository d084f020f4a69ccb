import { isExactNumber } from '../json/exact.ts'
import type { Json } from '../json/json.ts'
import { NO_STATUS } from '../tables/keys.ts'
import { type QueryField, isStorableText } from './field.ts'
import { readTime, TIME_FORMS } from './times.ts'
import { isNumberText } from './values.ts'

/** Spec 4.7. */
export const OPERATORS = ['eq', 'ne', 'in', 'nin', 'exists', 'empty', 'contains', 'gt', 'gte', 'lt', 'lte'] as const
export type FilterOperator = (typeof OPERATORS)[number]

/** The maximum of values in one `in`; the largest list of keys that a caller pages through is half of it. */
export const VALUES_MAX = 1_000
/** Longer text is no search value: an address, a name or a link is far shorter. */
export const TEXT_LENGTH_MAX = 2_000

/** A value to compare with, as it is read. `text` of a number is its digits, exact whatever their count. */
export type Value =
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'time'; readonly at: Date }
  | { readonly type: 'boolean'; readonly is: boolean }
  /** Equals a missing value: a field that is missing, null, or a row field without a value. */
  | { readonly type: 'absent' }

/**
 * The operand of gt, gte, lt and lte. It is compared only with values of the same type, so that `n/a` is never above
 * 10.
 */
export type BoundValue = Extract<Value, { type: 'number' | 'text' | 'time' }>

export const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
export type ComparisonOperator = keyof typeof COMPARISONS

export type Test =
  /** eq, ne, in and nin. Negated, it also keeps rows without the field. */
  | { readonly op: 'in'; readonly values: readonly Value[]; readonly negated: boolean }
  /** exists: there is a value other than null. */
  | { readonly op: 'exists'; readonly is: boolean }
  /** empty: there is no value, or blank text, or a list or object without members. */
  | { readonly op: 'empty'; readonly is: boolean }
  /** Text (or the digits of a number) within text, ignoring case; or a value among those of a list. */
  | { readonly op: 'contains'; readonly value: Value }
  | { readonly op: ComparisonOperator; readonly bound: BoundValue }

type ReadTest = { readonly ok: true; readonly test: Test } | { readonly ok: false; readonly message: string }
type ReadValue = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string }

const refused = (message: string) => ({ ok: false, message }) as const
const isOperator = (name: string): name is FilterOperator => OPERATORS.some((operator) => operator === name)

/** Reads one operator and its operand. A fault is worded to follow its place in the request. */
export function readTest(condition: {
  readonly field: QueryField
  readonly operator: string
  readonly operand: Json
  readonly now: Date
}): ReadTest {
  const { field, operator, operand, now } = condition
  if (!isOperator(operator)) return refused(`is not an operator; use ${OPERATORS.join(', ')}`)
  switch (operator) {
    case 'eq':
    case 'ne':
      return readEquals(readEqual(field, operand, now), operator === 'ne')
    case 'in':
    case 'nin':
      return readAmong(field, operand, { now, negated: operator === 'nin' })
    case 'exists':
    case 'empty':
      return typeof operand === 'boolean'
        ? { ok: true, test: { op: operator, is: operand } }
        : refused('must be true or false')
    case 'contains':
      return readContains(field, operand, now)
    default:
      return readComparison(field, operator, { operand, now })
  }
}

const readEquals = (read: ReadValue, negated: boolean): ReadTest =>
  read.ok ? { ok: true, test: { op: 'in', values: [read.value], negated } } : read

function readAmong(
  field: QueryField,
  operand: Json,
  { now, negated }: { readonly now: Date; readonly negated: boolean },
): ReadTest {
  if (!Array.isArray(operand)) return refused('must be a list of values')
  if (operand.length === 0 || operand.length > VALUES_MAX) return refused(`must have 1 to ${VALUES_MAX} values`)
  const values: Value[] = []
  for (const item of operand) {
    const read = readEqual(field, item, now)
    if (!read.ok) return refused(`has a value that ${read.message}`)
    values.push(read.value)
  }
  return { ok: true, test: { op: 'in', values, negated } }
}

/** A value that a field may equal: the status `none` equals a missing status (decisions, "row"). */
const readEqual = (field: QueryField, operand: Json, now: Date): ReadValue =>
  field.kind === 'row' && field.name === 'status' && operand === NO_STATUS
    ? { ok: true, value: { type: 'absent' } }
    : readValue(field, operand, now)

function readContains(field: QueryField, operand: Json, now: Date): ReadTest {
  if (field.kind === 'row' && field.type !== 'text')
    return refused(`looks into text and lists; \`${field.name}\` is a ${field.type}`)
  if (operand === null) return refused('must be text, a number or true or false')
  const read = readValue(field, operand, now)
  return read.ok ? { ok: true, test: { op: 'contains', value: read.value } } : read
}

function readComparison(
  field: QueryField,
  op: ComparisonOperator,
  { operand, now }: { readonly operand: Json; readonly now: Date },
): ReadTest {
  if (operand === null || typeof operand === 'boolean') return refused('must be a number, a time or text')
  const read = readValue(field, operand, now)
  if (!read.ok) return read
  const { value } = read
  const time = field.kind === 'data' && value.type === 'text' ? readTime(value.text, now) : null
  if (time !== null) return { ok: true, test: { op, bound: { type: 'time', at: time } } }
  if (value.type === 'absent' || value.type === 'boolean') return refused('must be a number, a time or text')
  return { ok: true, test: { op, bound: value } }
}

/**
 * A value as its field reads it. In data, text that is a number compares as that number (Spec 4.7); a row field has its
 * own type.
 */
function readValue(field: QueryField, operand: Json, now: Date): ReadValue {
  if (operand === null) return { ok: true, value: { type: 'absent' } }
  if (isExactNumber(operand)) return exactValue(field, JSON.stringify(operand))
  if (Array.isArray(operand))
    return refused('must be one value: use `in` for one of several, and `contains` for a value in a list')
  if (typeof operand === 'object') return refused('must be text, a number, true, false or null')
  if (typeof operand === 'string' && (operand.length > TEXT_LENGTH_MAX || !isStorableText(operand))) {
    return refused(`must be text of at most ${TEXT_LENGTH_MAX} characters without NUL`)
  }
  return field.kind === 'data' ? { ok: true, value: dataValue(operand) } : rowValue(field, operand, now)
}

/** A number with more digits than a double has. */
const exactValue = (field: QueryField, text: string): ReadValue =>
  field.kind === 'data' || field.type === 'number'
    ? { ok: true, value: { type: 'number', text } }
    : refused(`must be a ${field.type}, as \`${field.name}\` is`)

function dataValue(operand: string | number | boolean): Value {
  if (typeof operand === 'boolean') return { type: 'boolean', is: operand }
  const text = String(operand)
  return { type: typeof operand === 'number' || isNumberText(text) ? 'number' : 'text', text }
}

function rowValue(
  field: Extract<QueryField, { kind: 'row' }>,
  operand: string | number | boolean,
  now: Date,
): ReadValue {
  const text = String(operand)
  switch (field.type) {
    case 'text':
      return typeof operand === 'string'
        ? { ok: true, value: { type: 'text', text } }
        : refused(`must be text, as \`${field.name}\` is`)
    case 'number':
      return typeof operand !== 'boolean' && (typeof operand === 'number' || isNumberText(text))
        ? { ok: true, value: { type: 'number', text } }
        : refused(`must be a number, as \`${field.name}\` is`)
    case 'time': {
      const at = typeof operand === 'string' ? readTime(operand, now) : null
      return at === null ? refused(`must be ${TIME_FORMS}`) : { ok: true, value: { type: 'time', at } }
    }
  }
}
