import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Access } from '../../domain/access/access.ts'
import type { Role } from '../../domain/access/roles.ts'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import type { Route } from '../../api/route/route.ts'
import { httpClient, type HttpAnswer } from '../support/http.ts'
import { sampled } from '../support/seed.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { accessOf } from './access-rows.ts'
import { type Credential, credentialsOf, type Who } from './credentials.ts'

type Verdict = 'admitted' | 'unauthorized' | 'forbidden'

/** A second copy of the rules; the service's own are in domain/access. */
function verdictOf(access: Access, who: Who): Verdict {
  if (access === 'public') return 'admitted'
  const isForPeople = access === 'session' || access === 'self'
  switch (who.kind) {
    case 'anonymous':
      return 'unauthorized'
    case 'session':
      return access === 'self' || MAY[who.role].includes(access) ? 'admitted' : 'forbidden'
    case 'key':
      return isForPeople || access === 'approve' ? 'forbidden' : 'admitted'
    case 'app':
      return !isForPeople && access !== 'owner' && access !== 'approve' && who.scopes.includes(access)
        ? 'admitted'
        : 'forbidden'
  }
}

/** What each role may call, in addition to what every person may. */
const MAY: Readonly<Record<Role, readonly Access[]>> = {
  owner: ['read', 'run', 'write', 'owner', 'session', 'approve'],
  member: ['read', 'run', 'write', 'approve'],
  viewer: ['read'],
}

/** The text of a refusal for a wrong kind of credential; a route's own `forbidden` has another text. */
const WRONG_KIND = /dashboard session|connected app|Your role in this workspace/

/** How many are tried of each route in addition to none: one guard is before all routes. */
const OTHERS_OF_A_ROUTE = 7

/** Where to report a problem, and where the documents of the API are. */
const LINKS_OF_401 = [
  '</feedback>; rel="agent-feedback"',
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
]

let service: TestService
let credentials: readonly Credential[]
let routes: readonly Route[]
beforeAll(async () => {
  // An admitted request may need a worker, which is not there: no test waits for one.
  service = await startTestService({ worker: false, askMsMax: 200 })
  credentials = credentialsOf(service, service.workspace)
  routes = service.api.routes
  await httpClient(service.url, service.workspace.keys.live).post('/v1/features', { tables: true })
}, 120_000)
afterAll(() => service.stop())

/** A request without content: an admitted caller learns what is missing, any other is refused before that. */
async function send(route: Route, credential: Credential): Promise<HttpAnswer> {
  const path = route.path.replaceAll(/\{\w+\}/g, 'nothing')
  return httpClient(service.url).request(path, { method: route.method, headers: await credential.headers() })
}

function verdictIn({ status, headers, body, at }: HttpAnswer): Verdict | 'badly reported' {
  if (status === 401) {
    const isDocumented =
      at('error', 'code') === 'unauthorized' &&
      typeof at('error', 'message') === 'string' &&
      at('error', 'request_id') === headers.get('request-id') &&
      /^Bearer\b/.test(headers.get('www-authenticate') ?? '')
    return isDocumented && LINKS_OF_401.every((link) => headers.get('link')?.split(', ').includes(link))
      ? 'unauthorized'
      : 'badly reported'
  }
  if (status === 403 && WRONG_KIND.test(String(at('error', 'message')))) {
    const isDocumented =
      at('error', 'code') === 'forbidden' &&
      at('error', 'request_id') === headers.get('request-id') &&
      Object.keys(Object(body)).length === 1
    return isDocumented ? 'forbidden' : 'badly reported'
  }
  return status >= 500 && status !== 503 ? 'badly reported' : 'admitted'
}

describe('every route and every kind of credential', () => {
  it.each(declaredRoutes().map(({ operationId }) => operationId))(
    '%s answers each as documented',
    async (operationId) => {
      const route = routes.find((one) => one.operationId === operationId)
      if (route === undefined) throw new Error(`there is no route ${operationId}`)
      const access = accessOf(route)
      const tried = [...credentials.slice(0, 1), ...sampled(credentials.slice(1), OTHERS_OF_A_ROUTE, operationId)]
      const answers = await Promise.all(
        tried.map(async (credential) => [credential.name, verdictIn(await send(route, credential))] as const),
      )
      expect(Object.fromEntries(answers)).toEqual(
        Object.fromEntries(tried.map(({ name, who }) => [name, verdictOf(access, who)])),
      )
    },
  )
})
