import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { connectAccount } from '../../../build/connected-account.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'
import { ownKeyOf } from '../../../twins/kit/credential.ts'
import type { Twins } from '../../../twins/kit/host.ts'
import type { Mode } from '../../../twins/kit/mode.ts'
import { twinSettings } from '../../../twins/kit/settings.ts'
import { type Hook, hooksOf } from '../../../twins/kit/webhooks.ts'
import { startTwins } from '../../../twins/twins.ts'

const HOST = 'api12.unipile.com:14255'
const OTHER_HOST = 'api13.unipile.com:14355'
const SLUGS = ['agentmail', 'resend', 'unipile']
let twins: Twins
let service: TestService
let live: HttpClient
let session: HttpClient
beforeAll(async () => {
  twins = await startTwins()
  service = await startTestService({ providers: twinSettings(twins.world, SLUGS) })
  twins.world.service = service.url
}, 120_000)
afterAll(async () => {
  await service.stop()
  await twins.close()
})
beforeEach(async () => {
  ;[live, session] = await clients()
})

async function clients(): Promise<[HttpClient, HttpClient]> {
  const workspace = await buildWorkspace(service.db)
  const { token } = await buildSession(service.db, workspace.id)
  return [httpClient(service.url, workspace.keys.live), httpClient(service.url, token)]
}

const newKey = (slug: string): string => ownKeyOf(slug, randomUUID(), undefined)
const connect = (slug: string, api_key: string, { client = live, account = HOST } = {}) =>
  client.post(`/v1/connections/${slug}`, { api_key, ...(slug === 'unipile' ? { account } : {}) })
const hooksAt = (slug: string, key: string): readonly Hook[] => {
  const account = twins.world.twins.get(slug)?.accounts.get(key)
  return account === undefined ? [] : [...hooksOf(account).values()]
}
const set = (slug: string, mode: Pick<Mode, 'mode' | 'times' | 'calls'>): void =>
  void twins.world.modes.set(slug, { ms: 0, ...mode })
const hookPath = (slug: string): string => (slug === 'agentmail' ? '/v0/webhooks' : '/webhooks')
const PLACES: readonly [slug: string, hooks: number][] = [
  ['agentmail', 1],
  ['resend', 1],
  ['unipile', 4],
]
const happen = (twin: string, happening: string, what: object) =>
  httpClient(twins.url).post('/_twin/happen', { twin, happening, ...what })
const eventsOf = async (client: HttpClient, type: string): Promise<readonly unknown[]> =>
  [(await client.get(`/v1/events?types=${type}`)).at('items')].flat()

describe('the webhooks in an own account', () => {
  it.each(PLACES)('%s: after a lost answer those that were made are found again', async (slug, hooks) => {
    const key = newKey(slug)
    set(slug, { mode: 'lost', times: 1, calls: `POST ${hookPath(slug)}` })
    const first = await connect(slug, key)
    expect([first.status, first.at('status'), first.at('receiving')]).toEqual([200, 'active', false])
    expect(first.at('next_step')).toContain(`/v1/connections/${slug}`)
    const made = hooksAt(slug, key)
    expect(made).toHaveLength(hooks)
    const second = await connect(slug, key)
    expect([second.at('receiving'), second.at('next_step')]).toEqual([true, null])
    expect(hooksAt(slug, key)).toEqual(made)
  })

  it.each([
    ['replaced', () => connect('resend', newKey('resend'))],
    ['removed', () => live.delete('/v1/connections/resend')],
  ])('leave the account also after a lost answer, when its key is %s', async (_, leave) => {
    const key = newKey('resend')
    set('resend', { mode: 'lost', times: 1, calls: 'POST /webhooks' })
    await connect('resend', key)
    expect(hooksAt('resend', key)).toHaveLength(1)
    expect((await leave()).status).toBe(200)
    expect(hooksAt('resend', key)).toEqual([])
  })

  it.each(PLACES)('%s: they leave the account whose key is replaced by that of another', async (slug, hooks) => {
    const [before, after] = [newKey(slug), newKey(slug)]
    await connect(slug, before)
    expect((await connect(slug, after)).at('receiving')).toBe(true)
    expect([hooksAt(slug, before), hooksAt(slug, after).length]).toEqual([[], hooks])
  })

  it.each([
    ['replaced', (key: string) => connect('agentmail', key)],
    ['removed', () => live.delete('/v1/connections/agentmail')],
  ])('a failed removal is logged when the key is %s, and its reports are refused', async (_, leave) => {
    const key = newKey('agentmail')
    await connect('agentmail', key)
    const inbox = await live.post('/v1/email/inboxes', { username: `left-${randomUUID().slice(0, 8)}` })
    set('agentmail', { mode: 'wrong', times: 1, calls: 'DELETE /v0/webhooks' })
    expect((await leave(newKey('agentmail'))).status).toBe(200)
    const [left] = hooksAt('agentmail', key)
    const id = left?.url.split('/').at(-1) ?? 'none'
    const logged = service.logLines.filter((line) => line.includes('own_webhook_not_removed') && line.includes(id))
    expect(logged).toEqual([expect.stringContaining('unreachable')])
    const refused = await happen('agentmail', 'mail_arrives', { to: inbox.at('address') })
    expect(refused.at('error')).toContain('answered 401')
  })

  it('that were refused are made with the next inbox, and with the next messaging account', async () => {
    const [mail, messages] = [newKey('agentmail'), newKey('unipile')]
    for (const [slug, key] of [
      ['agentmail', mail],
      ['unipile', messages],
    ] as const) {
      set(slug, { mode: 'wrong', times: null, calls: `POST ${hookPath(slug)}` })
      expect((await connect(slug, key)).at('receiving')).toBe(false)
      twins.world.modes.delete(slug)
    }
    const listed = await live.get('/v1/connections')
    expect([listed.at('items', '0', 'receiving'), listed.at('items', '1', 'receiving')]).toEqual([false, false])
    expect(listed.at('items', '0', 'next_step')).toContain('/v1/connections/agentmail')
    await live.post('/v1/email/inboxes', { username: `next-${randomUUID().slice(0, 8)}` })
    await connectAccount(session, 'linkedin')
    const then = await live.get('/v1/connections')
    expect([then.at('items', '0', 'receiving'), then.at('items', '1', 'receiving')]).toEqual([true, true])
    expect(then.at('items', '0', 'next_step')).toBeNull()
  })
})

