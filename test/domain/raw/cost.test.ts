import { describe, expect, it } from '@jest/globals'
import { parseExactJson } from '../../../domain/json/exact.ts'
import { formatUsd, parseUsd } from '../../../domain/money/microdollars.ts'
import { costOfCredits, readCost } from '../../../domain/raw/cost.ts'
import type { ReportedCost } from '../../../domain/providers/reported-cost.ts'

const shown = (cost: ReportedCost): string => (cost.kind === 'amount' ? formatUsd(cost.amount) : cost.kind)
/** As the parser of a body returns it; undefined: the member is absent. */
const member = (json: string | undefined): unknown => (json === undefined ? undefined : parseExactJson(json))

describe("a provider's cost", () => {
  it.each<[string | undefined, string]>([
    ['0.0006', '0.0006'],
    ['3', '3.00'],
    ['0', '0.00'],
    ['0.020000000000000004', '0.02'],
    ['0.11999999999999998', '0.12'],
    ['0.0029999999999999996', '0.003'],
    ['0.30000000000000004', '0.30'],
    ['1e-7', '0.00'],
    ['5e-7', '0.000001'],
    ['4.9e-7', '0.00'],
    ['4.9999999999999999999e-7', '0.00'],
    ['2E-2', '0.02'],
    ['1.5e+0', '1.50'],
    ['1.5e2', '150.00'],
    ['-0', '0.00'],
    ['-0.0', '0.00'],
    ['12.34567890123456789', '12.345679'],
    ['999999999.999999', '999999999.999999'],
    ['"0.01"', '0.01'],
    ['" 0.01 "', '0.01'],
    ['"\\t1e-2\\n"', '0.01'],
    ['"007"', '7.00'],
    ['"0.020000000000000004"', '0.02'],
    ['"-0"', '0.00'],
    [undefined, 'absent'],
    ['null', 'absent'],
    ['-1', 'unreadable'],
    ['-1e-9', 'unreadable'],
    ['-0.020000000000000004', 'unreadable'],
    ['1e15', 'unreadable'],
    ['1000000000', 'unreadable'],
    ['999999999.9999995', 'unreadable'],
    ['1e999', 'unreadable'],
    ['123456789012345678901', 'unreadable'],
    ['true', 'unreadable'],
    ['false', 'unreadable'],
    ['{}', 'unreadable'],
    ['[]', 'unreadable'],
    ['[0.02]', 'unreadable'],
    ['{"amount":1}', 'unreadable'],
    ['""', 'unreadable'],
    ['" "', 'unreadable'],
    ['"NaN"', 'unreadable'],
    ['"free"', 'unreadable'],
    ['"$0.02"', 'unreadable'],
    ['"0,02"', 'unreadable'],
    ['"+0.02"', 'unreadable'],
    ['"-0.02"', 'unreadable'],
  ])('%s reads as %s', (json, cost) => {
    expect(shown(readCost(member(json)))).toBe(cost)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('%p is not an amount', (value) => {
    expect(readCost(value)).toEqual({ kind: 'unreadable' })
  })
})

describe('the value of credits at 0.024 each', () => {
  it.each<[string | undefined, string]>([
    ['1', '0.024'],
    ['0.25', '0.006'],
    ['0', '0.00'],
    ['"2"', '0.048'],
    ['2.0', '0.048'],
    ['0.30000000000000004', '0.0072'],
    ['3.0000000000000004', '0.072'],
    ['1e1', '0.24'],
    ['0.0000208333', '0.00'],
    ['0.0000208334', '0.000001'],
    ['1000000', '24000.00'],
    [undefined, 'absent'],
    ['null', 'absent'],
    ['1000000.0000000000001', 'unreadable'],
    ['1e15', 'unreadable'],
    ['-1', 'unreadable'],
    ['"many"', 'unreadable'],
    ['{}', 'unreadable'],
    ['true', 'unreadable'],
  ])('%s is %s', (json, cost) => {
    expect(shown(costOfCredits(member(json), parseUsd('0.024')))).toBe(cost)
  })
})
