import { randomUUID } from 'node:crypto'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { makeInbox, publishRecords, verifyDomain } from '../../../build/sending-domain.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { readable } from '../../../support/history.ts'
import { at, httpClient, type HttpClient, membersOf } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'
import { ownKeyOf, platformKeyOf } from '../../../twins/kit/credential.ts'
import type { Twins } from '../../../twins/kit/host.ts'
import { twinSettings } from '../../../twins/kit/settings.ts'
import { startTwins } from '../../../twins/twins.ts'

const DOMAINS = '/v1/email/domains'
const INBOXES = '/v1/email/inboxes'
const PLATFORM = platformKeyOf('resend', undefined)
let twins: Twins
let service: TestService
let live: HttpClient
let sandbox: HttpClient
let domain: string
beforeAll(async () => {
  twins = await startTwins()
  const { apiKey: _, ...agentmail } = twinSettings(twins.world)['agentmail'] ?? {}
  // No account of the platform at AgentMail: an inbox there needs an own key.
  service = await startTestService({
    providers: { ...twinSettings(twins.world), agentmail },
    dnsServers: [twins.world.dns.address],
    sweepEveryMs: 200,
  })
}, 120_000)
afterAll(async () => {
  await service.stop()
  await twins.close()
})
beforeEach(async () => {
  twins.world.calls.length = 0
  ;[live, sandbox] = await clients()
  domain = `mail-${randomUUID().slice(0, 8)}.example.com`
})

const clients = async (): Promise<[HttpClient, HttpClient]> => {
  const { keys } = await buildWorkspace(service.db)
  return [httpClient(service.url, keys.live), httpClient(service.url, keys.test)]
}
const send = (client: HttpClient, input: object = {}) =>
  client.post('/v1/run', {
    capability: 'email.send',
    input: { to: `robin-${randomUUID()}@example.org`, subject: 'Hello', text: 'Hello', ...input },
    wait_seconds: 20,
  })
const calls = (twin: string) => twins.world.calls.filter((call) => call.twin === twin)
/** The accounts that a route of a twin was called with. */
const accountsOf = (twin: string, route: RegExp) => [
  ...new Set(calls(twin).flatMap((call) => (route.test(call.route) ? [call.account] : []))),
]
/** The account of a key at the provider, for its owner. */
const resendOf = (key: string) => httpClient(`${twins.url}/resend`, key)
const domainsOf = async (key: string) =>
  membersOf((await resendOf(key).get('/domains')).at('data')).map(([, one]) => at(one, 'name'))
/** The owner of an account makes and verifies a domain there. */
async function verifiedElsewhere(key: string, name: string): Promise<void> {
  const made = await resendOf(key).post('/domains', { name })
  await publishRecords(twins, name)
  await resendOf(key).post(`/domains/${String(made.at('id'))}/verify`)
}

/** The owner of a domain publishes a record, or its name servers fall silent. */
const dns = (what: object) => httpClient(twins.url).post('/_twin/dns', what)
const authenticationOf = async (client: HttpClient, name: string) =>
  (await client.get(`${DOMAINS}/${name}`)).at('authentication')