describe('an own Unipile account', () => {
  it('reports on its own accounts alone, with the secret of its webhooks', async () => {
    const key = newKey('unipile')
    await connect('unipile', key)
    await connectAccount(session, 'linkedin')
    const [outsider] = await clients()
    const foreign = newKey('unipile')
    await connect('unipile', foreign, { client: outsider })
    const [own] = hooksAt('unipile', key)
    const [other] = hooksAt('unipile', foreign)
    const external = await httpClient(`${twins.url}/unipile`).request('/api/v1/accounts', {
      headers: { 'x-api-key': key },
    })
    const message = (id: string) => ({
      account_id: external.at('items', '0', 'id'),
      account_type: 'LINKEDIN',
      account_info: { type: 'LINKEDIN', user_id: 'own' },
      event: 'message_received',
      chat_id: 'chat_1',
      message_id: id,
      message: id,
      timestamp: new Date().toISOString(),
      sender: { attendee_id: 'a', attendee_name: 'Robin Sample', attendee_provider_id: 'ACoAAB0000SAMPLE' },
    })
    const report = async (to: Hook | undefined, secret: string | undefined, id: string) => {
      const headers = { 'X-Webhook-Secret': secret ?? '' }
      const path = new URL(to?.url ?? '').pathname
      return (await httpClient(service.url).request(path, { method: 'POST', body: message(id), headers })).status
    }
    expect([
      await report(own, undefined, 'without a secret'),
      await report(own, other?.secret, 'by the secret of another'),
      await report(other, other?.secret, 'about an account of another'),
      await report(own, own?.secret, 'genuine'),
    ]).toEqual([401, 401, 200, 200])
    const events = await until(
      () => eventsOf(live, 'linkedin.message_received'),
      (all) => all.length > 0,
    )
    expect(events).toMatchObject([{ data: { text: 'genuine' } }])
    expect(await eventsOf(outsider, 'linkedin.message_received')).toEqual([])
  })

  it('keeps its host while messaging accounts are there, also without the key', async () => {
    const key = newKey('unipile')
    await connect('unipile', key)
    const id = await connectAccount(session, 'linkedin')
    const move = () => connect('unipile', key, { account: OTHER_HOST })
    const refused = await move()
    expect([refused.status, refused.at('error', 'code'), refused.at('error', 'param')]).toEqual([
      409,
      'conflict',
      '/account',
    ])
    expect(refused.at('error', 'message')).toContain(HOST)
    expect((await live.get('/v1/connections')).at('items', '0', 'account')).toBe(HOST)
    expect((await live.delete('/v1/connections/unipile')).at('account')).toBeNull()
    expect((await move()).status).toBe(409)
    expect((await connect('unipile', key)).status).toBe(200)
    expect((await session.delete(`/v1/linkedin/accounts/${id}`)).status).toBe(200)
    expect((await move()).at('account')).toBe(OTHER_HOST)
  })
})

describe('a provider that cannot reach the service', () => {
  it('gets no webhook, and the next step is a public address', async () => {
    // The same machine by an address that is no local one in the eyes of the service.
    const baseUrl = `${twins.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')}/resend`
    const remote = await startTestService({ providers: { resend: { baseUrl } } })
    try {
      const key = newKey('resend')
      const connected = await httpClient(remote.url, remote.workspace.keys.live).post('/v1/connections/resend', {
        api_key: key,
      })
      expect([connected.status, connected.at('receiving')]).toEqual([200, false])
      expect(connected.at('next_step')).toContain('Set PUBLIC_URL')
      expect(remote.logLines.filter((line) => line.includes('out_of_reach'))).toHaveLength(1)
      expect(hooksAt('resend', key)).toEqual([])
    } finally {
      await remote.stop()
    }
  })
})
