import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { formatUsd, formatUsdOrNull, parseUsd, platformPrice, USD_PATTERN } from '../../../domain/money/microdollars.ts'

/** The largest amount that the API accepts: nine digits of dollars and six of fractions. */
const ACCEPTED_MAX = 999_999_999_999_999n
const acceptedAmount = fc.bigInt({ min: 0n, max: ACCEPTED_MAX })
const anyAmount = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })

describe('an amount keeps its value between text and microdollars', () => {
  it('reads back every amount that it printed', () => {
    fc.assert(
      fc.property(acceptedAmount, (amount) => {
        expect(parseUsd(formatUsd(amount))).toBe(amount)
      }),
    )
  })

  it('prints one spelling: two to six decimals, no trailing zeros beyond the second', () => {
    const digits = (minLength: number, maxLength: number) =>
      fc.array(fc.constantFrom(...'0123456789'), { minLength, maxLength }).map((characters) => characters.join(''))
    fc.assert(
      fc.property(digits(1, 9), fc.option(digits(1, 6), { nil: '' }), (dollars, fraction) => {
        const printed = formatUsd(parseUsd(fraction === '' ? dollars : `${dollars}.${fraction}`))
        expect(printed).toMatch(/^(0|[1-9]\d*)\.\d{2}(\d{0,3}[1-9])?$/)
        expect(printed).toMatch(new RegExp(USD_PATTERN))
        expect(Number(printed)).toBe(Number(`${dollars}.${fraction}`))
      }),
    )
  })

  it('never loses a microdollar, however large the amount and whatever its sign', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const [, sign = '', dollars = '', fraction = ''] = /^(-?)(\d+)\.(\d{2,6})$/.exec(formatUsd(amount)) ?? []
        expect(BigInt(`${sign}${dollars}${fraction.padEnd(6, '0')}`)).toBe(amount)
      }),
    )
  })

  it.each([
    ['0', 0n, '0.00'],
    ['0.05', 50_000n, '0.05'],
    ['1', 1_000_000n, '1.00'],
    ['1.5', 1_500_000n, '1.50'],
    ['0.0143', 14_300n, '0.0143'],
    ['0.000001', 1n, '0.000001'],
    ['007.10', 7_100_000n, '7.10'],
    ['999999999.999999', ACCEPTED_MAX, '999999999.999999'],
  ] as const)('reads %s exactly', (text, amount, printed) => {
    expect(parseUsd(text)).toBe(amount)
    expect(formatUsd(amount)).toBe(printed)
  })

  it('prints amounts beyond 2^53 exactly', () => {
    expect(formatUsd(9_007_199_254_740_993n)).toBe('9007199254.740993')
    expect(formatUsd(-9_007_199_254_740_993n)).toBe('-9007199254.740993')
  })

  it('prints a missing amount as null', () => {
    expect([formatUsdOrNull(null), formatUsdOrNull(0n)]).toEqual([null, '0.00'])
  })
})

describe('a text that is not an amount is refused, never guessed', () => {
  it.each([
    '',
    ' ',
    '1.',
    '.5',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '1\n',
    '1,00',
    '1.0000001',
    '1234567890',
    '9007199254.740993',
    '0x10',
    '1_000',
    'NaN',
    'Infinity',
    '$1',
    '1.00 USD',
    '١٢',
    '1.2.3',
    'null',
  ])('refuses %j', (text) => {
    expect(() => parseUsd(text)).toThrow(RangeError)
  })

  it('accepts exactly what the pattern that the API publishes accepts', () => {
    const pattern = new RegExp(USD_PATTERN)
    const nearly = fc
      .array(fc.constantFrom(...'0159.-+e, \n'), { maxLength: 18 })
      .map((characters) => characters.join(''))
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string()), (text) => {
        const accepted = (() => {
          try {
            return parseUsd(text) >= 0n
          } catch {
            return false
          }
        })()
        expect(accepted).toBe(pattern.test(text))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe("the platform's price", () => {
  it("is the provider's cost x 1.43, rounded up to the microdollar and by no more than that", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 56n }), (cost) => {
        const excess = platformPrice(cost) * 100n - cost * 143n
        expect(excess >= 0n && excess < 100n).toBe(true)
      }),
    )
  })

  it.each([
    [0n, 0n],
    [1n, 2n],
    [100n, 143n],
    [10_000n, 14_300n],
    [24_500n, 35_035n],
  ])('of %s is %s', (cost, price) => {
    expect(platformPrice(cost)).toBe(price)
  })
})
