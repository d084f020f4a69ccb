import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { setTables } from '../../../build/features.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'

const [POLICY, PROFILE] = ['/v1/outreach-policy', '/v1/sender-profile']
let stage: Stage
let service: TestService
let workspace: TestWorkspace
let agent: HttpClient
let owner: HttpClient
beforeAll(async () => {
  stage = await startStage({ providers: ['agentmail'] })
  service = stage.service
}, 120_000)
afterAll(() => stage.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  agent = httpClient(service.url, workspace.keys.test)
  owner = httpClient(service.url, (await buildSession(service.db, workspace.id)).token)
})

const set = async (path: string, body: object) => {
  const answer = await owner.request(path, { method: 'PUT', body })
  expect(answer.status).toBe(200)
  return answer.body
}
const sendTo = (to: string, more: object = {}) =>
  agent.post('/v1/run', { capability: 'email.send', input: { to, subject: 's', text: 't', ...more } })

describe('the settings', () => {
  it('require nothing until an owner changes them', async () => {
    const nothing = {
      footer: 'off',
      require_basis_for: [],
      unknown_country: 'pass',
      require_profile: false,
      ai_disclosure: 'off',
      notice_link: 'off',
      not_interested: 'off',
    }
    expect((await agent.get(POLICY)).body).toEqual(nothing)
    expect((await agent.request(POLICY, { method: 'PUT', body: { require_profile: false } })).status).toBe(403)
    expect(await set(POLICY, { require_basis_for: ['de', 'CA', 'DE'], require_profile: true })).toMatchObject({
      require_basis_for: ['CA', 'DE'],
      require_profile: true,
    })
    expect(await set(POLICY, { require_basis_for: null, footer: 'append' })).toMatchObject({
      footer: 'append',
      require_basis_for: [],
      require_profile: true,
    })
    expect(await set(POLICY, { footer: null, require_profile: null })).toEqual(nothing)
  })

  it('name the sender, as far as it is known', async () => {
    const unknown = { legal_name: null, postal_address: null, country: null, contact: null, privacy_url: null }
    const missing = ['legal_name', 'postal_address', 'contact']
    expect((await agent.get(PROFILE)).body).toEqual({ ...unknown, missing })
    expect(await set(PROFILE, { legal_name: 'Example GmbH', country: 'de' })).toMatchObject({
      legal_name: 'Example GmbH',
      country: 'DE',
      missing: ['postal_address', 'contact'],
    })
    expect(await set(PROFILE, { legal_name: null, contact: 'a@example.com' })).toMatchObject({
      legal_name: null,
      country: 'DE',
      contact: 'a@example.com',
    })
    await set(PROFILE, { country: null, contact: null })
    expect((await agent.get(PROFILE)).body).toEqual({ ...unknown, missing })
  })

  it.each([
    [POLICY, { require_basis_for: ['DE', 'ZZ'] }, '/require_basis_for/1'],
    [POLICY, { footer: 'on' }, '/footer'],
    [POLICY, { fotter: 'off' }, '/fotter'],
    [PROFILE, { country: 'ZZ' }, '/country'],
    [PROFILE, { privacy_url: 'example.com' }, '/privacy_url'],
    [PROFILE, { legal_name: ' ' }, '/legal_name'],
  ])('%s refuses %j at %s', async (path, body, param) => {
    const answer = await owner.request(path, { method: 'PUT', body })
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      param,
    ])
  })
})

