import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { JsonObject } from '../../../domain/json/json.ts'
import { parseExactJson } from '../../../domain/json/exact.ts'
import {
  FILLED_LENGTH_MAX,
  fillRow,
  missingColumns,
  parseTemplate,
  PLACEHOLDERS_MAX,
  type RowTemplate,
} from '../../../domain/jobs/row-input.ts'
import { numRunsFor } from '../../support/seed.ts'

function templateOf(input: JsonObject): RowTemplate {
  const parsed = parseTemplate(input)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
  return parsed.template
}
function filledBy(input: JsonObject, row: JsonObject): JsonObject {
  const filled = fillRow(templateOf(input), row)
  if (!filled.ok) throw new Error(filled.reason)
  return filled.input
}
const parsedObject = (text: string): JsonObject => JSON.parse(text)

const ROW: JsonObject = {
  email: 'ada@example.com',
  'First Name': 'Ada',
  employees: 250,
  zero: 0,
  active: false,
  tags: ['a', 'b'],
  company: { domain: 'example.com', size: { min: 1 } },
  'a.b': 'complete',
  a: { b: 'nested', c: 'nested' },
  nothing: null,
  blank: '  ',
  padded: ' Ada ',
}

describe('an input of a row', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a text', { email: '{{email}}' }, { email: 'ada@example.com' }],
    ['a text with its spaces', { name: '{{padded}}' }, { name: ' Ada ' }],
    ['spaces within the braces', { email: '{{ email }}' }, { email: 'ada@example.com' }],
    ['a quoted name', { name: '{{"First Name"}}' }, { name: 'Ada' }],
    [
      'a number, a list and an object',
      { a: '{{employees}}', b: '{{tags}}', c: '{{company}}' },
      { a: 250, b: ['a', 'b'], c: { domain: 'example.com', size: { min: 1 } } },
    ],
    ['zero and false, which are not empty', { a: '{{zero}}', b: '{{active}}' }, { a: 0, b: false }],
    ['a path', { domain: '{{company.domain}}', min: '{{company.size.min}}' }, { domain: 'example.com', min: 1 }],
    ['the column of the complete name before a path', { x: '{{a.b}}', y: '{{a.c}}' }, { x: 'complete', y: 'nested' }],
    ['a quoted name with a dot, which is no path', { x: '{{"a.c"}}', y: '{{"a.b"}}' }, { y: 'complete' }],
    [
      'values within a text',
      { q: '{{"First Name"}} at {{company.domain}}, {{employees}}, {{active}}' },
      { q: 'Ada at example.com, 250, false' },
    ],
    [
      'a list and an object within a text',
      { q: 'tags {{tags}} of {{company.size}}' },
      { q: 'tags ["a","b"] of {"min":1}' },
    ],
    [
      'empty fields',
      { a: '{{missing}}', b: '{{nothing}}', c: '{{blank}}', d: 'x {{missing}}', e: '{{email}}{{blank}}', f: 1 },
      { f: 1 },
    ],
    [
      'empty fields in lists and objects',
      { list: ['{{missing}}', '{{email}}', 'x'], in: { a: '{{blank}}', b: 2 }, left: ['{{missing}}'] },
      { list: ['ada@example.com', 'x'], in: { b: 2 }, left: [] },
    ],
    [
      'no placeholder',
      { a: 'x', b: [1, null, { c: '}} { }' }], d: null },
      { a: 'x', b: [1, null, { c: '}} { }' }], d: null },
    ],
    ['a placeholder within a value of the row, which is data', { a: '{{x}}' }, { a: '{{email}}' }],
  ])('has %s', (_, input, expected) => {
    expect(filledBy(input, { ...ROW, x: '{{email}}' })).toEqual(expected)
  })

  it('keeps long numbers digit for digit', () => {
    const row = { id: parseExactJson('12345678901234567890') }
    expect(JSON.stringify(filledBy({ id: '{{id}}', text: 'id {{id}}' }, row))).toBe(
      '{"id":12345678901234567890,"text":"id 12345678901234567890"}',
    )
  })

  it('reads and makes own members alone', () => {
    const input = parsedObject(
      '{"a":"{{__proto__}}","b":"{{constructor.name}}","c":"{{toString}}","__proto__":"{{x}}"}',
    )
    const row = parsedObject('{"x":"own"}')
    expect(JSON.stringify(filledBy(input, row))).toBe('{"__proto__":"own"}')
    expect(JSON.stringify(filledBy(input, parsedObject('{"__proto__":"own"}')))).toBe('{"a":"own"}')
  })

  it('is no longer than its limit', () => {
    const template = templateOf({ a: '{{x}}', b: ['{{x}}'], c: '{{x}} {{x}}' })
    const row = (length: number) => ({ x: 'x'.repeat(length) })
    expect(fillRow(template, row(FILLED_LENGTH_MAX / 4))).toMatchObject({ ok: true })
    expect(fillRow(template, row(FILLED_LENGTH_MAX / 4 + 1))).toEqual({
      ok: false,
      reason: `The fields of the row make an input of more than ${FILLED_LENGTH_MAX} characters.`,
    })
  })
})

