import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import type { Route } from '../../api/route/route.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { buildSession } from '../build/session.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { httpClient, type HttpAnswer } from '../support/http.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { foreignObjectOf, type Ids, type Possessor, requestOf } from './foreign-objects.ts'

let service: TestService
let owner: Possessor
let outsider: Possessor
beforeAll(async () => {
  // The answer to a mail of the sandbox comes with a sweep.
  service = await startTestService({ sweepEveryMs: 500 })
  owner = await possessor()
  outsider = await possessor()
}, 120_000)
afterAll(() => service.stop())

/** The session of a workspace with tables on, in the sandbox. */
async function possessor(): Promise<Possessor> {
  const workspace = await buildWorkspace(service.db)
  await httpClient(service.url, workspace.keys.test).post('/v1/features', { tables: true })
  return { workspaceId: workspace.id, environment: 'test', token: (await buildSession(service.db, workspace.id)).token }
}

const elsewhere = (of: Possessor, environment: Environment): Possessor => ({ ...of, environment })

function routeOf(operationId: string): Route {
  const route = service.api.routes.find((one) => one.operationId === operationId)
  if (route === undefined) throw new Error(`there is no route ${operationId}`)
  return route
}

const ask = async (route: Route, { token, environment }: Possessor, ids: Ids): Promise<HttpAnswer> => {
  const { query = '', ...rest } = requestOf(route, ids)
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? 'missing'))
  return httpClient(service.url, token).request(`${path}${query}`, {
    ...rest,
    method: route.method,
    headers: { 'Service-Environment': environment, ...rest.headers },
  })
}

/** What distinguishes one answer from another: everything but the requested ids and that of the request. */
function comparable(answer: HttpAnswer, ids: Ids): string {
  const text = Object.entries(ids).reduce((all, [name, id]) => all.replaceAll(id, `<${name}>`), answer.text)
  return `${answer.status} ${text.replaceAll(answer.headers.get('request-id') ?? '', '<request>')}`
}

describe('an id of another workspace', () => {
  const named = declaredRoutes().flatMap((route) => {
    const foreign = foreignObjectOf(route)
    return foreign === null ? [] : [{ operationId: route.operationId, foreign }]
  })

  it.each(named)('$operationId answers as if it did not exist', async ({ operationId, foreign }) => {
    const route = routeOf(operationId)
    const askers = [outsider, ...(foreign.shared ? [] : [elsewhere(owner, 'live')])]
    const theirs = await foreign.make(service, owner)
    for (const asker of askers) {
      const never = foreign.never()
      const about = comparable(await ask(route, asker, never), never)
      expect(comparable(await ask(route, asker, theirs), theirs)).toBe(about)
      // It exists all the same: for its owner, the route answers differently.
      if (asker === askers.at(-1)) expect(comparable(await ask(route, owner, theirs), theirs)).not.toBe(about)
    }
  })
})
