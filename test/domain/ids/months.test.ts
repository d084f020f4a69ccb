import { describe, expect, it } from '@jest/globals'
import { firstIdAt, monthOf } from '../../../domain/ids/months.ts'
import { timeOfId } from '../../../domain/ids/ids.ts'

describe('a month', () => {
  it.each([
    ['2026-11-30T23:59:59.999Z', 0, '2026_11', '2026-11-01', '2026-12-01'],
    ['2026-12-01T00:00:00.000Z', 0, '2026_12', '2026-12-01', '2027-01-01'],
    ['2026-12-31T12:00:00.000Z', 2, '2027_02', '2027-02-01', '2027-03-01'],
    ['2028-01-31T12:00:00.000Z', 1, '2028_02', '2028-02-01', '2028-03-01'],
  ])('of %s and %i later is %s', (at, after, name, first, end) => {
    expect(monthOf(Date.parse(at), after)).toEqual({ name, firstMs: Date.parse(first), endMs: Date.parse(end) })
  })

  it('begins with its first id', () => {
    const { firstMs } = monthOf(Date.parse('2026-12-31T12:00:00Z'))
    expect(timeOfId(firstIdAt('run', firstMs))).toBe(firstMs)
    expect(firstIdAt('run', firstMs)).toMatch(/^run_[0-9a-z]{10}0{16}$/)
  })
})
