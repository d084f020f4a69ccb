import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { httpClient } from '../../../support/http.ts'
import { startSimulator } from '../../../support/http-simulator.ts'
import { BEHIND_PROXY, freshAddress } from '../auth/people.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, env: BEHIND_PROXY })
}, 120_000)
afterAll(() => service.stop())

const BASIC = { redirect_uris: ['https://app.example.com/callback'] }
const register = (body: unknown, from = freshAddress()) => httpClient(service.url).post('/oauth/register', body, from)
describe('registration', () => {
  it('answers what was registered: a public client without a secret', async () => {
    const answer = await register({
      ...BASIC,
      client_name: 'Reporter',
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'read',
    })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(answer.body).toEqual({
      client_id: expect.stringMatching(/^client_[\w-]{22}$/),
      client_id_issued_at: expect.any(Number),
      client_name: 'Reporter',
      redirect_uris: BASIC.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'read run write',
    })
  })

  it('makes a public client of one that requests a secret', async () => {
    const answer = await register({ ...BASIC, token_endpoint_auth_method: 'client_secret_basic' })
    expect(answer.body).toMatchObject({ token_endpoint_auth_method: 'none', grant_types: ['authorization_code'] })
    expect(answer.body).not.toHaveProperty('client_secret')
  })

  it('fetches and stores none of the addresses that a client names', async () => {
    const elsewhere = await startSimulator()
    elsewhere.script({ json: [] })
    const at = (path: string): string => `${elsewhere.url}/${path}`
    const answer = await register({
      ...BASIC,
      jwks_uri: at('jwks'),
      sector_identifier_uri: at('sector'),
      logo_uri: at('logo'),
      policy_uri: at('policy'),
      tos_uri: at('tos'),
      client_uri: at('client'),
      initiate_login_uri: at('login'),
      request_uris: [at('request')],
      backchannel_logout_uri: at('logout'),
      subject_type: 'pairwise',
      software_statement: 'e30.e30.',
    })
    expect(answer.status).toBe(201)
    expect(JSON.stringify(answer.body)).not.toContain(elsewhere.url)
    const {
      rows: [stored],
    } = await service.db.pool.query(`select metadata::text as text from oauth_client where id = $1`, [
      answer.at('client_id'),
    ])
    expect(stored.text).not.toContain(elsewhere.url)
    expect(elsewhere.calls).toEqual([])
    await elsewhere.close()
  })

  it.each<[string, unknown, string]>([
    ['without redirect URIs', {}, 'invalid_client_metadata'],
    ['with none', { redirect_uris: [] }, 'invalid_client_metadata'],
    ['with one that is not a text', { redirect_uris: [7] }, 'invalid_client_metadata'],
    ['with a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['with data', { redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    ['with plain http elsewhere', { redirect_uris: ['http://app.example.com/callback'] }, 'invalid_redirect_uri'],
    ['with an invalid host', { redirect_uris: ['https://app.example.com;sandbox/callback'] }, 'invalid_redirect_uri'],
    [
      'with a valid one and an invalid one',
      { redirect_uris: ['https://app.example.com/', 'vbscript:x'] },
      'invalid_redirect_uri',
    ],
    ['with a fragment', { redirect_uris: ['https://app.example.com/#top'] }, 'invalid_redirect_uri'],
    [
      'with a long redirect URI',
      { redirect_uris: [`https://app.example.com/${'a'.repeat(1_000)}`] },
      'invalid_client_metadata',
    ],
    [
      'with many redirect URIs',
      { redirect_uris: Array.from({ length: 11 }, (_, index) => `https://app.example.com/${index}`) },
      'invalid_client_metadata',
    ],
    ['with a long name', { ...BASIC, client_name: 'a'.repeat(101) }, 'invalid_client_metadata'],
    [
      'with a name that reverses the direction of writing',
      { ...BASIC, client_name: 'Re\u202Eporter' },
      'invalid_client_metadata',
    ],
    ['with too much metadata', { ...BASIC, contacts: ['a'.repeat(20_000)] }, 'invalid_client_metadata'],
    ['for another grant', { ...BASIC, grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ['for tokens at once', { ...BASIC, response_types: ['token'] }, 'invalid_client_metadata'],
    ['as a list', [BASIC], 'invalid_client_metadata'],
    ['as a text', 'hello', 'invalid_client_metadata'],
  ])('refuses a client %s', async (_, body, error) => {
    const answer = await register(body)
    expect([answer.status, answer.body]).toEqual([400, { error, error_description: expect.any(String) }])
  })

  it('refuses what is not JSON', async () => {
    const form = await httpClient(service.url).request('/oauth/register', {
      method: 'POST',
      text: 'redirect_uris=x',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    const broken = await httpClient(service.url).request('/oauth/register', {
      method: 'POST',
      text: '{',
      headers: { 'Content-Type': 'application/json' },
    })
    expect([form.status, form.at('error'), broken.status, broken.at('error')]).toEqual([
      400,
      'invalid_client_metadata',
      400,
      'invalid_client_metadata',
    ])
  })

  it('is limited for each address, shared by the replicas', async () => {
    const address = freshAddress()
    const answers = await Promise.all(Array.from({ length: 31 }, () => register(BASIC, address)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30)
    const late = answers.find(({ status }) => status !== 201)
    expect([late?.status, late?.at('error'), Number(late?.headers.get('retry-after')) > 0]).toEqual([
      429,
      'temporarily_unavailable',
      true,
    ])
  })

  it('leaves no more than sixty rows an hour of one address', async () => {
    const address = freshAddress()
    const statuses: number[] = []
    for (let minute = 0; minute < 3; minute += 1) {
      await service.db.pool.query(`delete from rate_limit where key like 'oauth_registrations:%'`)
      for (let time = 0; time < 25; time += 1) statuses.push((await register(BASIC, address)).status)
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
  })
})
