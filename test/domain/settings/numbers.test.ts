import { describe, expect, it } from '@jest/globals'
import { readAmount } from '../../../domain/settings/numbers.ts'

describe('an amount in the environment', () => {
  it.each([
    [undefined, 0n],
    ['', 0n],
    ['5', 5_000_000n],
    [' 2.50 ', 2_500_000n],
    ['0.000001', 1n],
  ])('%j is %s microdollars', (text, amount) => {
    expect(readAmount({ SIGNUP_CREDIT: text }, 'SIGNUP_CREDIT', '0.00')).toBe(amount)
  })

  it.each(['-1', '1,50', 'free', '1e3', '0.0000001', '$5'])(
    '%j stops the start with the name of the variable',
    (text) => {
      expect(() => readAmount({ SIGNUP_CREDIT: text }, 'SIGNUP_CREDIT', '0.00')).toThrow('SIGNUP_CREDIT')
    },
  )
})
