import { describe, expect, it } from '@jest/globals'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import type { Route } from '../../api/route/route.ts'
import { tagsOf } from '../../api/openapi/tags.ts'
import { at } from '../support/http.ts'
import { accessOf, UNUSUAL_ROUTES } from './access-rows.ts'
import { STEPS } from './examples/steps.ts'
import { foreignObjectOf, NAMES_NO_OBJECT } from './foreign-objects.ts'

const routes = declaredRoutes()
const operations = routes.map(({ operationId }) => operationId)

/** Each body example and each success status of a route. */
const shownBy = (route: Route): string[] =>
  [
    ...Object.keys(route.responses).filter((status) => Number(status) < 300),
    ...Object.keys(route.bodyExamples ?? {}),
  ].map((what) => `${route.operationId} ${what}`)

describe('every route', () => {
  it('is called by those that test/api/access-rows.ts names for it, or that are usual', () => {
    const differing = routes.filter((route) => route.access !== accessOf(route))
    expect(
      differing.map(
        (route) => `test/api/access-rows.ts: ${route.operationId} is ${route.access}, not ${accessOf(route)}`,
      ),
    ).toEqual([])
    expect(UNUSUAL_ROUTES.filter((name) => !operations.includes(name))).toEqual([])
  })

  it('has a tag that api/openapi/tags.ts describes', () => {
    const described = Object.values(tagsOf(routes, '')['x-tagGroups'] ?? {}).flatMap((group) => at(group, 'tags') ?? [])
    const tags = [...new Set(routes.flatMap(({ tags: used }) => used))]
    expect(tags.filter((tag) => !described.includes(tag)).map((tag) => `api/openapi/tags.ts: add ${tag}`)).toEqual([])
  })

  it('names, with a parameter in its path, an object that test/api/foreign-objects.ts makes, or states that it names none', () => {
    for (const route of routes) foreignObjectOf(route)
    const named = routes.filter(({ path }) => path.includes('{')).map(({ operationId }) => operationId)
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
