import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { httpClient, type HttpClient } from '../support/http.ts'
import { until } from '../support/until.ts'
import { platformKeyOf } from './kit/credential.ts'
import { urlOfTwin, type Twins } from './kit/host.ts'
import { twinEnvironment } from './kit/settings.ts'
import { startTwins, TWINS } from './twins.ts'

let twins: Twins
let control: HttpClient
beforeEach(async () => {
  twins = await startTwins()
  control = httpClient(twins.url)
})
afterEach(() => twins.close())

const HUNTER_KEY = { 'x-api-key': 'twin_hunter_platform' }
const find = (headers: Record<string, string> = HUNTER_KEY, query = 'domain=acme.org&full_name=Ada+Lovelace') =>
  control.get(`/hunter/email-finder?${query}`, headers)

describe('twins', () => {
  it('there is one for each live provider', () => {
    const live = loadKnownProviders({}).manifests.filter(({ environment }) => environment === 'live')
    expect(TWINS.map(({ slug }) => slug).toSorted()).toEqual(live.map(({ slug }) => slug).toSorted())
    expect(Object.keys(twinEnvironment(twins.world))).toContain('PROVIDER_FEDERAL_REGISTER_BASE_URL')
  })

  it.each(TWINS.map((twin) => [twin.slug, twin] as const))(
    '%s states what it is and knows no other path',
    async (slug, twin) => {
      const seated = twins.world.twins.get(slug)
      const key = platformKeyOf(slug, seated?.auth)
      const headers: Record<string, string> =
        seated?.auth.scheme === 'bearer'
          ? { authorization: `Bearer ${key}` }
          : seated?.auth.scheme === 'basic'
            ? { authorization: `Basic ${Buffer.from(key).toString('base64')}` }
            : seated?.auth.scheme === 'header'
              ? { [seated.auth.name]: `${seated.auth.prefix ?? ''}${key}` }
              : {}
      const query = seated?.auth.scheme === 'query' ? `?${seated.auth.name}=${key}` : ''
      const path = `${urlOfTwin(twins.world, twin).slice(twins.url.length)}/there/is/no/such/path${query}`
      const answer = await control.get(path, headers)
      expect([answer.status, answer.headers.get('x-twin')]).toEqual([404, slug])
    },
  )

  it('refuses a request without a key, or with the key of another twin', async () => {
    expect((await find({})).status).toBe(401)
    expect((await find({ 'x-api-key': 'twin_findymail_platform' })).status).toBe(401)
  })

  it('refuses a body that the document does not allow, in the form of the provider', async () => {
    const headers = { authorization: 'Bearer twin_findymail_platform' }
    const missing = await control.post('/findymail/api/search/name', { name: 'Ada Lovelace' }, headers)
    expect([missing.status, missing.body]).toEqual([422, { message: expect.stringContaining('domain') }])
    const wrong = await control.post('/findymail/api/search/name', { name: 1, domain: 'acme.org' }, headers)
    expect(wrong.status).toBe(422)
    const good = await control.post('/findymail/api/search/name', { name: 'Ada Lovelace', domain: 'acme.org' }, headers)
    expect([good.status, good.at('contact', 'email')]).toEqual([200, 'robin@acme.org'])
  })

  it('finds nothing for a name that states it, at all providers or at one', async () => {
    const headers = { authorization: 'Bearer twin_findymail_platform' }
    const emails = async (domain: string) => [
      (await find(HUNTER_KEY, `domain=${domain}&full_name=Ada+Lovelace`)).at('data', 'email'),
      (await control.post('/findymail/api/search/name', { name: 'Ada', domain }, headers)).at('contact', 'email'),
    ]
    const found = expect.any(String)
    expect(await emails('acme.org')).toEqual([found, found])
    expect(await emails('no-hunter.acme.org')).toEqual([null, found])
    expect((await emails('no-match.acme.org')).map((email) => email ?? null)).toEqual([null, null])
  })

  it('answers what it has no behaviour for as the document describes', async () => {
    const answer = await control.get('/hunter/email-count?domain=acme.org', HUNTER_KEY)
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: expect.objectContaining({ total: expect.any(Number) }), meta: expect.anything() },
    ])
  })

  it('bills each account apart, and refuses one without credit or with a revoked key', async () => {
    await find()
    await find({ 'x-api-key': 'twin_hunter_own' })
    expect((await control.get('/_twin/calls')).body).toEqual(
      ['platform', 'own'].map((name) => ({
        twin: 'hunter',
        route: 'GET /email-finder',
        account: `twin_hunter_${name}`,
        path: {},
        query: { domain: 'acme.org', full_name: 'Ada Lovelace' },
        body: null,
        idempotency_key: null,
        status: 200,
        credits: 1,
      })),
    )
    await control.post('/_twin/credits', { twin: 'hunter', account: 'twin_hunter_own', credits: 0 })
    expect((await find({ 'x-api-key': 'twin_hunter_own' })).status).toBe(429)
    expect((await find()).status).toBe(200)
    await control.post('/_twin/revoke', { twin: 'hunter', account: 'twin_hunter_own' })
    expect((await find({ 'x-api-key': 'twin_hunter_own' })).status).toBe(401)
    expect((await find()).status).toBe(200)
  })

  it.each([
    ['wrong', 500],
    ['out_of_credit', 429],
    ['rate_limited', 403],
  ])('in the mode %s it answers %i, for as many calls as stated', async (mode, status) => {
    await control.post('/_twin/mode', { twin: 'hunter', mode, times: 1 })
    expect((await find()).status).toBe(status)
    expect((await find()).status).toBe(200)
  })

  it('cuts, empties, loses, breaks off or swells its answers after the work', async () => {
    await control.post('/_twin/mode', { twin: 'hunter', mode: 'malformed', times: 1 })
    expect((await find()).body).toBeUndefined()
    await control.post('/_twin/mode', { twin: 'hunter', mode: 'empty', times: 1 })
    expect((await find()).body).toEqual({})
    for (const mode of ['lost', 'broken']) {
      await control.post('/_twin/mode', { twin: 'hunter', mode, times: 1 })
      await expect(find()).rejects.toThrow()
    }
    await control.post('/_twin/mode', { twin: 'hunter', mode: 'oversized', times: 1 })
    expect((await find()).text.length).toBeGreaterThan(10 * 1024 * 1024)
    expect(twins.world.calls.map(({ status, credits }) => [status, credits])).toEqual(
      [1, 2, 3, 4, 5].map(() => [200, 1]),
    )
  })

  it.each<[string, (gone: AbortController) => unknown]>([
    ['the client gives up', (gone) => gone.abort()],
    ['the twins are reset', () => control.post('/_twin/reset')],
    ['the twins are closed', () => twins.close()],
  ])('leaves a call hanging without any work until %s', async (_, end) => {
    await control.post('/_twin/mode', { twin: 'hunter', mode: 'hang' })
    const gone = new AbortController()
    const path = '/hunter/email-finder?domain=acme.org&full_name=Ada+Lovelace'
    const refused = expect(control.request(path, { headers: HUNTER_KEY, signal: gone.signal })).rejects.toThrow()
    const { calls, hanging, twins: seated } = twins.world
    await until(
      async () => hanging.size,
      (size) => size === 1,
    )
    const account = { key: 'twin_hunter_platform', credits: 1_000_000 }
    expect([calls, [...(seated.get('hunter')?.accounts.values() ?? [])]]).toMatchObject([
      [{ route: 'GET /email-finder', status: null, credits: 0 }],
      [account],
    ])
    await end(gone)
    await refused
    await until(
      async () => hanging.size,
      (size) => size === 0,
    )
  })
})

describe('the twin of Resend', () => {
  const headers = { authorization: 'Bearer twin_resend_platform' }
  const letter = { from: 'Sales <sales@mail.acme.org>', to: ['ada@example.com'], subject: 'Hello', text: 'Hello.' }

  it('sends from a domain whose records are published, and sends a key once', async () => {
    expect((await control.post('/resend/emails', letter, headers)).status).toBe(403)
    const made = await control.post('/resend/domains', { name: 'mail.acme.org' }, headers)
    const domain = `/resend/domains/${String(made.at('id'))}`
    await control.post(`${domain}/verify`, undefined, headers)
    expect((await control.get(domain, headers)).at('status')).toBe('pending')
    await control.post('/_twin/happen', { twin: 'resend', happening: 'dns_published', domain: 'mail.acme.org' })
    await control.post(`${domain}/verify`, undefined, headers)
    const keyed = { ...headers, 'idempotency-key': 'run_1:1' }
    const [first, again] = [
      await control.post('/resend/emails', letter, keyed),
      await control.post('/resend/emails', letter, keyed),
    ]
    expect([first.status, again.body]).toEqual([200, first.body])
    expect((await control.post('/resend/emails', { ...letter, subject: 'Other' }, keyed)).status).toBe(409)
  })
})
