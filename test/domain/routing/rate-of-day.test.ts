import { expect, it } from '@jest/globals'
import { rateOfDay } from '../../../domain/routing/health-shown.ts'

it.each<[string, Parameters<typeof rateOfDay>[0], number | null]>([
  ['without calls', undefined, null],
  ['with too few calls to tell', { calls: 9, successes: 9 }, null],
  ['with enough calls', { calls: 10, successes: 9 }, 0.9],
  ['that failed throughout', { calls: 30, successes: 0 }, 0],
  ['of a rate with many digits', { calls: 3_000, successes: 1_000 }, 0.3333],
])('the rate of a day %s', (_, day, rate) => {
  expect(rateOfDay(day)).toBe(rate)
})