describe('a template', () => {
  it.each([
    '{{',
    'x {{',
    '{{}}',
    '{{ }}',
    '{{""}}',
    '{{a b}}',
    '{{a',
    '{{a}',
    '{{{a}}}',
    '{{a.}}',
    '{{.a}}',
    '{{a..b}}',
    '{{"a}}',
    '{{"\\x"}}',
    '{{a}} {{',
  ])('refuses the placeholder %j at its member', (text) => {
    expect(parseTemplate({ a: 1, in: { list: ['x', text] } })).toMatchObject({
      ok: false,
      faults: [{ path: '/in/list/1', message: expect.stringContaining('has a malformed placeholder at character') }],
    })
  })

  it('states where a placeholder is malformed, once for each member', () => {
    expect(parseTemplate({ a: 'x {{b c}} {{', 'd/e': '{{' })).toEqual({
      ok: false,
      faults: [
        { path: '/a', message: expect.stringMatching(/at character 3: write `\{\{field\}\}`/) },
        { path: '/d~1e', message: expect.stringMatching(/at character 1:/) },
      ],
    })
  })

  it('refuses placeholders in names, long names, deep paths and too many of them', () => {
    const refused = (input: JsonObject) => parseTemplate(input)
    expect(refused({ '{{a}}': 1 })).toMatchObject({ ok: false, faults: [{ path: '/{{a}}' }] })
    expect(refused({ a: `{{${'x'.repeat(201)}}}` })).toMatchObject({ ok: false, faults: [{ path: '/a' }] })
    expect(refused({ a: `{{${'x.'.repeat(10)}x}}` })).toMatchObject({ ok: false, faults: [{ path: '/a' }] })
    expect(refused({ a: '{{x}}'.repeat(PLACEHOLDERS_MAX) })).toMatchObject({ ok: true })
    expect(refused({ a: '{{x}}'.repeat(PLACEHOLDERS_MAX + 1) })).toMatchObject({ ok: false, faults: [{ path: '' }] })
  })

  it('names its fields that no column has, each once', () => {
    const template = templateOf({
      a: '{{email}} {{"First Name"}}',
      b: ['{{email}}', { c: '{{company.domain}}' }],
      d: '{{a.b}}',
    })
    expect(missingColumns(template, ['email', 'First Name', 'company', 'a.b'])).toEqual([])
    expect(missingColumns(template, ['Email', 'first name', 'domain', 'b'])).toEqual([
      'email',
      'First Name',
      'company.domain',
      'a.b',
    ])
  })
})

describe('any input', () => {
  const withoutBraces = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('{{'))
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      withoutBraces,
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(withoutBraces, tie('json'), { maxKeys: 4 }),
    ),
  }))
  const name = fc
    .oneof(
      fc.constantFrom('__proto__', 'constructor', 'toString', 'a"b', 'a\\', '}}', '{{x}}', ' '),
      fc.string({ unit: 'grapheme' }),
    )
    .filter((text) => text !== '' && text.length <= 200)
  const row = fc.uniqueArray(fc.tuple(name, json), { selector: ([field]) => field, maxLength: 6 })

  it('without placeholders is the same for every row', () => {
    fc.assert(
      fc.property(fc.dictionary(withoutBraces, json), row, (input, fields) => {
        const json_ = JSON.stringify(input)
        expect(
          JSON.stringify(filledBy(parsedObject(json_), parsedObject(JSON.stringify(Object.fromEntries(fields))))),
        ).toBe(json_)
      }),
      { numRuns: numRunsFor(200) },
    )
  })

  it('has the own, unempty fields of the row that it names, with their types', () => {
    fc.assert(
      fc.property(row, fc.array(name, { maxLength: 4 }), (fields, others) => {
        const own = new Map<string, unknown>(fields)
        const names = [...new Set([...own.keys(), ...others])]
        const input = parsedObject(
          JSON.stringify(Object.fromEntries(names.map((one, index) => [`m${index}`, `{{${JSON.stringify(one)}}}`]))),
        )
        const filled = filledBy(input, parsedObject(JSON.stringify(Object.fromEntries(fields))))
        const expected = names.flatMap((one, index) => {
          const value = own.get(one)
          const isEmpty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
          return isEmpty ? [] : [[`m${index}`, value]]
        })
        expect(JSON.stringify(filled)).toBe(JSON.stringify(Object.fromEntries(expected)))
      }),
      { numRuns: numRunsFor(200) },
    )
  })
})
