import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { httpClient, type HttpAnswer } from '../../../support/http.ts'
import { linkInLog } from '../../../support/mail-links.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { BEHIND_PROXY, signUpNewPerson } from '../auth/people.ts'
import { BUDGET, claim, signUpNewAgent, takeLiveKey } from './agent.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, env: BEHIND_PROXY })
}, 120_000)
afterAll(() => service.stop())

const refusalOf = ({ status, at }: HttpAnswer) => [status, at('error', 'code'), at('error', 'param')]

describe('the claim of a workspace', () => {
  it('makes the person its owner, ends its quarantine, and keeps the sandbox key', async () => {
    const [agent, person] = [await signUpNewAgent(service), await signUpNewPerson(service)]
    const workspace = { id: agent.workspaceId, name: 'Research agent' }
    const claimed = await claim(person.client, agent.token)
    expect([claimed.status, claimed.body]).toEqual([200, { workspace, budget: BUDGET, claimed_at: expect.any(String) }])
    expect((await person.client.get('/v1/auth/workspaces')).at('items')).toEqual([
      expect.objectContaining({ id: person.workspaceId, current: true }),
      { ...workspace, role: 'owner', current: false },
    ])
    expect((await agent.client.get('/v1/agents/me')).body).toEqual({
      workspace,
      status: 'claimed',
      claim_expires_at: null,
      live_key: 'ready',
    })
    expect((await agent.client.get('/v1/auth/me')).at('expires_at')).toBeNull()
    const moved = await person.client.post('/v1/auth/workspace', { workspace_id: agent.workspaceId })
    const owner = httpClient(service.url, String(moved.at('session_token')))
    expect((await owner.post('/v1/api-keys', { name: 'Worker', environment: 'live' })).status).toBe(200)
    expect((await owner.get('/v1/wallet')).at('balance')).toBe('0.00')
  })

  it('succeeds once, of twenty at the same time', async () => {
    const agent = await signUpNewAgent(service)
    const people = await Promise.all(Array.from({ length: 4 }, () => signUpNewPerson(service)))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => people).flatMap((all) => all.map(({ client }) => claim(client, agent.token))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(refusalOf(answer)).toEqual([400, 'invalid_request', '/token'])
    const memberships = await Promise.all(people.map(({ client }) => client.get('/v1/auth/workspaces')))
    expect(memberships.filter(({ text }) => text.includes(agent.workspaceId))).toHaveLength(1)
  })

  it('is refused alike with a link that was used, has expired, is of another kind or was made up', async () => {
    const person = await signUpNewPerson(service)
    const confirming = linkInLog(service.logLines, 'verify_email')
    const [used, expired] = [await signUpNewAgent(service), await signUpNewAgent(service)]
    expect((await claim(person.client, used.token)).status).toBe(200)
    await service.db.pool.query(
      `with ended as (update api_key set expires_at = clock_timestamp() where workspace_id = $1)
        update agent_sign_up set expires_at = clock_timestamp() where workspace_id = $1`,
      [expired.workspaceId],
    )
    const answers = await Promise.all(
      [used.token, expired.token, confirming, `${used.token}x`, 'garbage'].map((token) => claim(person.client, token)),
    )
    expect(answers.map(refusalOf)).toEqual(answers.map(() => [400, 'invalid_request', '/token']))
    expect(new Set(answers.map(({ at }) => at('error', 'message'))).size).toBe(1)
    expect((await expired.client.get('/v1/agents/me')).status).toBe(401)
  })

  it('needs a budget', async () => {
    const [agent, person] = [await signUpNewAgent(service), await signUpNewPerson(service)]
    const without = await person.client.post('/v1/agents/claim', { token: agent.token })
    const wrong = await claim(person.client, agent.token, { budget: { amount: 'much', period: 'month' } })
    expect([without, wrong].map(refusalOf)).toEqual([
      [400, 'invalid_request', '/budget'],
      [400, 'invalid_request', '/budget/amount'],
    ])
    expect((await claim(person.client, agent.token)).status).toBe(200)
  })

  it('is for the address that the agent named only, once it is confirmed', async () => {
    const owner = await signUpNewPerson(service)
    const verification = linkInLog(service.logLines, 'verify_email')
    const outsider = await signUpNewPerson(service)
    const { token } = await signUpNewAgent(service, { owner_email: owner.email.toUpperCase() })
    expect(linkInLog(service.logLines, 'claim')).toBe(token)
    for (const { client } of [outsider, owner]) {
      const refused = await claim(client, token)
      expect(refusalOf(refused)).toEqual([403, 'forbidden', '/token'])
      expect(refused.text).not.toContain(owner.email)
    }
    await httpClient(service.url).post('/v1/auth/verification/complete', { token: verification })
    expect((await claim(outsider.client, token)).status).toBe(403)
    expect((await claim(owner.client, token)).status).toBe(200)
  })

  it('leaves the quarantine of every other workspace', async () => {
    const [claimed, other] = [await signUpNewAgent(service), await signUpNewAgent(service)]
    const person = await signUpNewPerson(service)
    await claim(person.client, claimed.token)
    expect((await other.client.get('/v1/agents/me')).at('status')).toBe('quarantined')
    expect((await takeLiveKey(other.client)).status).toBe(409)
  })
})
