import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { BODY_VALUES_MAX, parsingJson, findUnsupportedText } from '../../../api/body/json.ts'
import { atOnce } from '../../../db/time-slices.ts'
import { writingBody, writingRequest } from '../../../api/route/request-text.ts'

/** More than is parsed in one piece. */
const PADDING = 'x'.repeat(300_000)

const parsed = (text: string, valuesMax = BODY_VALUES_MAX): unknown =>
  atOnce(parsingJson(Buffer.from(text), { valuesMax }))
const messageOf = (text: string, valuesMax?: number): string => {
  try {
    return `parsed: ${JSON.stringify(parsed(text, valuesMax))}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('a body that is parsed in pieces', () => {
  it('equals the result of JSON.parse, for any content', () => {
    const body = fc.dictionary(
      fc.string().filter((name) => name !== '__proto__' && name !== 'padding'),
      fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
    )
    fc.assert(
      fc.property(body, (value) => {
        const text = JSON.stringify({ ...value, padding: PADDING })
        fc.pre(findUnsupportedText(JSON.parse(text)) === null)
        expect(parsed(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 50 },
    )
  })

  it('is refused exactly when JSON.parse refuses it, wherever a byte of it was damaged', () => {
    const rows = Array.from({ length: 4 }, (_, index) => ({ index, text: 'a,]}"\\', list: [index, []] }))
    const text = JSON.stringify({ padding: PADDING, description: 'x', rows, none: [], mode: 'merge' })
    fc.assert(
      fc.property(
        fc.integer({ min: PADDING.length, max: text.length - 1 }),
        fc.constantFrom('', ',', ']', '[', '}', '{', '"', '\\', '1', ' '),
        (at, other) => {
          const damaged = `${text.slice(0, at)}${other}${text.slice(at + 1)}`
          let expected: unknown = null
          try {
            expected = JSON.parse(damaged)
          } catch {
            expect(messageOf(damaged)).toContain('is not valid JSON')
            return
          }
          expect(parsed(damaged)).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each([
    ['a comma after the last item', '"rows":[1,2,]'],
    ['a comma alone', '"rows":[,]'],
    ['two commas', '"rows":[1,,2]'],
    ['another bracket at the end', '"rows":[1,2}'],
    ['an unclosed list', '"rows":[1,2'],
  ])('is refused for %s', (_, member) => {
    expect(messageOf(`{"padding":"${PADDING}",${member}}`)).toContain('is not valid JSON')
  })

  it('is refused for a comma where it was cut', () => {
    const long = 'x'.repeat(70_000)
    expect(parsed(`{"rows":["${long}","${long}","${long}","${long}"]}`)).toEqual({ rows: [long, long, long, long] })
    expect(messageOf(`{"rows":["${long}","${long}","${long}","${long}",]}`)).toContain('is not valid JSON')
    expect(messageOf(`{"rows":["${long}","${long}",,"${long}","${long}"]}`)).toContain('is not valid JSON')
  })

  it('has the last of two members of one name', () => {
    expect(parsed(`{"padding":"${PADDING}","rows":[1],"rows":[2,3]}`)).toEqual({ padding: PADDING, rows: [2, 3] })
  })

  it('names the item that cannot be stored', () => {
    expect(messageOf(`{"padding":"${PADDING}","a/b":[{},{"c":["\\u0000"]}]}`)).toContain(
      '`/a~1b/1/c/0` must be text without NUL',
    )
  })

  it('keeps a long number of an item digit for digit', () => {
    const text = `{"padding":"${PADDING}","rows":[{"id":12345678901234567890}]}`
    expect(JSON.stringify(atOnce(parsingJson(Buffer.from(text), { exact: true })))).toBe(text)
  })
})

describe('the limit of a body', () => {
  it('admits 500 rows of 150 fields', () => {
    const rows = Array.from({ length: 500 }, () =>
      Object.fromEntries(Array.from({ length: 150 }, (_, field) => [`field_${field}`, field])),
    )
    expect(parsed(JSON.stringify({ rows }), 100_000)).toEqual({ rows })
  })

  it.each([
    ['members', `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['items', `{"a":[${'1,'.repeat(400_000)}1]}`],
    ['empty lists', `{"a":[${'[],'.repeat(300_000)}[]]}`],
    ['members, and is not JSON either', `{"a":${'1,'.repeat(90_000)}`],
  ])('admits no more %s than are counted in its bytes', (_, text) => {
    expect(messageOf(text)).toBe(`The request body must hold at most ${BODY_VALUES_MAX} values.`)
  })

  it('admits no more values in one row than are parsed at once', () => {
    const rows = `[{},{"a":[${'1,'.repeat(30_000)}1]}]`
    expect(messageOf(`{"others":[1],"rows":${rows}}`, 100_000)).toBe(
      `\`/rows/1\` must hold at most ${BODY_VALUES_MAX} values.`,
    )
    expect(messageOf(`{"a\\"/b" : ${rows}}`, 100_000)).toBe(`\`/a"~1b/1\` must hold at most ${BODY_VALUES_MAX} values.`)
    // What is not JSON has no names either.
    expect(messageOf(`{${rows}}`, 100_000)).toBe(
      `The request body must hold at most ${BODY_VALUES_MAX} values in each item of its lists.`,
    )
  })
})

describe('the text of a request', () => {
  it('is that of JSON.stringify, so that idempotency keys are still recognised', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        const text = atOnce(writingBody(JSON.parse(JSON.stringify(body))))
        expect(text.join('')).toBe(JSON.stringify(body))
        expect(atOnce(writingRequest(['writeRows', 'leads "1"', text])).join('')).toBe(
          JSON.stringify(['writeRows', 'leads "1"', JSON.stringify(body)]),
        )
      }),
    )
    expect(atOnce(writingRequest([])).join('')).toBe('[]')
  })
})
