import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Access } from '../../domain/access/access.ts'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import type { Route } from '../../api/route/route.ts'
import { at, httpClient, type HttpAnswer, type HttpClient } from '../support/http.ts'
import type { TestService } from '../support/service.ts'
import { type Stage, startStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { type Agent, claim, signUpNewAgent } from './http/agents/agent.ts'
import { BEHIND_PROXY, freshAddress, signUpNewPerson } from './http/auth/people.ts'

/** What a workspace in quarantine may call: everything else decides over something that is not simulated. */
const OPEN: readonly Access[] = ['public', 'read', 'run', 'write']

/** Every live provider is a twin, which lists what reaches it. */
let stage: Stage
let service: TestService
let agent: Agent
beforeAll(async () => {
  stage = await startStage({ env: BEHIND_PROXY })
  service = stage.service
  agent = await signUpNewAgent(service)
}, 120_000)
afterAll(() => stage.stop())

/** The values of the path are those that the document shows. */
const pathOf = ({ path, params }: Route): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(at(params, 'properties', name, 'examples', '0') ?? 'nothing')),
  )

/** The route with each of its example bodies and without one, in the sandbox and as if the agent were live. */
function send(route: Route): Promise<HttpAnswer[]> {
  const bodies = [{}, ...Object.values(route.bodyExamples ?? {}).map(({ value }) => ({ text: textOf(value) }))]
  const type = { 'Content-Type': route.bodyType === 'text/csv' ? 'text/csv' : 'application/json' }
  return Promise.all(
    bodies.flatMap((body) =>
      ['live', 'test'].map((environment) =>
        agent.client.request(pathOf(route), {
          method: route.method,
          ...body,
          headers: {
            ...('text' in body ? type : {}),
            ...freshAddress(),
            'Service-Environment': environment,
          },
        }),
      ),
    ),
  )
}

const textOf = (example: unknown): string => (typeof example === 'string' ? example : JSON.stringify(example))

describe('the sandbox key of a workspace in quarantine, at every route', () => {
  it.each(declaredRoutes().map(({ operationId }) => operationId))('%s', async (operationId) => {
    const route = service.api.routes.find((one) => one.operationId === operationId)
    if (route === undefined) throw new Error(`there is no route ${operationId}`)
    const answers = await send(route)
    for (const { status, at: member } of answers) {
      if (OPEN.includes(route.access)) expect(member('environment')).not.toBe('live')
      else expect([status, member('error', 'code')]).toEqual([403, 'forbidden'])
    }
  })
})

describe('after all of them', () => {
  /** What a list answers in one environment. */
  const listed = async (owner: HttpClient, path: string, environment: 'live' | 'test'): Promise<unknown> =>
    (await owner.get(path, { 'Service-Environment': environment })).at('items')

  it('no provider and no outside address was reached, and the workspace has nothing live', async () => {
    const runs = await until(
      () => agent.client.get('/v1/runs?limit=100'),
      ({ text }) => !/"status":"(created|reserved|queued|running)"/.test(text),
    )
    // The sweep has done something: the examples of runs were executed, in the sandbox.
    expect(runs.text).toContain('"status":"succeeded"')
    expect(stage.twins.world.calls).toEqual([])
    const { client } = await signUpNewPerson(service)
    expect((await claim(client, agent.token)).status).toBe(200)
    const moved = await client.post('/v1/auth/workspace', { workspace_id: agent.workspaceId })
    const owner = httpClient(service.url, String(moved.at('session_token')))
    for (const environment of ['live', 'test'] as const)
      for (const path of ['/v1/webhooks', '/v1/email/inboxes', '/v1/email/domains', '/v1/linkedin/accounts'])
        expect([path, await listed(owner, path, environment)]).toEqual([path, []])
    for (const path of ['/v1/runs', '/v1/watch', '/v1/connected-apps', '/v1/wallet/transactions'])
      expect([path, await listed(owner, path, 'live')]).toEqual([path, []])
    expect(await listed(owner, '/v1/connections', 'live')).toEqual([])
    expect((await owner.get('/v1/members')).body).toMatchObject({ items: [{ you: true }], invitations: [] })
    const keys = await owner.get('/v1/api-keys')
    expect(keys.at('items')).toMatchObject([{ environment: 'test' }])
    expect(keys.at('items', '0', 'allow')).toEqual({})
  })
})
