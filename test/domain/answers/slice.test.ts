import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type Slice, sliceOf, type SliceRequest } from '../../../domain/answers/slice.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { numRunsFor } from '../../support/seed.ts'

const RESULT: JsonObject = {
  items: Array.from({ length: 45 }, (_, index) => ({ id: index, name: `name${index}`, tags: ['a', 'b'] })),
  page: { text: 'x'.repeat(9_000), 'a.b': { c: 1 } },
  nothing: null,
  count: 45,
}
const slice = (request: Partial<SliceRequest> & { readonly path: string }): Slice =>
  sliceOf(RESULT, { offset: 0, limit: null, fields: null, ...request })

describe('a slice of a result', () => {
  it.each<[string, Partial<SliceRequest> & { readonly path: string }, object]>([
    ['the first items by default', { path: 'items' }, { type: 'array', total: 45, offset: 0, next_offset: 20 }],
    ['the last items', { path: 'items', offset: 40 }, { total: 45, offset: 40, next_offset: null }],
    [
      'fields of items',
      { path: 'items', offset: 20, limit: 2, fields: ['id'] },
      { total: 45, next_offset: 22, value: [{ id: 20 }, { id: 21 }] },
    ],
    ['beyond the end', { path: 'items', offset: 99 }, { total: 45, next_offset: null, value: [] }],
    ['an item', { path: 'items.3.name' }, { type: 'string', total: 5, value: 'name3', next_offset: null }],
    ['a text, by characters', { path: 'page.text', offset: 8_000 }, { total: 9_000, next_offset: null }],
    ['members', { path: 'page', limit: 1, fields: ['text'] }, { type: 'object', total: 2, next_offset: 1 }],
    ['a name with dots', { path: 'page.a.b.c' }, { type: 'number', total: 1, value: 1, next_offset: null }],
    ['null', { path: 'nothing' }, { type: 'null', total: 1, value: null }],
  ])('has %s', (_, request, expected) => {
    expect(slice(request)).toMatchObject({ path: request.path, ...expected })
  })

  it.each(['missing', 'items.45', 'items.name', 'items.-1', 'count.x', 'constructor', 'page.toString'])(
    'is without a value where the result has none: %s',
    (path) => {
      expect(slice({ path })).toEqual({ path, total: 0, offset: 0, next_offset: null })
    },
  )

  it('leads to the entire value, slice by slice', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.jsonValue()), fc.string({ unit: 'grapheme' }), fc.dictionary(fc.string(), fc.integer())),
        fc.integer({ min: 1, max: 7 }),
        (value, limit) => {
          const result: JsonObject = JSON.parse(JSON.stringify({ value }))
          const parts: Json[] = []
          for (let offset: number | null = 0; offset !== null;) {
            const part: Slice = sliceOf(result, { path: 'value', offset, limit, fields: null })
            if (typeof part.value === 'string') expect(part.value.isWellFormed()).toBe(true)
            parts.push(part.value ?? null)
            offset = part.next_offset
          }
          expect(joined(parts)).toEqual(result['value'])
        },
      ),
      { numRuns: numRunsFor(1_000) },
    )
  })
})

function joined(parts: readonly Json[]): Json {
  if (parts.every((part) => typeof part === 'string')) return parts.join('')
  if (parts.every((part) => Array.isArray(part))) return parts.flat(1)
  // Unlike an assignment this keeps a member with the name `__proto__`.
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part ?? {})))
}
