import { describe, expect, it } from '@jest/globals'
import { type Expected, decodeBody } from '../../../activities/providers/http-body.ts'
import {
  amountOf,
  countOf,
  dayOf,
  numberOf,
  objectOf,
  percentageOf,
  textOf,
  textsOf,
  yearOf,
} from '../../../activities/providers/wire.ts'
import type { Json } from '../../../domain/json/json.ts'

/** A member of a body as it came over the wire. */
function member(json: string, expected: Expected = 'json'): Json | undefined {
  const decoded = decodeBody({
    status: 200,
    contentType: 'application/json',
    bytes: new TextEncoder().encode(`{"value":${json}}`),
    expect: expected,
  })
  return 'fault' in decoded ? undefined : objectOf(decoded.body)?.value
}

describe.each(['json', 'either'] as const)('a number of a body that is read as %s', (expected) => {
  it.each([
    ['12345678901234567', '12345678901234567'],
    ['7123456789012345678', '7123456789012345678'],
    ['-12345678901234567', '-12345678901234567'],
    ['42', '42'],
    ['1e999', null],
  ])('%s is an identifier of the same digits', (json, text) => {
    expect([textOf(member(json, expected)), textsOf(member(`[${json}]`, expected), 5)]).toEqual([
      text,
      text === null ? [] : [text],
    ])
  })

  it('is itself and not an object', () => {
    expect(objectOf(member('12345678901234567', expected))).toBeNull()
  })
})

describe('a number of a body', () => {
  const read = {
    countOf,
    amountOf,
    percentageOf,
    yearOf,
    dayOf,
    share: (value: Json | undefined) => numberOf(value, { min: 0, max: 1 }),
  }
  it.each<[string, keyof typeof read, Json]>([
    ['1000.0000000000000', 'countOf', 1000],
    ['9007199254740991', 'countOf', 9_007_199_254_740_991],
    ['9007199254740993', 'countOf', null],
    ['1.0000000000000002', 'countOf', null],
    ['-1', 'countOf', null],
    ['"7"', 'countOf', null],
    ['true', 'countOf', null],
    ['110000000.99999999999', 'amountOf', 110_000_000],
    ['-0.50000000000000001', 'amountOf', null],
    ['97.00000000000000001', 'percentageOf', 0.97],
    ['100.00000000000001', 'percentageOf', null],
    ['1999.0000000000000', 'yearOf', 1999],
    ['"1999"', 'yearOf', 1999],
    ['1999.5', 'yearOf', null],
    ['1767225600000.0000', 'dayOf', '2026-01-01'],
    ['0', 'dayOf', null],
    ['0.30000000000000004', 'share', 0.30000000000000004],
    ['1.0000000000000002', 'share', null],
    ['{}', 'share', null],
  ])('%s is read by its digits: %s gives %j', (json, reader, value) => {
    expect(read[reader](member(json))).toEqual(value)
  })
})
