import fc from 'fast-check'
import { FIELD_NAME_LENGTH_MAX } from '../../../domain/rows/field.ts'

/** PostgreSQL stores no NUL. */
const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** As providers and people store it: any characters, and long. JSON escapes some of them, and text once more. */
export const storedText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).map(storable),
  fc
    .tuple(fc.constantFrom('x', '"', '\\', '\n', 'é', '😀', '\u202e', 'word '), fc.integer({ min: 0, max: 3_000 }))
    .map(([unit, times]) => unit.repeat(times)),
)

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => `m ${storable(text)}`.slice(0, FIELD_NAME_LENGTH_MAX).toWellFormed())

/** Values of a row: nested, long, many. */
const { value: storedValue } = fc.letrec<{ leaf: unknown; value: unknown }>((tie) => ({
  leaf: fc.oneof(storedText, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(name, tie('value'), { maxKeys: 6 }),
    fc
      .tuple(tie('leaf'), fc.integer({ min: 0, max: 400 }))
      .map(([member, count]) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, member]))),
    fc.tuple(tie('leaf'), fc.integer({ min: 0, max: 400 })).map(([item, count]) => Array(count).fill(item)),
  ),
}))

/** A message to a tool has at most 12,000 values; this many characters hold fewer, and one row more than it may. */
const ROWS_CHARS_MAX = 22_000

const columns = fc
  .integer({ min: 50, max: 300 })
  .map((count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`column_${at}`, at])))

/** The data of up to a dozen rows. The product refuses a row that is too large. */
export const storedRows = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.dictionary(name, storedValue, { maxKeys: 5 }) }, columns), {
    maxLength: 12,
  })
  .map(withinMessage)

function withinMessage(rows: readonly object[]): object[] {
  let left = ROWS_CHARS_MAX
  return rows.filter((row) => {
    const { length } = JSON.stringify(row)
    if (length > left) return false
    left -= length
    return true
  })
}

/** The budgets that a caller may choose, most of them small. */
export const budget = fc.oneof(
  fc.constant(500),
  fc.integer({ min: 500, max: 1_500 }),
  fc.integer({ min: 500, max: 6_000 }),
)
