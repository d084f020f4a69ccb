import { describe, expect, it } from '@jest/globals'
import { type Expected, decodeBody } from '../../../activities/providers/http-body.ts'
import {
  amountOf,
  companyHostOf,
  countOf,
  dayOf,
  numberOf,
  objectOf,
  percentageOf,
  phoneOf,
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

describe('a phone of a body', () => {
  it.each([
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+1 415 555 0132 ext. 12', '+14155550132'],
    ['+1 415 555 0132 x12', '+14155550132'],
    ['0044 20 7946 0018', '+442079460018'],
    ['tel:+1-415-555-0132', '+14155550132'],
    ['+1\u2011415\u2011555\u20110132', '+14155550132'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['+54 11 2345 6789', '+541123456789'],
    ['4155550132', null],
    ['+1 000 000 0000', null],
    [14155550132, null],
  ])('%j is %s', (written, number) => {
    expect(phoneOf(written)).toBe(number)
  })
})

describe('the host of a company', () => {
  it.each([
    ['https://www.acme.example/about', 'acme.example'],
    ['acme.example', 'acme.example'],
    ['facebook.com', 'facebook.com'],
    ['https://www.facebook.com/acme', null],
    ['https://linktr.ee/acme', null],
    ['http://acme.substack.com/archive', 'acme.substack.com'],
    ['gmail.com', null],
  ])('in %s is %s', (written, host) => {
    expect(companyHostOf(written)).toBe(host)
  })
})
