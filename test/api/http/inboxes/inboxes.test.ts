import { randomUUID } from 'node:crypto'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { readable } from '../../../support/history.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { temporalLogLines } from '../../../support/temporal-log.ts'
import { until } from '../../../support/until.ts'
import { ownKeyOf, platformKeyOf } from '../../../twins/kit/credential.ts'

const INBOXES = '/v1/email/inboxes'
const MAKE = 'POST /v0/inboxes'
let stage: Stage
let service: TestService
let workspace: TestWorkspace
let live: HttpClient
let sandbox: HttpClient
beforeAll(async () => {
  stage = await startStage({ providers: ['agentmail'], askMsMax: 6_000 })
  service = stage.service
}, 120_000)
afterAll(() => stage.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  live = httpClient(service.url, workspace.keys.live)
  sandbox = httpClient(service.url, workspace.keys.test)
})
afterEach(() => stage.calm())

const someName = (): string => `sales-${randomUUID().slice(0, 8)}`
/** AgentMail, as the owner of a key sees it. */
const there = (key: string) => httpClient(`${stage.twins.url}/agentmail`, key)
/** The inboxes of the platform's account there that have this name. */
const madeThere = async (username: string) =>
  [(await there(platformKeyOf('agentmail', undefined)).get('/v0/inboxes')).at('inboxes')]
    .flat()
    .filter((inbox) => String(at(inbox, 'inbox_id')).startsWith(`${username}@`))
const items = async (client = live) => [(await client.get(INBOXES)).at('items')].flat()
const clientIds = () => stage.calls('agentmail', MAKE).map(({ body }) => at(body, 'client_id'))

