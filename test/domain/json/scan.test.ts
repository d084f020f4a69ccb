import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type JsonLimits, JsonScan } from '../../../domain/json/scan.ts'

const NO_LIMITS: JsonLimits = { depthMax: Infinity, valuesMax: Infinity, valuesAtOnceMax: Infinity }
const bytesOf = (text: string): Buffer => Buffer.from(text)

function scanned(text: string, limits: Partial<JsonLimits> = {}): JsonScan {
  const scan = new JsonScan(bytesOf(text), { ...NO_LIMITS, ...limits })
  expect(scan.scan()).toBeNull()
  return scan
}

const excessOf = (text: string, limits: Partial<JsonLimits>) =>
  new JsonScan(bytesOf(text), { ...NO_LIMITS, ...limits }).scan()

/**
 * The count is members and items, and one for each container; but a container with a single value counts once together
 * with that value.
 */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return 1 + Math.max(0, inner.length - 1) + inner.reduce<number>((sum, one) => sum + countOf(one), 0)
}

const depthOf = (value: unknown): number =>
  typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf))

describe('a scan of the bytes of JSON', () => {
  it.each([
    ['a number', '1', 0],
    ['an empty object', '{}', 1],
    ['two members', '{"a":1,"b":2}', 2],
    ['commas and brackets in strings', '{"a,[{":"]},,","b":"[[["}', 2],
    ['an escaped quotation mark', String.raw`["a\",[\"",1]`, 2],
    ['an escaped backslash at the end of a string', String.raw`["a\\",1]`, 2],
    ['an escaped letter that is a quotation mark', String.raw`["\u0022,",1]`, 2],
    ['characters of several bytes', '["é,😀","[",1]', 3],
    ['blanks between everything', ' [ 1 , [ 2 , 3 ] ] ', 4],
  ])('counts %s', (_, text, values) => {
    expect(scanned(text).values).toBe(values)
  })

  it('agrees with JSON.parse on any document, split at any place', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), (text, part) => {
        const value: unknown = JSON.parse(text)
        const depth = depthOf(value)
        const scan = new JsonScan(bytesOf(text), { ...NO_LIMITS, depthMax: depth })
        while (!scan.done) expect(scan.scan(part)).toBeNull()
        expect(scan.values).toBe(countOf(value))
        if (depth > 0) expect(excessOf(text, { depthMax: depth - 1 })).toEqual({ kind: 'too deep' })
        if (scan.values > 0) expect(excessOf(text, { valuesMax: scan.values - 1 })).toEqual({ kind: 'too many' })
      }),
    )
  })

  it.each([
    ['[123456789012345]', false],
    ['[1234567890123456]', true],
    ['[0.000000000000001]', true],
    ['["1234567890123456"]', false],
    ['[1234567890,1234567890]', false],
  ])('detects in %s whether a number is too long for a double: %s', (text, long) => {
    expect(scanned(text).longNumbers).toBe(long)
  })

  it('cuts long lists of the outermost object between their items', () => {
    const text = JSON.stringify({
      a: 1,
      rows: Array.from({ length: 50 }, (_, index) => ({ index, text: ',]}"'.repeat(1_000) })),
      b: { c: [1] },
      empty: [],
    })
    const { lists } = scanned(text)
    expect(lists).toHaveLength(2)
    const [rows, empty] = lists
    expect(rows?.pieces.length).toBeGreaterThan(2)
    expect(rows?.pieces.reduce((sum, { items }) => sum + items, 0)).toBe(50)
    const pieces = rows?.pieces.flatMap(({ from, to }): unknown[] =>
      JSON.parse(`[${bytesOf(text).subarray(from, to).toString()}]`),
    )
    expect(pieces).toEqual(JSON.parse(text).rows)
    expect(empty?.pieces).toEqual([{ from: empty?.from, to: empty?.to, items: 1 }])
  })

  it.each([
    ['one item', `{"rows":[{},{"a":[${'1,'.repeat(20)}1]}]}`, { listFrom: 9, index: 1 }],
    ['what is outside of lists', `{"rows":[],"more":{"a":[${'1,'.repeat(20)}1]}}`, null],
  ])('refuses too many values in %s, of which no part can be cut', (_, text, item) => {
    expect(excessOf(text, { valuesAtOnceMax: 15 })).toEqual({ kind: 'too many at once', item })
    expect(excessOf(`{"rows":[${'{"a":1},'.repeat(40)}{}]}`, { valuesAtOnceMax: 15 })).toBeNull()
  })

  it('stops at a limit, and reads no further', () => {
    const values = new JsonScan(bytesOf(`[${'1,'.repeat(5_000_000)}1]`), { ...NO_LIMITS, valuesMax: 1_000 })
    expect(values.scan()).toEqual({ kind: 'too many' })
    expect(values.values).toBe(1_001)
  })
})