describe('how the mail of a domain proves itself', () => {
  afterEach(() => dns({ silent: false }))

  it('is looked up with each check: what is missing, what to publish, and what was found', async () => {
    const added = await live.post(DOMAINS, { domain })
    expect(added.at('authentication')).toEqual({ state: 'unknown', checked_at: null, records: [], dmarc: null })
    const before = await live.post(`${DOMAINS}/${domain}/check`)
    expect(before.at('authentication')).toMatchObject({
      state: 'unproven',
      dmarc: null,
      records: [
        { proof: 'spf', type: 'MX', state: 'missing' },
        { proof: 'spf', type: 'TXT', state: 'missing' },
        { proof: 'dkim', name: `resend._domainkey.${domain}`, state: 'missing', found: [] },
        { proof: 'dmarc', name: `_dmarc.${domain}`, expected: 'v=DMARC1; p=none;', state: 'missing' },
      ],
    })
    await publishRecords(twins, domain)
    await dns({ type: 'TXT', name: `_dmarc.${domain}`, values: ['v=DMARC1; p=quarantine'] })
    const checked = await live.post(`${DOMAINS}/${domain}/check`)
    expect([checked.at('status'), checked.at('authentication')]).toMatchObject([
      'active',
      {
        state: 'proven',
        checked_at: expect.any(String),
        dmarc: { policy: 'quarantine', name: `_dmarc.${domain}`, aligned: ['spf', 'dkim'] },
        records: [{ state: 'found' }, { state: 'found' }, { state: 'found' }, { state: 'found' }],
      },
    ])
    expect(await authenticationOf(live, domain)).toEqual(checked.at('authentication'))
  })

  it('is looked up without a request too', async () => {
    await live.post(DOMAINS, { domain })
    await until(
      () => authenticationOf(live, domain),
      (authentication) => at(authentication, 'state') === 'unproven',
    )
  })

  it('stays as it was while no name server answers', async () => {
    await verifyDomain(live, twins, domain)
    const known = await authenticationOf(live, domain)
    await dns({ silent: true })
    const checked = await live.post(`${DOMAINS}/${domain}/check`)
    expect([checked.status, checked.at('authentication')]).toEqual([200, known])
  })

  it('is simulated for a sandbox domain: a check finds every record', async () => {
    await sandbox.post(DOMAINS, { domain })
    expect((await sandbox.post(`${DOMAINS}/${domain}/check`)).at('authentication')).toMatchObject({
      state: 'proven',
      dmarc: { policy: 'none', aligned: ['spf', 'dkim'] },
    })
  })
})