describe('POST /v1/email/inboxes', () => {
  it('makes an inbox at the provider under an id of ours, and lists it', async () => {
    const username = someName()
    const answer = await live.post(INBOXES, { username, display_name: 'Sales' })
    const address = `${username}@agentmail.to`
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        inbox_id: expect.stringMatching(/^inbox_/),
        address,
        domain: 'agentmail.to',
        status: 'active',
        account: 'platform',
      },
    ])
    expect(stage.calls('agentmail')).toMatchObject([
      {
        route: MAKE,
        account: 'twin_agentmail_platform',
        body: { username, domain: 'agentmail.to', client_id: answer.at('inbox_id'), display_name: 'Sales' },
      },
    ])
    expect((await live.get(INBOXES)).body).toEqual({
      domains: [{ domain: 'agentmail.to', status: 'active' }],
      items: [answer.body],
      registered_domains: [],
    })
    expect(await items(sandbox)).toEqual([])
  })

  it('sends from it and reports what arrives in it', async () => {
    const username = someName()
    const inbox = (await live.post(INBOXES, { username })).at('inbox_id')
    const external = `${username}@agentmail.to`
    const run = await live.post('/v1/run', {
      capability: 'email.send',
      input: { to: 'robin@example.com', subject: 'Hello', text: 'Hello' },
      wait_seconds: 20,
    })
    expect([run.status, run.at('provider'), run.at('result')]).toMatchObject([200, 'agentmail', expect.anything()])
    expect(stage.calls('agentmail').at(-1)).toMatchObject({
      route: 'POST /v0/inboxes/{inbox_id}/messages/send',
      path: { inbox_id: external },
    })
    await stage.happen('agentmail', 'mail_arrives', { to: external })
    const events = await until(
      async () => [(await live.get('/v1/events?types=email.received')).at('items')].flat(),
      (found) => found.length > 0,
    )
    expect(events).toMatchObject([{ data: { inbox_id: inbox, inbox: external } }])
  })

  it('repeats a request with a lost answer under the same id, and has one inbox', async () => {
    const username = someName()
    stage.set('agentmail', 'lost')
    const lost = await live.post(INBOXES, { username })
    expect([lost.status, lost.at('error', 'code'), lost.headers.get('retry-after')]).toEqual([503, 'unavailable', '10'])
    expect(await items()).toMatchObject([{ status: 'pending' }])
    stage.set('agentmail', 'normal')
    expect((await live.post(INBOXES, { username })).status).toBe(200)
    expect(await items()).toMatchObject([{ status: 'active' }])
    expect(new Set(clientIds()).size).toBe(1)
    expect(await madeThere(username)).toHaveLength(1)
  })

  it('makes one inbox for many requests at once', async () => {
    const username = someName()
    const answers = await Promise.all(Array.from({ length: 5 }, () => live.post(INBOXES, { username })))
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await items()).toHaveLength(1)
    expect([new Set(clientIds()).size, (await madeThere(username)).length]).toEqual([1, 1])
  })

  it('answers one idempotency key once', async () => {
    const username = someName()
    const call = (more = {}) => live.post(INBOXES, { username, ...more }, { 'Idempotency-Key': 'inbox-1' })
    const [first, again] = [await call(), await call()]
    expect([again.body, again.headers.get('idempotent-replay'), clientIds().length]).toEqual([first.body, 'true', 1])
    expect((await call({ display_name: 'Other' })).at('error', 'code')).toBe('idempotency_mismatch')
  })

  it('refuses a taken address, here or at the provider, and leaves nothing behind', async () => {
    const username = someName()
    await live.post(INBOXES, { username })
    const outsider = httpClient(service.url, (await buildWorkspace(service.db)).keys.live)
    for (const client of [live, outsider]) {
      const taken = await client.post(INBOXES, { username: username.toUpperCase() })
      expect([taken.status, taken.at('error', 'code'), taken.at('error', 'param')]).toEqual([
        409,
        'conflict',
        '/username',
      ])
    }
    const elsewhere = someName()
    await there(ownKeyOf('agentmail', 'other', undefined)).post('/v0/inboxes', { username: elsewhere })
    expect((await outsider.post(INBOXES, { username: elsewhere })).at('error', 'code')).toBe('conflict')
    expect(await items(outsider)).toEqual([])
  })

  it.each<[string, object, string]>([
    ['a dot at the end', { username: 'sales.' }, '/username'],
    ['two points', { username: 'a..b' }, '/username'],
    ['an entire address', { username: 'a@b' }, '/username'],
    ['a space', { username: 'a b' }, '/username'],
    ['nothing', { username: '' }, '/username'],
    ['65 characters', { username: 'a'.repeat(65) }, '/username'],
    ['an unknown domain', { username: 'a', domain: 'example.com' }, '/domain'],
    ['a name with a line break', { username: 'a', display_name: 'a\nb' }, '/display_name'],
  ])('refuses %s', async (_, body, param) => {
    const answer = await live.post(INBOXES, body)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      param,
    ])
    expect(stage.calls('agentmail')).toEqual([])
  })

  it('simulates inboxes in the sandbox, where an address is taken for its own workspace only', async () => {
    const username = someName()
    const answer = await sandbox.post(INBOXES, { username }, { 'Idempotency-Key': 'sandbox-1' })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        inbox_id: expect.any(String),
        address: `${username}@agentmail.to`,
        domain: 'agentmail.to',
        status: 'active',
        account: 'platform',
        simulated: true,
      },
    ])
    expect((await sandbox.post(INBOXES, { username }, { 'Idempotency-Key': 'sandbox-1' })).body).toEqual(answer.body)
    expect((await sandbox.post(INBOXES, { username })).status).toBe(409)
    expect(
      (await httpClient(service.url, (await buildWorkspace(service.db)).keys.test).post(INBOXES, { username })).status,
    ).toBe(200)
    expect(stage.calls('agentmail')).toEqual([])
    const run = await sandbox.post('/v1/run', {
      capability: 'email.send',
      input: { to: 'robin@example.com', subject: 'Hello', text: 'Hello', inbox_id: answer.at('inbox_id') },
      wait_seconds: 20,
    })
    expect([run.status, run.at('simulated')]).toEqual([200, true])
  })

  it('keeps a hundred at most, over both environments', async () => {
    const made = await Promise.all(Array.from({ length: 101 }, () => sandbox.post(INBOXES, { username: someName() })))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(100)
    expect((await live.post(INBOXES, { username: someName() })).at('error', 'code')).toBe('limit_reached')
  })
})

describe('confidential data', () => {
  it('the address and the name of an inbox are in no history and in no log', async () => {
    const username = `canary-${randomUUID().slice(0, 8)}`
    const answer = await live.post(INBOXES, { username, display_name: 'Canary Desk 44f0' })
    expect(answer.status).toBe(200)
    const history = readable(
      historyToJSON(
        await service.client.workflow.getHandle(`inbox:${answer.headers.get('request-id') ?? ''}`).fetchHistory(),
      ),
    )
    expect(history).toContain(String(answer.at('inbox_id')))
    expect(
      [history, ...service.logLines, ...temporalLogLines].filter(
        (text) => text.includes(username) || text.includes('Canary Desk'),
      ),
    ).toEqual([])
  })
})
