import { describe, expect, it } from '@jest/globals'
import Type from 'typebox'
import { closed, nullable, oneOf } from '../../../api/schemas/common.ts'
import { idPattern } from '../../../domain/ids/ids.ts'
import { USD_PATTERN } from '../../../domain/money/microdollars.ts'
import { EVERY_PATTERN } from '../../../domain/watches/every.ts'
import { check } from '../../../api/validation/check.ts'
import { explain } from '../../../api/validation/messages.ts'

const faults = (schema: Parameters<typeof check>[0], value: unknown, prefix = '') => {
  const checked = check(schema, value, { prefix })
  return checked.ok ? [] : checked.faults
}

const ContactFind = closed(
  {
    full_name: Type.Optional(Type.String()),
    first_name: Type.Optional(Type.String()),
    last_name: Type.Optional(Type.String()),
    domain: Type.Optional(Type.String()),
    linkedin_url: Type.Optional(Type.String()),
  },
  {
    anyOf: [
      { required: ['linkedin_url'] },
      { required: ['full_name', 'domain'] },
      { required: ['domain'], anyOf: [{ required: ['full_name'] }, { required: ['first_name', 'last_name'] }] },
    ],
  },
)

describe('messages about values', () => {
  it.each([
    [idPattern('watch'), 'must be an id that starts with `watch_`'],
    [USD_PATTERN, 'must be an amount in USD with at most six decimals'],
    [EVERY_PATTERN, 'must be a number of hours or days'],
    ['^[a-f]+$', 'does not have the right form'],
  ])('name what %s requires in words, where there are some', (pattern, message) => {
    expect(faults(closed({ value: Type.String({ pattern }) }), { value: '?' })).toEqual([{ path: '/value', message }])
  })

  it('name the alternatives when each lacks members', () => {
    expect(faults(ContactFind, { domain: 'example.com' }, '/input')).toEqual([
      {
        path: '/input',
        message:
          'is incomplete: it needs `linkedin_url`, or `full_name` and `domain`, or `domain` and (`full_name` or `first_name` and `last_name`)',
      },
    ])
    expect(faults(ContactFind, { domain: 'example.com', first_name: 'Ada', last_name: 'L' })).toEqual([])
  })

  it('report other faults together with missing alternatives', () => {
    expect(faults(ContactFind, { domian: 'example.com' }, '/input')).toEqual([
      { path: '/input/domian', message: 'is not a known member; did you mean `domain`?', meant: 'domain' },
      expect.objectContaining({ path: '/input', message: expect.stringMatching(/^is incomplete/) }),
    ])
  })

  it('state of a missing parameter that it belongs in the query', () => {
    const query = closed({ confirm: Type.Boolean({ examples: [true] }), name: Type.String() })
    const checked = check(query, {}, { place: 'query' })
    expect(checked.ok ? [] : checked.faults).toEqual([
      { path: '/confirm', message: 'is required in the query, for example `?confirm=true`' },
      { path: '/name', message: 'is required in the query' },
    ])
  })

  it('explain the most likely branch of a union', () => {
    const either = Type.Union([
      closed({ capability: Type.String() }),
      closed({ provider: Type.String(), endpoint: Type.String() }),
    ])
    expect(faults(either, { provider: 'hunter' })).toEqual([{ path: '/endpoint', message: 'is required' }])
    expect(faults(either, { capability: 1 })).toEqual([{ path: '/capability', message: 'must be a string' }])
    expect(faults(either, 'text')).toEqual([
      { path: '', message: 'must be an object with `capability` or `provider` and `endpoint`' },
    ])
  })

  it('explain the branch whose members are there, though another has fewer faults', () => {
    const either = Type.Union([
      closed({ table: Type.String() }),
      closed({ items: Type.Array(Type.String({ minLength: 1 }), { maxItems: 2 }) }),
    ])
    const found = faults(either, { items: ['', '', ''] })
    expect(found).toContainEqual({ path: '/items', message: expect.stringContaining('2') })
    expect(found.map(({ path }) => path)).not.toContain('/table')
  })

  it('treat null as one of the kinds of a nullable value', () => {
    const schema = closed({ limit: nullable(Type.Integer({ minimum: 1 })), kind: nullable(oneOf(['a', 'b'])) })
    expect(faults(schema, { limit: 0, kind: 'c' })).toEqual([
      { path: '/limit', message: 'must be at least 1' },
      { path: '/kind', message: 'must be one of: a, b or null' },
    ])
    expect(faults(schema, { limit: 'x', kind: null })).toEqual([
      { path: '/limit', message: 'must be a whole number or null' },
    ])
  })

  it('escape member names in pointers', () => {
    expect(faults(closed({}), { 'a/b~c': 1 })).toEqual([{ path: '/a~1b~0c', message: 'is not a known member' }])
  })

  it('bound the number of faults', () => {
    expect(
      faults(
        Type.Array(Type.String()),
        Array.from({ length: 900 }, () => 1),
      ).length,
    ).toBe(50)
  })
})

describe('a hostile body', () => {
  it('is explained without comparing each of its errors with each other', () => {
    let read = 0
    const errors = Array.from({ length: 5_000 }, (_, index) => ({
      keyword: 'anyOf',
      schemaPath: '#/anyOf',
      params: {},
      schema: [],
      get instancePath() {
        read += 1
        return `/${index}`
      },
    }))
    expect(explain(errors, { place: 'body', prefix: '' })[0]).toEqual({ path: '/0', message: expect.any(String) })
    expect(read).toBeLessThan((errors.length * errors.length) / 10)
  })

  it('is reported in complete alternatives, also where only the first ones are reported', () => {
    const Rows = Type.Array(
      closed({ save: Type.Union([Type.Literal('all'), Type.Array(Type.String()), Type.Boolean()]) }),
    )
    const found = faults(
      Rows,
      Array.from({ length: 400 }, () => ({ save: 1 })),
    )
    expect(found).toHaveLength(50)
    expect(new Set(found.map(({ message }) => message)).size).toBe(1)
    const [alone] = faults(
      Type.Union([Rows, Type.String()]),
      Array.from({ length: 1_000 }, () => ({ save: 1 })),
    )
    expect(alone).toBeDefined()
  })

  it('is refused at its first fault when it has more than a thousand values, so that the faults do not fill the memory', () => {
    const Numbers = closed({ list: Type.Array(Type.String()) })
    expect(faults(Numbers, { list: Array.from({ length: 60 }, () => 1) })).toHaveLength(50)
    expect(faults(Numbers, { list: Array.from({ length: 1_001 }, () => 1) })).toEqual([
      { path: '/list/0', message: 'must be a string' },
    ])
  })
})
