import { describe, expect, it } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Type, { type TSchema } from 'typebox'
import { declaredRoutes } from '../../../api/http/declared-routes.ts'
import { schemasOf } from '../../../api/route/route.ts'
import { check, type RequestPart } from '../../../api/validation/check.ts'

/** A small body and a large one are checked by two functions. Throws for a schema that ajv refuses. */
function compileOf(schema: TSchema, place: RequestPart): void {
  const values = place === 'body' ? [{}, Array.from({ length: 1_001 }, () => 0)] : [{}]
  for (const value of values) check(schema, value, { place })
}

/** How many schemas are compiled meanwhile. */
function compiledDuring(work: () => void): number {
  const { compile } = Ajv2020.prototype
  let compiled = 0
  Ajv2020.prototype.compile = function <T>(this: Ajv2020, ...args: Parameters<typeof compile<T>>) {
    compiled += 1
    return compile.apply(this, args)
  } as typeof compile
  try {
    work()
  } finally {
    Ajv2020.prototype.compile = compile
  }
  return compiled
}

/** The schemas that ajv refuses, each with its reason. */
const refusedOf = (routes: ReturnType<typeof declaredRoutes>): string[] =>
  routes.flatMap((route) =>
    schemasOf(route).flatMap(({ part, place, schema }) => {
      try {
        compileOf(schema, place)
        return []
      } catch (error) {
        return [`${route.operationId}, ${part}: ${String(error)}`]
      }
    }),
  )

describe('the schemas of routes', () => {
  it('are compiled when they are first used, and not while routes are declared', () => {
    expect(compiledDuring(() => declaredRoutes())).toBe(0)
    const query = Type.Object({ first: Type.Literal('use') }, { additionalProperties: false })
    expect(compiledDuring(() => compileOf(query, 'query'))).toBe(1)
    expect(compiledDuring(() => compileOf({ ...query }, 'query'))).toBe(0)
  })

  it('can all be compiled', () => {
    expect(refusedOf(declaredRoutes())).toEqual([])
  })

  it('are refused by the test above, which names the route and the part', () => {
    const [route] = declaredRoutes()
    if (route === undefined) throw new Error('there are routes')
    const query = Type.Object({ since: Type.String({ format: 'no-such-format' }) }, { additionalProperties: false })
    expect(refusedOf([{ ...route, query }])).toEqual([
      expect.stringMatching(`^${route.operationId}, query: .*no-such-format`),
    ])
  })
})