describe('a domain of the workspace', () => {
  it('is added with the records to publish, verified by a check, and sends from an inbox of it', async () => {
    const added = await live.post(DOMAINS, { domain: domain.toUpperCase() })
    expect([added.status, added.body]).toMatchObject([
      200,
      {
        domain,
        status: 'pending',
        provider: 'resend',
        account: 'platform',
        records: [
          { type: 'MX', name: expect.stringMatching(/^send-/), priority: 10 },
          { type: 'TXT', value: expect.stringContaining('v=spf1') },
          {
            type: 'TXT',
            name: expect.stringMatching(/^resend\._domainkey\.mail-/),
            purpose: 'DKIM',
            status: 'not_started',
          },
        ],
      },
    ])
    const again = await live.post(DOMAINS, { domain })
    expect({ ...Object(again.body), authentication: added.at('authentication') }).toEqual(added.body)
    expect((await live.post(INBOXES, { username: 'sales', domain })).at('error', 'param')).toBe('/domain')
    expect((await live.post(`${DOMAINS}/${domain}/check`)).at('status')).toBe('pending')
    expect((await live.get(INBOXES)).body).toEqual({
      domains: [{ domain, status: 'pending' }],
      items: [],
      registered_domains: [domain],
    })
    await publishRecords(twins, domain)
    expect((await live.post(`${DOMAINS}/${domain}/check`)).at('status')).toBe('active')
    expect((await live.get(`${DOMAINS}/${domain}`)).body).toEqual((await live.get(DOMAINS)).at('items', '0'))
    const inbox = await live.post(INBOXES, { username: 'sales', domain, display_name: 'Ada, Sales' })
    expect([inbox.status, inbox.body]).toMatchObject([200, { address: `sales@${domain}`, status: 'active' }])
    expect((await live.get(INBOXES)).body).toEqual({
      domains: [{ domain, status: 'active' }],
      items: [inbox.body],
      registered_domains: [],
    })
    const run = await send(live)
    expect([run.status, run.at('provider'), run.at('result', 'inbox_id')]).toEqual([
      200,
      'resend',
      inbox.at('inbox_id'),
    ])
    const email = await resendOf(PLATFORM).get(`/emails/${String(run.at('result', 'message_id'))}`)
    expect(email.at('from')).toBe(`"Ada, Sales" <sales@${domain}>`)
  })

  it('that was added when the answer was lost is found again by the next request', async () => {
    twins.world.modes.set('resend', { mode: 'lost', ms: 0, times: 1 })
    expect((await live.post(DOMAINS, { domain })).at('error', 'code')).toBe('unavailable')
    expect((await live.get(`${DOMAINS}/${domain}`)).body).toMatchObject({ status: 'pending', records: [] })
    expect((await live.post(DOMAINS, { domain })).body).toMatchObject({ domain, records: [{}, {}, {}] })
    expect((await domainsOf(PLATFORM)).filter((name) => name === domain)).toEqual([domain])
  })

  it('is refused where another workspace, the operator or another account has it, and nothing is left', async () => {
    const [outsider] = await clients()
    await live.post(DOMAINS, { domain })
    const taken = await outsider.post(DOMAINS, { domain })
    expect([taken.status, taken.at('error', 'code'), taken.at('error', 'param')]).toEqual([409, 'conflict', '/domain'])
    await verifiedElsewhere(PLATFORM, `operator.${domain}`)
    await verifiedElsewhere(ownKeyOf('resend', 'foreign', undefined), `foreign.${domain}`)
    for (const name of ['operator', 'foreign'])
      expect((await outsider.post(DOMAINS, { domain: `${name}.${domain}` })).at('error', 'code')).toBe('conflict')
    expect((await outsider.get(DOMAINS)).body).toEqual({ items: [] })
    for (const named of ['agentmail.to', 'co.uk', 'localhost', '10.0.0.1', 'a b.com'])
      expect((await outsider.post(DOMAINS, { domain: named })).at('error', 'param')).toBe('/domain')
  })

  it.each(['gmail.com', 'Outlook.com', 'mail.yahoo.com'])(
    'of a public mail provider is refused, since no customer can verify it: %s',
    async (named) => {
      for (const call of [live, sandbox]) {
        const refused = await call.post(DOMAINS, { domain: named })
        expect([refused.status, refused.at('error', 'code'), refused.at('error', 'param')]).toEqual([
          400,
          'invalid_request',
          '/domain',
        ])
      }
    },
  )

  it('is removed at the provider and here with its inboxes, and is then free', async () => {
    await verifyDomain(live, twins, domain)
    const first = await makeInbox(live, { username: 'sales', domain })
    const removed = await live.delete(`${DOMAINS}/${domain}`)
    expect([removed.status, removed.at('status')]).toEqual([200, 'removed'])
    expect(await domainsOf(PLATFORM)).not.toContain(domain)
    expect((await live.delete(`${DOMAINS}/${domain}`)).status).toBe(404)
    expect((await live.get(INBOXES)).body).toEqual({ domains: [], items: [], registered_domains: [] })
    const refused = await send(live, { inbox_id: first })
    expect([refused.at('error', 'code'), refused.at('error', 'param')]).toEqual(['not_found', '/input/inbox_id'])
    const [outsider] = await clients()
    await verifyDomain(outsider, twins, domain)
    expect(await makeInbox(outsider, { username: 'sales', domain })).not.toBe(first)
  })

  it('that is removed while the provider adds it is not left there', async () => {
    twins.world.modes.set('resend', { mode: 'slow', ms: 1_000, times: 1, calls: 'POST /domains' })
    const adding = live.post(DOMAINS, { domain })
    await until(
      async () => (await live.get(DOMAINS)).text,
      (listed) => listed.includes(domain),
    )
    expect((await live.delete(`${DOMAINS}/${domain}`)).at('status')).toBe('removed')
    expect((await adding).at('error', 'code')).toBe('conflict')
    expect(calls('resend').map(({ route, status }) => [route, status])).toContainEqual(['POST /domains', 201])
    expect(await domainsOf(PLATFORM)).not.toContain(domain)
    expect((await live.get(DOMAINS)).at('items')).toEqual([])
  })

  it('is simulated in the sandbox, where every workspace may have it and a check verifies it', async () => {
    const added = await sandbox.post(DOMAINS, { domain }, { 'Idempotency-Key': 'domain-1' })
    expect(added.body).toMatchObject({ domain, status: 'pending', simulated: true, records: [{}, {}, {}] })
    const again = await sandbox.post(DOMAINS, { domain }, { 'Idempotency-Key': 'domain-1' })
    expect([again.body, again.headers.get('idempotent-replay')]).toEqual([added.body, 'true'])
    const [, other] = await clients()
    expect((await other.post(DOMAINS, { domain })).status).toBe(200)
    expect((await sandbox.post(`${DOMAINS}/${domain}/check`)).body).toMatchObject({ status: 'active', simulated: true })
    expect((await sandbox.post(INBOXES, { username: 'sales', domain })).body).toMatchObject({ simulated: true })
    expect((await sandbox.delete(`${DOMAINS}/${domain}`)).at('status')).toBe('removed')
    expect(calls('resend')).toEqual([])
  })
})

