import { describe, expect, it } from '@jest/globals'
import { faultOfFieldPaths } from '../../../domain/answers/field-paths.ts'
import { project, type Projection } from '../../../domain/answers/project.ts'
import { summarize } from '../../../domain/answers/summary.ts'
import { parseExactJson } from '../../../domain/json/exact.ts'
import type { JsonObject } from '../../../domain/json/json.ts'

const RESULT: JsonObject = {
  total: 3,
  'name.with.dots': 'complete',
  company: { name: 'Example', sites: [{ url: 'a' }, { url: 'b' }] },
  items: [
    { email: 'ada@example.com', tags: ['x', 'y', 'z'], bio: { text: 'long', lang: 'en' } },
    { email: null, tags: [] },
    { name: 'Bob' },
  ],
}
const ALL: Projection = { fields: null, maxItems: null }

describe('a projection of a result', () => {
  it.each<[string, Partial<Projection>, JsonObject]>([
    ['nothing selected', {}, RESULT],
    ['a member', { fields: ['total'] }, { total: 3 }],
    ['a member within', { fields: ['company.name'] }, { company: { name: 'Example' } }],
    [
      'a field of the items, which keep their places',
      { fields: ['items.email'] },
      { items: [{ email: 'ada@example.com' }, { email: null }, {}] },
    ],
    [
      'several fields of one list',
      { fields: ['items.bio.lang', 'items.name'] },
      { items: [{ bio: { lang: 'en' } }, {}, { name: 'Bob' }] },
    ],
    ['lists within objects', { fields: ['company.sites.url'] }, { company: { sites: [{ url: 'a' }, { url: 'b' }] } }],
    ['a name with dots', { fields: ['name.with.dots'] }, { 'name.with.dots': 'complete' }],
    ['a path and one within it', { fields: ['company', 'company.name'] }, { company: RESULT['company'] ?? null }],
    ['a field that is not there', { fields: ['nothing', 'company.nothing', 'total.nothing'] }, {}],
    ['inherited names', { fields: ['constructor', 'company.toString', '__proto__'] }, {}],
    ['a field of items that are no objects', { fields: ['items.tags.x'] }, { items: [{}, { tags: [] }, {}] }],
    [
      'first items of every list',
      { maxItems: 1 },
      {
        ...RESULT,
        company: { name: 'Example', sites: [{ url: 'a' }] },
        items: [{ email: 'ada@example.com', tags: ['x'], bio: { text: 'long', lang: 'en' } }],
      },
    ],
    ['fields of the first items', { fields: ['items.email'], maxItems: 1 }, { items: [{ email: 'ada@example.com' }] }],
    ['no items', { fields: ['items'], maxItems: 0 }, { items: [] }],
  ])('has %s', (_, projection, expected) => {
    expect(project(RESULT, { ...ALL, ...projection })).toEqual(expected)
  })

  it('keeps numbers digit for digit', () => {
    const read = parseExactJson('{"items":[{"id":12345678901234567890},{"id":1}]}')
    const result: JsonObject = { data: read }
    expect(JSON.stringify(project(result, { fields: ['data.items.id'], maxItems: 1 }))).toBe(
      '{"data":{"items":[{"id":12345678901234567890}]}}',
    )
  })

  it('answers a payload of any depth', () => {
    const depth = 2_000
    const deep: JsonObject = { data: JSON.parse('['.repeat(depth) + ']'.repeat(depth)) }
    expect(JSON.stringify(project(deep, { ...ALL, maxItems: 1 }))).toBe(JSON.stringify(deep))
  })
})

describe('the summary of a result', () => {
  it('has the lengths of its lists, and the fields that are left out', () => {
    expect(summarize(RESULT, { fields: ['items.email', 'total'], maxItems: 2 })).toEqual({
      lists: [
        { path: 'company.sites', total: 2, shown: 0 },
        { path: 'items', total: 3, shown: 2 },
      ],
      left_out: [
        { path: 'name.with.dots', type: 'string' },
        { path: 'company.name', type: 'string' },
        { path: 'company.sites.url', type: 'string' },
        { path: 'items.tags', type: 'array' },
        { path: 'items.bio.text', type: 'string' },
        { path: 'items.bio.lang', type: 'string' },
        { path: 'items.name', type: 'string' },
      ],
      left_out_more: 0,
    })
  })

  it('leaves nothing out of a complete result', () => {
    expect(summarize(RESULT, ALL)).toMatchObject({ left_out: [], left_out_more: 0 })
  })

  it('names the fields of lists whose items are not shown', () => {
    expect(summarize({ items: [{ a: 1 }, { a: null, b: true }], n: 1 }, { fields: null, maxItems: 0 })).toEqual({
      lists: [{ path: 'items', total: 2, shown: 0 }],
      left_out: [
        { path: 'items.a', type: 'number' },
        { path: 'items.b', type: 'boolean' },
      ],
      left_out_more: 0,
    })
  })

  it('names at most fifty fields, and counts the others', () => {
    const wide: JsonObject = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`field${index}`, index]))
    const { left_out, left_out_more } = summarize(wide, { fields: ['field0'], maxItems: null })
    expect([left_out.length, left_out_more]).toEqual([50, 29])
  })
})

it.each([
  [['items.email', 'a'], null],
  [['items..email'], 'must be a field, or a path with dots such as `items.email`'],
  [[''], 'must be a field, or a path with dots such as `items.email`'],
  [['x'.repeat(201)], 'must have at most 200 characters in each path'],
  [Array.from({ length: 51 }, () => 'a'), 'must name at most 50 fields'],
])('the fault of the fields %j is %s', (paths, fault) => {
  expect(faultOfFieldPaths(paths)).toBe(fault)
})
