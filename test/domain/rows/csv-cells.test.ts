import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Json } from '../../../domain/providers/manifest.ts'
import { cellOf, valueOfCell } from '../../../domain/rows/csv-cells.ts'

const backOf = (value: Json): Json | undefined => valueOfCell({ ...cellOf(value), typed: true })

const text = fc.oneof(
  fc.string({ unit: 'binary' }), fc.string(),
  fc.tuple(fc.constantFrom('', "'", "''", '=', '+', '-', '@', '\t', '\r', '{', '[', '"', '＝'), fc.oneof(fc.string(), fc.constantFrom('1', '{}', '[1]', 'SUM(A1)', '+1555', 'true', '{"a":1}')))
    .map((parts) => parts.join('')),
)

describe('cells', () => {
  it('read back as what was written, whatever text it is', () => {
    fc.assert(fc.property(text.filter((value) => value !== ''), (value) => expect(backOf(value)).toBe(value)), { numRuns: 5_000 })
  })

  it('read back as what was written, whatever value it is', () => {
    const value = fc.oneof(text.filter((one) => one !== ''), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (Object.is(one, -0) ? 0 : one)), fc.integer(), fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
    fc.assert(fc.property(value, (one) => {
      const json: Json = JSON.parse(JSON.stringify(one))
      expect(JSON.stringify(backOf(json))).toBe(JSON.stringify(json))
    }), { numRuns: 3_000 })
  })

  it('that a spreadsheet would run begin with a quotation mark, and no others do', () => {
    fc.assert(fc.property(text, (value) => {
      const cell = cellOf(value).text
      expect(/^[=+\-@\t\r]/.test(cell) && /[(|!]/.test(cell) && !/^\+\d[\d ().-]+$/.test(cell)).toBe(false)
      if (/^[a-z]/i.test(value)) expect(cell).toBe(value)
    }), { numRuns: 3_000 })
  })

  it.each<[string, string]>([
    ['=1+1', "'=1+1"], ['=cmd|/c calc!A1', "'=cmd|/c calc!A1"], ['@SUM(A1)', "'@SUM(A1)"], ['-2+3', "'-2+3"], ['+A1', "'+A1"], ['\t=1', "'\t=1"], ['\r=1', "'\r=1"], ['＝1+1', "'＝1+1"],
    ['- a list', "'- a list"], ["'=1", "''=1"], ['{"a":1}', `'{"a":1}`], ['[1]', "'[1]"],
    // Phones, numbers and handles, and what no spreadsheet runs.
    ['+15550100123', '+15550100123'], ['+1 (555) 010-0123', '+1 (555) 010-0123'], ['-5', '-5'], ['+5.25', '+5.25'], ['-1e-7', '-1e-7'], ['@ada', '@ada'], ['@ada.lovelace_1', '@ada.lovelace_1'],
    ['instagram:ada', 'instagram:ada'], ["O'Neil", "O'Neil"], ["'tis", "'tis"], ['{not json', '{not json'], ['00123', '00123'],
  ])('%j is written %j', (value, cell) => {
    expect(cellOf(value).text).toBe(cell)
    expect(valueOfCell({ text: cell, quoted: false, typed: false })).toBe(value)
  })

  it('tell text from numbers and booleans by quotes, in files of the export alone', () => {
    expect(cellOf('5')).toEqual({ text: '5', quoted: true })
    expect(cellOf(5)).toEqual({ text: '5', quoted: false })
    expect(cellOf('true')).toEqual({ text: 'true', quoted: true })
    for (const typed of [true, false]) {
      expect(valueOfCell({ text: '5', quoted: true, typed })).toBe('5')
      expect(valueOfCell({ text: '5', quoted: false, typed })).toBe(typed ? 5 : '5')
      expect(valueOfCell({ text: 'true', quoted: false, typed })).toBe(typed ? true : 'true')
      for (const kept of ['05', '5.0', '+5', '1e400', 'TRUE']) expect(valueOfCell({ text: kept, quoted: false, typed })).toBe(kept)
    }
  })

  it('keep long numbers digit for digit', () => {
    expect(JSON.stringify(valueOfCell({ text: '12345678901234567890', quoted: false, typed: true }))).toBe('12345678901234567890')
  })

  it('that are empty say nothing', () => {
    expect(valueOfCell({ text: '', quoted: false, typed: true })).toBeUndefined()
    expect(cellOf(null).text).toBe('')
  })
})
