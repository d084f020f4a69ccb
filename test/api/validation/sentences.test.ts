import { describe, expect, it } from '@jest/globals'
import Type from 'typebox'
import { declaredRoutes } from '../../../api/http/declared-routes.ts'
import { closed } from '../../../api/schemas/common.ts'
import { check } from '../../../api/validation/check.ts'
import { patternText } from '../../../api/validation/pattern-texts.ts'

type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/** Every schema of a value within a schema, by its JSON: many routes share them. */
function valuesIn(schema: unknown, found: Map<string, Schema>): Map<string, Schema> {
  if (!isSchema(schema)) return found
  for (const [keyword, inner] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === 'patternProperties')
      for (const member of Object.values(isSchema(inner) ? inner : {})) {
        if (isSchema(member)) found.set(JSON.stringify(member), member)
        valuesIn(member, found)
      }
    else if (keyword !== 'enum' && keyword !== 'const' && keyword !== 'examples') valuesIn(inner, found)
  }
  return found
}

const requests = new Map<string, Schema>()
for (const { params, query, headers, body } of declaredRoutes())
  for (const part of [params, query, headers, body]) valuesIn(part, requests)

const WRONG = ['?', '', ' ', -1, true, {}, { other: 1 }, [], [{}], [' '], null, 'x'.repeat(3_000)]
/** A regular expression, and what validators of JSON Schema state. */
const FORBIDDEN = /\^(?!`)|\\|\bpattern\b|must match|must NOT|additional properties|an object or an object|undefined/

describe('the refusal of a request', () => {
  it('never shows a pattern or a phrase of JSON Schema', () => {
    const shown = [...requests.values()].flatMap((schema) =>
      WRONG.flatMap((value) => {
        const checked = check(closed({ value: Type.Unsafe(schema) }), { value })
        return checked.ok ? [] : checked.faults.map(({ message }) => message).filter((text) => FORBIDDEN.test(text))
      }),
    )
    expect([...new Set(shown)]).toEqual([])
  })

  it('states in words what each pattern demands, or has an example of it', () => {
    const silent = [...requests.values()].filter(
      ({ pattern, examples, description }) =>
        typeof pattern === 'string' &&
        patternText(pattern) === null &&
        examples === undefined &&
        description === undefined,
    )
    expect(silent).toEqual([])
  })
})
