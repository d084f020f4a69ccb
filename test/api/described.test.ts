import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Route } from '../../api/route.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let routes: readonly Route[]
beforeAll(async () => {
  service = await startTestService({ worker: false })
  routes = service.api.routes.filter(({ documented }) => documented !== false)
}, 120_000)
afterAll(() => service.stop())

const names = (found: readonly Route[]): readonly string[] => found.map(({ operationId }) => operationId)

/** What the reference shows of the service's own routes: a new one that says nothing of itself fails. */
describe('a documented route', () => {
  it('says more than its summary', () => {
    expect(routes.length).toBeGreaterThan(80)
    expect(names(routes.filter(({ description }) => description === undefined || description.length < 20))).toEqual([])
  })

  it('shows a body to send, where it takes one', () => {
    const takesBody = routes.filter(({ body, bodyType }) => body !== undefined && bodyType !== 'raw')
    expect(names(takesBody.filter(({ bodyExamples }) => Object.keys(bodyExamples ?? {}).length === 0))).toEqual([])
  })
})
