import { describe, expect, it } from '@jest/globals'
import {
  type Decimal,
  digitsOf,
  doubleOf,
  flooredOf,
  plus,
  readDecimal,
  roundHalfUp,
  times,
  integerOf,
} from '../../../domain/json/decimal.ts'
import { parseExactJson } from '../../../domain/json/exact.ts'

const must = (text: string): Decimal => {
  const read = readDecimal(text)
  if (read === null) throw new Error(`${text} is no number`)
  return read
}

describe('a decimal number', () => {
  it.each<[string, number, bigint]>([
    ['0.020000000000000004', 6, 20_000n],
    ['0.11999999999999998', 6, 120_000n],
    ['1e-7', 7, 1n],
    ['2E-2', 6, 20_000n],
    ['1.5e+0', 6, 1_500_000n],
    ['007.50', 2, 750n],
    ['-0', 6, 0n],
    ['-0.000e9', 6, 0n],
    ['0e99999', 6, 0n],
    ['0.0000005', 6, 1n],
    ['0.00000049999999999999999999', 6, 0n],
    ['1e-99999', 6, 0n],
    ['123456789012345678901234567890', 0, 123_456_789_012_345_678_901_234_567_890n],
  ])('%s at %i places is %s', (text, places, units) => {
    expect(roundHalfUp(must(text), places)).toBe(units)
  })

  it.each([
    '',
    ' 1',
    '+1',
    '.5',
    '5.',
    '1,5',
    '0x10',
    '1e',
    '1e1.5',
    'NaN',
    'Infinity',
    '1 000',
    '$1',
    '1e9999',
    '1'.repeat(1_001),
  ])('%j is refused', (text) => {
    expect(readDecimal(text)).toBeNull()
  })

  it('is summed and multiplied exactly', () => {
    const sum = ['0.1', '0.2', '1e-20', '3e2'].map(must).reduce(plus)
    expect(roundHalfUp(sum, 20)).toBe(30_030_000_000_000_000_000_001n)
    expect(roundHalfUp(times(must('0.00000025'), must('10000')), 6)).toBe(2_500n)
  })
})

/** As the parser of a body returns it. */
const member = (json: string): unknown => parseExactJson(json)

describe('a number in a body', () => {
  it.each<[string, string | null, number | null, number | null, number | null]>([
    ['12', '12', 12, 12, 12],
    ['12.0000000000000000', '12.0000000000000000', 12, 12, 12],
    ['12.0000000000000001', '12.0000000000000001', 12, null, 12],
    ['1.9', '1.9', 1.9, null, 1],
    ['-0', '0', -0, -0, 0],
    ['-1', '-1', -1, null, null],
    ['9007199254740991', '9007199254740991', 9_007_199_254_740_991, 9_007_199_254_740_991, 9_007_199_254_740_991],
    ['9007199254740993', '9007199254740993', 9_007_199_254_740_992, null, null],
    ['12345678901234567', '12345678901234567', 12_345_678_901_234_568, null, null],
    ['1e999', null, null, null, null],
    ['"12"', null, null, null, null],
    ['true', null, null, null, null],
    ['null', null, null, null, null],
    ['{}', null, null, null, null],
    ['[1]', null, null, null, null],
  ])(
    '%s has the digits %j, is the double %j, the integer %j, and %j without its fraction',
    (json, digits, double, integer, floored) => {
      const value = member(json)
      expect([digitsOf(value), doubleOf(value), integerOf(value), flooredOf(value)]).toEqual([
        digits,
        double,
        integer,
        floored,
      ])
    },
  )
})