describe('a send', () => {
  it('without a basis is blocked in a country that requires one, and its key is free again', async () => {
    await set(POLICY, { require_basis_for: ['DE'] })
    const request = { capability: 'email.send', input: { to: 'robin@example.de', subject: 's', text: 't' } }
    const blocked = await agent.post('/v1/run', { ...request, idempotency_key: 'once' })
    expect([
      blocked.status,
      blocked.at('status'),
      blocked.at('error', 'code'),
      blocked.at('billing', 'quoted'),
    ]).toEqual([403, 'blocked', 'lawful_basis_required', null])
    expect((await sendTo('robin@example.com')).at('hints')).toEqual([expect.stringContaining('country')])
    await set(POLICY, { require_basis_for: null })
    const again = await agent.post('/v1/run', { ...request, idempotency_key: 'once' })
    expect([again.status, again.at('status'), again.at('hints')]).toEqual([200, 'succeeded', undefined])
  })

  it('states its basis and its author, and the history shows them', async () => {
    await set(POLICY, { require_basis_for: ['DE'] })
    const basis = { kind: 'consent', note: 'Fair of 2026-10-01' }
    const sent = await sendTo('robin@example.de', { basis, ai_generated: true })
    expect(sent.status).toBe(200)
    const [touch] = [(await agent.get('/v1/history?q=robin@example.de')).at('touches')].flat()
    expect(touch).toMatchObject({ run_id: sent.at('run_id'), basis, ai_generated: true })
    const many = await agent.post('/v1/history', { subjects: ['robin@example.de'] })
    expect(many.at('items', '0', 'last_touch')).toEqual(touch)
    expect((await sendTo('robin@example.de', { basis: { kind: 'habit' } })).at('error', 'param')).toBe(
      '/input/basis/kind',
    )
  })

  it('is judged by the country of its row, and by that of the linked row', async () => {
    await setTables(service.url, workspace.keys.test, true)
    await set(POLICY, { require_basis_for: ['CA'] })
    await agent.post('/v1/tables/leads/rows', {
      rows: [
        { email: 'ada@example.de', country: 'Canada' },
        { email: 'robin@example.com', country_code: 'ca' },
      ],
    })
    const row = (to: string) =>
      agent.post('/v1/run', {
        capability: 'email.send',
        input: { to, subject: 's', text: 't' },
        record: { table: 'leads', key: 'robin@example.com' },
      })
    for (const blocked of [await sendTo('ada@example.de'), await row('office@example.com')])
      expect(blocked.at('error', 'code')).toBe('lawful_basis_required')
  })

  it('waits for a complete profile', async () => {
    await set(POLICY, { require_profile: true })
    const refused = await sendTo('robin@example.com')
    expect([refused.status, refused.at('error', 'code')]).toEqual([403, 'sender_profile_required'])
    await set(PROFILE, { legal_name: 'Example GmbH', postal_address: 'Musterweg 1', contact: 'a@example.com' })
    expect((await sendTo('robin@example.com')).status).toBe(200)
  })

  it('is judged as a raw call too, which cannot state a basis', async () => {
    await set(POLICY, { require_basis_for: ['DE'] })
    const raw = await agent.post('/v1/run', {
      provider: 'resend',
      endpoint: 'POST /emails',
      input: { from: 'a@example.com', to: 'robin@example.de', subject: 's', text: 't' },
    })
    expect([raw.status, raw.at('error', 'code')]).toEqual([403, 'lawful_basis_required'])
    const lookup = await agent.post('/v1/run', { capability: 'company.enrich', input: { domain: 'example.de' } })
    expect(lookup.status).toBe(200)
  })
})

describe('a message', () => {
  const sentTo = (address: string) =>
    stage
      .calls('agentmail', 'POST /v0/inboxes/{inbox_id}/messages/send')
      .flatMap(({ body }) => ([at(body, 'to')].flat().includes(address) ? [body] : []))

  it('ends with its sender and the link that its header has too, and states that a model wrote it', async () => {
    await set(PROFILE, { legal_name: 'Example GmbH', postal_address: 'Musterweg 1\n10115 Berlin' })
    await set(POLICY, { footer: 'append', ai_disclosure: 'line' })
    const live = httpClient(service.url, workspace.keys.live)
    await live.post('/v1/email/inboxes', { username: `law-${workspace.id.slice(-8)}` })
    const to = `${workspace.id}@example.com`
    const input = { to, subject: 's', text: 'Hello', html: '<p>Hello</p>', ai_generated: true }
    const sent = await live.post('/v1/run', { capability: 'email.send', input })
    expect(sent.status).toBe(200)
    const [body] = sentTo(to)
    const header = String(at(body, 'headers', 'List-Unsubscribe'))
    const link = /<(https?:[^>]+)>/.exec(header)?.[1] ?? 'none'
    expect(at(body, 'text')).toBe(
      `Hello\n\nThis message was written by an AI system.\n\n-- \nExample GmbH\nMusterweg 1\n10115 Berlin\nUnsubscribe: ${link}`,
    )
    expect(at(body, 'html')).toContain(`<a href="${link}">Unsubscribe</a>`)
    expect(at(body, 'headers', 'AI-Disclosure')).toBe('mode=ai-originated')
    expect((await live.get(`/v1/runs/${String(sent.at('run_id'))}`)).at('hints')).toBeUndefined()
  })

  it('without room for what is added is refused before it is held', async () => {
    await set(POLICY, { ai_disclosure: 'line' })
    const invitation = (message: string) =>
      agent.post('/v1/run', {
        capability: 'linkedin.invite',
        input: { profile_url: 'https://www.linkedin.com/in/robin-sample', message, ai_generated: true },
      })
    const refused = await invitation('a'.repeat(290))
    expect([refused.status, refused.at('status'), refused.at('billing', 'quoted')]).toEqual([400, 'failed', null])
    expect(refused.at('error', 'message')).toMatch(/^`message` of the input is 33 characters too long/)
    expect((await invitation('a'.repeat(200))).status).toBe(200)
  })
})
