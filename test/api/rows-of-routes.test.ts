import { describe, expect, it } from '@jest/globals'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import type { Route } from '../../api/route/route.ts'
import { tagsOf } from '../../api/openapi/tags.ts'
import { at } from '../support/http.ts'
import { ACCESS } from './access-rows.ts'
import { STEPS } from './examples/steps.ts'
import { FOREIGN, NAMES_NO_OBJECT } from './foreign-objects.ts'

const routes = declaredRoutes()
const operations = routes.map(({ operationId }) => operationId)

/** One line for each row that is missing, with the file to add it to, and for each row without a route. */
function faultsOf(file: string, rows: readonly string[], wanted: readonly string[]): string[] {
  return [
    ...wanted.filter((name) => !rows.includes(name)).map((name) => `${file}: add a row for ${name}`),
    ...rows.filter((name) => !operations.includes(name)).map((name) => `${file}: remove ${name}, which is no route`),
  ]
}

/** Each body example and each success status of a route. */
const shownBy = (route: Route): string[] =>
  [
    ...Object.keys(route.responses).filter((status) => Number(status) < 300),
    ...Object.keys(route.bodyExamples ?? {}),
  ].map((what) => `${route.operationId} ${what}`)

describe('every route', () => {
  it('has a row with its access in test/api/access-rows.ts', () => {
    expect(faultsOf('test/api/access-rows.ts', Object.keys(ACCESS), operations)).toEqual([])
  })

  it('has a tag that api/openapi/tags.ts describes', () => {
    const described = Object.values(tagsOf(routes)['x-tagGroups'] ?? {}).flatMap((group) => at(group, 'tags') ?? [])
    const tags = [...new Set(routes.flatMap(({ tags: used }) => used))]
    expect(tags.filter((tag) => !described.includes(tag)).map((tag) => `api/openapi/tags.ts: add ${tag}`)).toEqual([])
  })

  it("has, with an id in its path, a row with another workspace's object in test/api/foreign-objects.ts", () => {
    const named = routes.filter(({ path }) => path.includes('{')).map(({ operationId }) => operationId)
    const rows = [...Object.keys(FOREIGN), ...Object.keys(NAMES_NO_OBJECT)]
    expect(faultsOf('test/api/foreign-objects.ts (FOREIGN or NAMES_NO_OBJECT)', rows, named)).toEqual([])
    expect(Object.keys(NAMES_NO_OBJECT).filter((name) => !named.includes(name))).toEqual([])
  })

  it('that is documented has a step in test/api/examples for each body example and each success status', () => {
    const sent = STEPS.flatMap(({ operation, example, status }) => [
      `${operation} ${status}`,
      ...(example === undefined ? [] : [`${operation} ${example}`]),
    ])
    const missing = routes
      .filter(({ documented }) => documented !== false)
      .flatMap(shownBy)
      // Stripe's own messages are sent in examples.test.ts.
      .filter((what) => !sent.includes(what) && what !== 'receiveStripe 200')
    expect(missing.map((what) => `test/api/examples/steps-*.ts: add a step for ${what}`)).toEqual([])
  })
})