describe("with the workspace's own key", () => {
  const connect = (provider: string, key: string) => live.post(`/v1/connections/${provider}`, { api_key: key })
  const OWN = ownKeyOf('resend', `own-${randomUUID()}`, undefined)
  const OWN_MAIL = ownKeyOf('agentmail', `own-${randomUUID()}`, undefined)

  it('a domain is in its own account, which may have it already and keeps it; without the key nothing is sent', async () => {
    expect((await connect('resend', OWN)).status).toBe(200)
    await verifiedElsewhere(OWN, domain)
    expect((await live.post(DOMAINS, { domain })).body).toMatchObject({ status: 'active', account: 'own' })
    const inbox = await makeInbox(live, { username: 'sales', domain })
    const run = await send(live)
    expect([run.at('provider'), run.at('billing', 'charged')]).toEqual(['resend', '0.00'])
    expect(accountsOf('resend', /^POST \/emails$/)).toEqual([OWN])
    await live.delete('/v1/connections/resend')
    expect((await live.get(INBOXES)).at('items', '0')).toMatchObject({ status: 'disabled', account: 'own' })
    const refused = await send(live, { inbox_id: inbox })
    expect([refused.status, refused.at('error', 'message')]).toEqual([
      409,
      expect.stringContaining('your inbox is in your own account there, which is not connected'),
    ])
    expect((await live.post(INBOXES, { username: 'other', domain })).at('error', 'code')).toBe('provider_not_available')
    expect((await live.delete(`${DOMAINS}/${domain}`)).status).toBe(200)
    expect(await domainsOf(OWN)).toEqual([domain])
  })

  it('an inbox is in its own account, also where the platform has none, and no other inbox uses the key', async () => {
    const username = `sales-${randomUUID().slice(0, 8)}`
    expect((await live.post(INBOXES, { username })).at('error', 'message')).toContain('/v1/connections/agentmail')
    expect((await live.get(INBOXES)).at('domains')).toEqual([])
    await connect('agentmail', OWN_MAIL)
    expect((await live.get(INBOXES)).at('domains')).toEqual([{ domain: 'agentmail.to', status: 'active' }])
    const own = await makeInbox(live, { username })
    await verifyDomain(live, twins, domain)
    const platforms = await makeInbox(live, { username, domain })
    await connect('resend', OWN)
    const [first, second] = [await send(live, { inbox_id: own }), await send(live, { inbox_id: platforms })]
    expect([first.at('provider'), first.at('billing', 'charged')]).toEqual(['agentmail', '0.00'])
    expect([second.at('provider'), second.at('billing', 'charged')]).toEqual(['resend', '0.001287'])
    expect([accountsOf('agentmail', /./), accountsOf('resend', /^POST \/emails$/)]).toEqual([[OWN_MAIL], [PLATFORM]])
    // Two can send now, so a send states which: neither account is chosen for it.
    const unnamed = await send(live)
    expect([unnamed.status, unnamed.at('error', 'code')]).toEqual([400, 'invalid_request'])
    for (const id of [own, platforms]) expect(unnamed.text).toContain(id)
  })

  it('an inbox that its own account has already is used', async () => {
    const username = `desk-${randomUUID().slice(0, 8)}`
    await httpClient(`${twins.url}/agentmail`, OWN_MAIL).post('/v0/inboxes', { username, domain: 'agentmail.to' })
    await connect('agentmail', OWN_MAIL)
    expect((await live.post(INBOXES, { username })).body).toMatchObject({ status: 'active', account: 'own' })
    expect((await send(live)).at('provider')).toBe('agentmail')
  })
})

describe('confidential data', () => {
  it('a domain is in no history and in no log', async () => {
    const answer = await live.post(DOMAINS, { domain })
    const id = `domain:${answer.headers.get('request-id') ?? ''}`
    const history = readable(historyToJSON(await service.client.workflow.getHandle(id).fetchHistory()))
    expect(history).toContain('make_domain')
    expect([history, ...service.logLines].filter((text) => text.includes(domain.split('.')[0] ?? ''))).toEqual([])
  })
})
