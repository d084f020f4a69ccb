import { describe, expect, it } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import type { Json } from '../../../domain/json/json.ts'
import { cellOf, valueOfCell } from '../../../domain/rows/csv-cells.ts'
import { numRunsFor } from '../../support/seed.ts'

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value))
const castCell = (cell: object) =>
  'text' in cell
    ? { value: String(cell.text), ...('quoted' in cell && cell.quoted === true ? { quoted: true } : {}) }
    : ''

/** The cells of a file for a reader with this separator: one that honours quotes, and one that ignores them. */
function cellsOf(file: string, separator: string): string[] {
  const unaware =
    separator === ',' ? [] : file.split(new RegExp(`[${separator}\\r\\n]`)).map((cell) => cell.replace(/^"+/, ''))
  const read = (relax: object): string[][] =>
    parse(file, { delimiter: separator, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'], ...relax })
  try {
    return [...unaware, ...read({ relax_quotes: true }).flat()]
  } catch {
    return unaware
  }
}

/** Phones, numbers and handles stay as they are, as does the rest of a line after one of them. */
const isRun = (cell: string): boolean =>
  /^[=+\-@＝＋－＠]/.test(cell) &&
  !/^(?:\+\d[\d ().-]{4,30}|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|@[\p{L}\p{N}._-]{1,100})(?:$|[",])/iu.test(cell)

const backOf = (value: Json): Json | undefined => valueOfCell({ ...cellOf(value), exported: true, typed: true })

const piece = fc.constantFrom(
  ';',
  ',',
  '\t',
  '\n',
  '\r',
  '=',
  '+',
  '-',
  '@',
  '＝',
  "'",
  '"',
  ' ',
  '1',
  '1+1',
  'A1',
  '\\',
  '+15550100123',
  '@ada',
  '{',
  '}',
  '[',
  ']',
  ':',
  'x',
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc
    .tuple(
      fc.constantFrom('', "'", "''", '=', '+', '-', '@', '\t', '\r', '{', '[', '"', '＝'),
      fc.oneof(fc.string(), fc.constantFrom('1', '{}', '[1]', 'SUM(A1)', '+1555', 'true', '{"a":1}')),
    )
    .map((parts) => parts.join('')),
)

describe('cells', () => {
  it('read back as any text that was written', () => {
    fc.assert(
      fc.property(
        text.filter((value) => value !== ''),
        (value) => expect(backOf(value)).toBe(value),
      ),
      { numRuns: numRunsFor(5_000) },
    )
  })

  it('read back as any value that was written', () => {
    const value = fc.oneof(
      text.filter((one) => one !== ''),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (Object.is(one, -0) ? 0 : one)),
      fc.integer(),
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
    )
    fc.assert(
      fc.property(value, (one) => {
        const json: Json = JSON.parse(JSON.stringify(one))
        expect(JSON.stringify(backOf(json))).toBe(JSON.stringify(json))
      }),
      { numRuns: numRunsFor(3_000) },
    )
  })

  it('begin with a quotation mark when a spreadsheet would execute them, and only then', () => {
    fc.assert(
      fc.property(text, (value) => {
        const cell = cellOf(value).text
        expect(/^[=+\-@\t\r]/.test(cell) && /[(|!]/.test(cell) && !/^\+\d[\d ().-]+$/.test(cell)).toBe(false)
        if (/^[a-z][^;,\t\r\n]*$/i.test(value)) expect(cell).toBe(value)
      }),
      { numRuns: numRunsFor(3_000) },
    )
  })

  it('begin no formula in the file, whichever separator a spreadsheet uses', () => {
    const value = fc.oneof(
      { weight: 4, arbitrary: text },
      { weight: 1, arbitrary: fc.array(fc.oneof(text, fc.integer(), fc.dictionary(text, text))) },
    )
    fc.assert(
      fc.property(value, value, value, (...row) => {
        const file = stringify([row.map((one) => cellOf(asJson(one)))], { cast: { object: castCell } })
        for (const separator of [';', '\t', ','])
          expect([file, separator, cellsOf(file, separator).filter(isRun)]).toEqual([file, separator, []])
      }),
      { numRuns: numRunsFor(2_000) },
    )
  })

  it('with JSON are JSON for every other reader', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.integer(), fc.dictionary(text, text))), (value) => {
        expect(JSON.parse(cellOf(asJson(value)).text)).toEqual(asJson(value))
      }),
      { numRuns: numRunsFor(1_000) },
    )
    expect(cellOf([1, -2, 'x;=1', '=1', { a: '-1', b: ',-2' }]).text).toBe(
      '[1, -2,"x;\\u003d1","\\u003d1",{"a":"-1","b":",\\u002d2"}]',
    )
  })

  it.each<[string, string]>([
    ['=1+1', "'=1+1"],
    ['=cmd|/c calc!A1', "'=cmd|/c calc!A1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['+A1', "'+A1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['\nA1', "'\nA1"],
    // A spreadsheet begins another cell at a separator (semicolon or tab) and at a line break.
    ['x;=1+1;y', "x;'=1+1;y"],
    ['x,=1', "x,'=1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['a\n-2+3', "a\n'-2+3"],
    ['a\r\n+A1', "a\r\n'+A1"],
    ["x;'=1", "x;''=1"],
    ['x;"=1', 'x;\'"=1'],
    ['x;＝1', "x;'＝1"],
    ['x; -1', 'x; -1'],
    ['"=1', '\'"=1'],
    ['1;2', '1;2'],
    ['a=b;c', 'a=b;c'],
    ['＝1+1', "'＝1+1"],
    ['- a list', "'- a list"],
    ["'=1", "''=1"],
    ['{"a":1}', `'{"a":1}`],
    ['[1]', "'[1]"],
    // Phones, numbers and handles, and what no spreadsheet executes.
    ['+15550100123', '+15550100123'],
    ['+1 (555) 010-0123', '+1 (555) 010-0123'],
    ['-5', '-5'],
    ['+5.25', '+5.25'],
    ['-1e-7', '-1e-7'],
    ['@ada', '@ada'],
    ['@ada.lovelace_1', '@ada.lovelace_1'],
    ['instagram:ada', 'instagram:ada'],
    ["O'Neil", "O'Neil"],
    ["'tis", "'tis"],
    ['{not json', '{not json'],
    ['00123', '00123'],
  ])('%j is written %j', (value, cell) => {
    expect(cellOf(value).text).toBe(cell)
    expect(valueOfCell({ text: cell, quoted: false, exported: true, typed: false })).toBe(value)
  })

  it.each(["a;'=b", "x\t'+1", "first\n'-2", "a,'@b"])(
    '%j keeps its quotation mark in a file that is not an export',
    (value) => {
      expect(valueOfCell({ text: value, quoted: true, exported: false, typed: false })).toBe(value)
    },
  )

  it('distinguish text from numbers and booleans by quotes, only in files of the export', () => {
    expect(cellOf('5')).toEqual({ text: '5', quoted: true })
    expect(cellOf(5)).toEqual({ text: '5', quoted: false })
    expect(cellOf('true')).toEqual({ text: 'true', quoted: true })
    for (const typed of [true, false]) {
      expect(valueOfCell({ text: '5', quoted: true, exported: typed, typed })).toBe('5')
      expect(valueOfCell({ text: '5', quoted: false, exported: typed, typed })).toBe(typed ? 5 : '5')
      expect(valueOfCell({ text: 'true', quoted: false, exported: typed, typed })).toBe(typed ? true : 'true')
      for (const kept of ['05', '5.0', '+5', '1e400', 'TRUE'])
        expect(valueOfCell({ text: kept, quoted: false, exported: typed, typed })).toBe(kept)
    }
  })

  it('keep long numbers digit for digit', () => {
    expect(
      JSON.stringify(valueOfCell({ text: '12345678901234567890', quoted: false, exported: true, typed: true })),
    ).toBe('12345678901234567890')
  })

  it('have no value when they are empty', () => {
    expect(valueOfCell({ text: '', quoted: false, exported: true, typed: true })).toBeUndefined()
    expect(cellOf(null).text).toBe('')
  })
})
