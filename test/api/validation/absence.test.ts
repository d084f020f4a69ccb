import { describe, expect, it } from '@jest/globals'
import Type from 'typebox'
import { declaredRoutes } from '../../../api/http/declared-routes.ts'
import { checkRequest } from '../../../api/validation/absence.ts'
import { check } from '../../../api/validation/check.ts'
import { closed, nullable } from '../../../api/schemas/common.ts'

const Written = closed({
  name: Type.String(),
  note: Type.Optional(Type.String()),
  next_at: Type.Optional(nullable(Type.String())),
  any: Type.Optional(Type.Unknown()),
  inner: Type.Optional(closed({ limit: Type.Optional(Type.Integer()), key: Type.String() })),
  items: Type.Optional(Type.Array(closed({ path: Type.Optional(Type.String()) }))),
  either: Type.Optional(Type.Union([Type.String(), closed({ save: Type.Optional(Type.String()) })])),
})

describe('null for an optional member', () => {
  it.each<[string, object, object]>([
    ['is absence', { note: null }, {}],
    ['also in an object', { inner: { key: 'k', limit: null } }, { inner: { key: 'k' } }],
    ['also in an item of a list', { items: [{ path: null }, { path: 'p' }] }, { items: [{}, { path: 'p' }] }],
    ['also in a branch of a union', { either: { save: null } }, { either: {} }],
    ['stays where the member takes it', { next_at: null, any: null, note: null }, { next_at: null, any: null }],
  ])('%s', (_, written, meant) => {
    expect(checkRequest(Written, { name: 'n', ...written })).toEqual({ ok: true, value: { name: 'n', ...meant } })
  })

  it.each<[string, object, string]>([
    ['a required member', { name: null }, '/name'],
    ['a required member of an object', { name: 'n', inner: { key: null } }, '/inner/key'],
    ['an item of a list', { name: 'n', items: [null] }, '/items/0'],
    ['an unknown member', { name: 'n', nothing: null }, '/nothing'],
  ])('is refused for %s', (_, written, path) => {
    const checked = checkRequest(Written, written)
    expect(checked.ok ? [] : checked.faults.map((fault) => fault.path)).toEqual([path])
  })
})

/** Each example of a body, with each of the optional members that its schema declares as null. */
const BODIES = declaredRoutes().flatMap(({ operationId, body, bodyExamples = {} }) =>
  body === undefined
    ? []
    : Object.entries(bodyExamples).map(([name, { value }]) => [operationId, name, body, Object(value)] as const),
)
const branchesOf = (schema: object): object[] =>
  'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(branchesOf) : [schema]
const optionalOf = (schema: object, value: object): string[] =>
  branchesOf(schema)
    .filter((branch) => check(Object(branch), value).ok)
    .flatMap((branch) => Object.keys(Object(branch).properties ?? {}))
    .filter((name) => !Object.hasOwn(value, name))

it('the routes have bodies, and their optional members are found', () => {
  expect(BODIES.length).toBeGreaterThan(50)
  expect(BODIES.flatMap(([, , body, value]) => optionalOf(body, value)).length).toBeGreaterThan(100)
})

it.each(BODIES)('%s (%s) takes null for what is not there', (_, __, body, value) => {
  for (const name of optionalOf(body, value)) {
    const checked = checkRequest(body, { ...value, [name]: null })
    expect([name, checked.ok ? null : checked.faults]).toEqual([name, null])
  }
})
