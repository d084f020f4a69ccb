import { describe, expect, it } from '@jest/globals'
import { CHANGED_NAME_LENGTH_MAX, CHANGED_NAMES_MAX, changedFields } from '../../../domain/rows/changed-fields.ts'
import type { JsonObject } from '../../../domain/json/json.ts'

const row = (
  data: JsonObject,
  { status = null, nextAt = null }: { status?: string | null; nextAt?: Date | null } = {},
) => ({
  data,
  status,
  nextAt,
})
const many = (count: number, value: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, value]))

describe('a change of a row', () => {
  it.each<[string, Parameters<typeof changedFields>, string[]]>([
    ['nothing', [row({ a: 1, b: { c: [1] } }), row({ a: 1, b: { c: [1] } })], []],
    ['nothing but the order of members', [row({ a: { b: 1, c: 2 } }), row({ a: { c: 2, b: 1 } })], []],
    ['a value', [row({ a: 1, b: 2 }), row({ a: 1, b: 3 })], ['b']],
    ['a value of another type', [row({ a: 1 }), row({ a: '1' })], ['a']],
    ['something inside of a value', [row({ a: { b: 1 } }), row({ a: { b: 2 } })], ['a']],
    ['a field that is new', [row({ a: 1 }), row({ a: 1, b: 1 })], ['b']],
    ['a field that is gone', [row({ a: 1, b: 1 }), row({ a: 1 })], ['b']],
    ['several fields, by name', [row({ c: 1, a: 1 }), row({ d: 1, b: 1 })], ['a', 'b', 'c', 'd']],
    ['a field that is called as a member of every object', [row({}), row({ constructor: 'x' })], ['constructor']],
    ['its status and its time', [row({}), row({}, { status: 'new', nextAt: new Date(1) })], ['status', 'next_at']],
    ['a time that is the same', [row({}, { nextAt: new Date(1) }), row({}, { nextAt: new Date(1) })], []],
  ])('names %s', (_, [held, next], names) => {
    expect(changedFields(held, next)).toEqual({ names, count: names.length })
  })

  it('names a limited number of fields, none with a long name, and counts all', () => {
    const long = 'x'.repeat(CHANGED_NAME_LENGTH_MAX + 1)
    const { names, count } = changedFields(row(many(40, 1)), row({ [long]: 1, ...many(40, 2) }))
    expect([names, count]).toEqual([Object.keys(many(40, 1)).toSorted().slice(0, CHANGED_NAMES_MAX), 41])
  })
})
