import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { BEHIND_PROXY, signUpNewPerson } from '../auth/people.ts'
import { type Agent, claim, signUpNewAgent, takeLiveKey } from './agent.ts'

let service: TestService
let agent: Agent
beforeAll(async () => {
  service = await startTestService({ worker: false, env: BEHIND_PROXY })
}, 120_000)
afterAll(() => service.stop())
beforeEach(async () => {
  agent = await signUpNewAgent(service)
})

/** The session of a person who claims the agent's workspace. */
async function claimed(budget: object = { amount: '7.50', period: 'day' }): Promise<HttpClient> {
  const { client } = await signUpNewPerson(service)
  expect((await claim(client, agent.token, { budget })).status).toBe(200)
  const moved = await client.post('/v1/auth/workspace', { workspace_id: agent.workspaceId })
  return httpClient(service.url, String(moved.at('session_token')))
}

const stateOf = async (): Promise<unknown> => (await agent.client.get('/v1/agents/me')).at('live_key')

it('is refused before a person has claimed the workspace, and again after it was taken', async () => {
  const early = await takeLiveKey(agent.client)
  expect([early.status, early.at('error', 'code'), await stateOf()]).toEqual([409, 'conflict', 'none'])
  await claimed()
  expect(await stateOf()).toBe('ready')
  expect((await takeLiveKey(agent.client)).at('api_key')).toMatch(/^svc_live_/)
  const late = await takeLiveKey(agent.client)
  expect([late.status, late.at('error', 'code'), await stateOf()]).toEqual([409, 'conflict', 'taken'])
})

it('is taken once, of ten requests at the same time', async () => {
  const owner = await claimed()
  const answers = await Promise.all(Array.from({ length: 10 }, () => takeLiveKey(agent.client)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  const keys = (await owner.get('/v1/api-keys')).at('items')
  expect(keys).toMatchObject([{ environment: 'live' }, { environment: 'test' }])
})

it('has the budget that the person set and decides over nothing, and the owner changes and revokes it', async () => {
  const owner = await claimed()
  const taken = await takeLiveKey(agent.client)
  const live = httpClient(service.url, String(taken.at('api_key')))
  expect((await live.get('/v1/auth/me')).body).toMatchObject({
    workspace: { id: agent.workspaceId },
    environment: 'live',
    budget: { amount: '7.50', period: 'day', spent: '0.00' },
    expires_at: null,
  })
  expect((await live.get('/v1/auth/me')).at('allow')).toEqual({})
  expect((await live.get('/v1/webhooks')).status).toBe(403)
  const path = `/v1/api-keys/${String(taken.at('id'))}`
  const changed = await owner.request(path, { method: 'PATCH', body: { budget: { amount: '1.00', period: 'day' } } })
  expect(changed.body).toMatchObject({ name: 'Research agent (live)', budget: { amount: '1.00' } })
  expect((await owner.delete(path)).status).toBe(200)
  expect((await live.get('/v1/auth/me')).status).toBe(401)
})

it('is answered again under its idempotency key, when the answer was lost', async () => {
  await claimed()
  const key = { 'Idempotency-Key': 'live-1' }
  const [first, again] = [await takeLiveKey(agent.client, key), await takeLiveKey(agent.client, key)]
  expect([first.status, again.body]).toEqual([200, first.body])
})

it('is taken by the key of the sign-up only, as long as it is not revoked', async () => {
  const owner = await claimed()
  const made = await owner.post('/v1/api-keys', { name: 'Other', environment: 'test' })
  const [other, outsider] = [httpClient(service.url, String(made.at('api_key'))), await signUpNewPerson(service)]
  for (const client of [other, owner, httpClient(service.url, outsider.testKey)])
    for (const answer of [await takeLiveKey(client), await client.get('/v1/agents/me')])
      expect([answer.status, answer.at('error', 'code')]).toEqual([404, 'not_found'])
  const mine = String((await agent.client.get('/v1/auth/me')).at('api_key_id'))
  await owner.delete(`/v1/api-keys/${mine}`)
  expect((await takeLiveKey(agent.client)).status).toBe(401)
  expect((await owner.get('/v1/api-keys')).at('items', '2')).toBeUndefined()
})
