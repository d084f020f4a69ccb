import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { openConnection } from '../../../../db/access/connections/open.ts'
import { findConnectionId } from '../../../../db/access/connections/queries.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { readable } from '../../../support/history.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { temporalLogLines } from '../../../support/temporal-log.ts'

/** A key that Hunter's twin knows. */
const CREDENTIAL = 'twin_hunter_canary-credential-7f3a'
const OTHER = 'twin_hunter_canary-credential-9c1e'
const REFUSED = 'canary-credential-refused'
let stage: Stage
let service: TestService
let workspace: TestWorkspace
let live: HttpClient
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter', 'dataforseo', 'unipile'], askMsMax: 8_000 })
  service = stage.service
})
afterAll(() => stage.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  live = httpClient(service.url, workspace.keys.live)
})
afterEach(() => stage.reset())

const calls = () => stage.twins.world.calls
const connect = (provider: string, credential: string, client = live) =>
  client.post(`/v1/connections/${provider}`, { api_key: credential })
const items = async (client = live): Promise<unknown> => at((await client.get('/v1/connections')).body, 'items')

/** What the worker would use for the next call. */
async function stored(provider = 'hunter'): Promise<string> {
  const connectionId = await findConnectionId(service.db, workspace.id, provider)
  if (connectionId === null) return 'nothing'
  const opened = await openConnection(
    { db: service.db, cipher: service.cipher },
    { connectionId, workspaceId: workspace.id },
  )
  return opened.kind === 'open' ? opened.apiKey : opened.kind
}

describe('POST /v1/connections/{provider}', () => {
  it('stores a key that the provider accepts, with the time of the check', async () => {
    const answer = await connect('hunter', CREDENTIAL)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        provider: 'hunter',
        status: 'active',
        receiving: null,
        next_step: null,
        account: null,
        last_verified_at: expect.any(String),
        created_at: expect.any(String),
        rejected_at: null,
        rejected_reason: null,
      },
    ])
    expect(calls()).toMatchObject([{ twin: 'hunter', route: 'GET /account', account: CREDENTIAL }])
    expect(await stored()).toBe(CREDENTIAL)
    expect(await items()).toEqual([answer.body])
  })

  it('stores the host of an account with its key, where each account has its own host', async () => {
    const answer = await live.post('/v1/connections/unipile', {
      api_key: 'twin_unipile_own',
      account: 'API12.unipile.com:14255',
    })
    expect([answer.status, answer.at('account')]).toEqual([200, 'api12.unipile.com:14255'])
    expect(calls()[0]).toMatchObject({ twin: 'unipile', route: 'GET /accounts', account: 'twin_unipile_own' })
    expect(await stored('unipile')).toBe('twin_unipile_own')
    const revoked = await live.delete('/v1/connections/unipile')
    expect([revoked.status, revoked.at('account')]).toEqual([200, null])
  })

  it.each([
    ['unipile', undefined],
    ['unipile', 'api12.example.com:14255'],
    ['hunter', 'api12.unipile.com:14255'],
  ])('names the account that %s cannot have: %s', async (provider, account) => {
    const refused = await live.post(`/v1/connections/${provider}`, { api_key: CREDENTIAL, account })
    expect([refused.status, refused.at('error', 'param')]).toEqual([400, '/account'])
    expect(await stored(provider)).toBe('nothing')
  })

  it('replaces the key, and keeps the old one when the new one is refused', async () => {
    await connect('hunter', CREDENTIAL)
    expect((await connect('hunter', OTHER)).status).toBe(200)
    expect(await stored()).toBe(OTHER)
    const refused = await connect('hunter', REFUSED)
    expect([refused.status, refused.at('error', 'code'), refused.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/api_key',
    ])
    expect(await stored()).toBe(OTHER)
    expect(await items()).toMatchObject([{ provider: 'hunter', status: 'active' }])
  })

  it.each([
    ['limits us', 'rate_limited'],
    ['is down', 'wrong'],
    ['breaks the connection', 'lost'],
  ] as const)('stores nothing while the provider %s, and answers when to try again', async (_, mode) => {
    stage.set('hunter', mode)
    const answer = await connect('hunter', CREDENTIAL)
    expect([
      answer.status,
      answer.at('error', 'code'),
      answer.at('error', 'retry_after'),
      answer.headers.get('retry-after'),
    ]).toEqual([503, 'unavailable', 10, '10'])
    expect([await stored(), await items()]).toEqual(['nothing', []])
  })

  it('stores a key unverified, without a call, where the provider has no free check', async () => {
    const answer = await connect('peopledatalabs', CREDENTIAL)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { provider: 'peopledatalabs', status: 'active', last_verified_at: null },
    ])
    expect([calls(), await stored('peopledatalabs')]).toEqual([[], CREDENTIAL])
  })

  it('takes credentials of two parts, and refuses half of one', async () => {
    const half = await connect('dataforseo', 'robin')
    expect([half.status, half.at('error', 'code'), half.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/api_key',
    ])
    expect((await connect('dataforseo', 'twin_dataforseo_robin:password')).status).toBe(200)
    expect(calls()).toMatchObject([
      { twin: 'dataforseo', route: 'GET /v3/appendix/user_data', account: 'twin_dataforseo_robin:password' },
    ])
  })

  it.each(['nobody', 'sandbox-alpha', '__proto__', 'Hunter'])('does not find %s', async (provider) => {
    const answer = await connect(provider, CREDENTIAL)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      409,
      'provider_not_available',
      '/provider',
    ])
    expect(await items()).toEqual([])
  })

  it('connects a provider that the catalog excludes for its capabilities alone, as the contract states', async () => {
    const contract = readFileSync(new URL('../../../../docs/reference/connections.md', import.meta.url), 'utf8')
    expect(contract.replaceAll(/\s+/g, ' ')).toContain(
      'and so is an excluded one that serves no capability; one that does is connected for its capabilities alone.',
    )
    const listed = await live.get('/v1/catalog/providers/crunchbase')
    expect(listed.at('endpoints', 'status')).toBe('excluded')
    const answer = await connect('crunchbase', CREDENTIAL)
    expect([answer.status, answer.at('status')]).toEqual([200, 'active'])
    const call = await live.post('/v1/run', { provider: 'crunchbase', endpoint: '/searches/organizations', input: {} })
    expect([call.status, call.at('error', 'code'), call.at('error', 'message')]).toEqual([
      409,
      'provider_not_available',
      expect.stringMatching(/cannot be called raw.*company\.funding/),
    ])
    expect(calls()).toEqual([])
    const offers = await live.post('/v1/inspect', { capability: 'company.funding' })
    expect(offers.at('offers')).toContainEqual(expect.objectContaining({ provider: 'crunchbase', connected: true }))
  })

  it('refuses a public source that needs no key', async () => {
    const answer = await connect('sec', CREDENTIAL)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/provider',
    ])
    expect(answer.at('error', 'message')).toContain('needs no key')
  })

  it.each<[string, unknown]>([
    ['no body', undefined],
    ['no key', {}],
    ['an empty key', { api_key: '' }],
    ['a key of another type', { api_key: 7 }],
    ['a line break in the key', { api_key: `${CREDENTIAL}\r\nX-Other: 1` }],
    ['a blank before the key', { api_key: ` ${CREDENTIAL}` }],
    ['a key that is too long', { api_key: CREDENTIAL.repeat(200) }],
    ['an unknown member', { api_key: CREDENTIAL, apiKey: CREDENTIAL }],
  ])('refuses %s without quoting it', async (_, body) => {
    const answer = await live.post('/v1/connections/hunter', body)
    expect([answer.status, answer.at('error', 'code')]).toEqual([400, 'invalid_request'])
    expect(answer.text).not.toContain(CREDENTIAL)
    expect([calls(), await items()]).toEqual([[], []])
  })

  it('ends with one connection when the same workspace connects many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => connect('hunter', `${CREDENTIAL}-${n}`)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await items()).toHaveLength(1)
    expect(await stored()).toMatch(new RegExp(`^${CREDENTIAL}-[0-7]$`))
  })
})

describe('an idempotency key', () => {
  const connectWith = (key: string, credential: string) =>
    live.post('/v1/connections/hunter', { api_key: credential }, { 'Idempotency-Key': key })

  it('answers the first connection again, without a second check or write', async () => {
    const first = await connectWith('k-1', CREDENTIAL)
    await live.delete('/v1/connections/hunter')
    const again = await connectWith('"k-1"', CREDENTIAL)
    expect([again.status, again.body, again.headers.get('idempotent-replay')]).toEqual([200, first.body, 'true'])
    expect([first.headers.get('idempotent-replay'), calls().length, await stored()]).toEqual([null, 1, 'revoked'])
    expect(await tablesThatHold(service.db, CREDENTIAL)).toEqual([])
  })

  it('belongs to one request: another key of the provider, or another provider, is refused', async () => {
    await connectWith('k-1', CREDENTIAL)
    const other = await connectWith('k-1', OTHER)
    const elsewhere = await live.post(
      '/v1/connections/peopledatalabs',
      { api_key: CREDENTIAL },
      { 'Idempotency-Key': 'k-1' },
    )
    expect([other, elsewhere].map((answer) => [answer.status, answer.at('error', 'code')])).toEqual([
      [422, 'idempotency_mismatch'],
      [422, 'idempotency_mismatch'],
    ])
    expect(await stored()).toBe(CREDENTIAL)
  })

  it('is not kept by a refused request', async () => {
    expect((await connectWith('k-1', REFUSED)).status).toBe(400)
    const corrected = await connectWith('k-1', OTHER)
    expect([corrected.status, corrected.headers.get('idempotent-replay'), await stored()]).toEqual([200, null, OTHER])
  })
})

describe('GET and DELETE /v1/connections', () => {
  it('list by provider all present and former connections, for both environments of the workspace', async () => {
    const sandbox = httpClient(service.url, workspace.keys.test)
    await connect('peopledatalabs', CREDENTIAL)
    await connect('hunter', CREDENTIAL, sandbox)
    await live.delete('/v1/connections/peopledatalabs')
    const listed = [
      { provider: 'hunter', status: 'active' },
      { provider: 'peopledatalabs', status: 'revoked' },
    ]
    expect([await items(), await items(sandbox)]).toMatchObject([listed, listed])
  })

  it('revoke at once and erase the key; the answer is the same the second time', async () => {
    const { body: connected } = await connect('hunter', CREDENTIAL)
    const revoked = await live.delete('/v1/connections/hunter')
    expect([revoked.status, revoked.body]).toEqual([200, { ...Object(connected), status: 'revoked' }])
    expect(await stored()).toBe('revoked')
    expect((await live.delete('/v1/connections/hunter')).body).toEqual(revoked.body)
    expect((await connect('hunter', OTHER)).body).toMatchObject({
      status: 'active',
      created_at: at(connected, 'created_at'),
    })
    expect(await stored()).toBe(OTHER)
  })

  it('find nothing of another workspace', async () => {
    await connect('hunter', CREDENTIAL)
    const outsider = httpClient(service.url, (await buildWorkspace(service.db)).keys.live)
    expect(await items(outsider)).toEqual([])
    const answer = await outsider.delete('/v1/connections/hunter')
    expect([answer.status, answer.at('error', 'code')]).toEqual([404, 'not_found'])
    expect((await connect('hunter', OTHER, outsider)).status).toBe(200)
    expect(await stored()).toBe(CREDENTIAL)
  })

  it('need a key', async () => {
    const anonymous = httpClient(service.url)
    expect([
      (await anonymous.get('/v1/connections')).status,
      (await connect('hunter', CREDENTIAL, anonymous)).status,
      (await anonymous.delete('/v1/connections/hunter')).status,
    ]).toEqual([401, 401, 401])
  })
})

describe('a credential', () => {
  it('is in no answer, no log, no history and no column', async () => {
    const texts: string[] = []
    for (const [before, status] of [
      [() => undefined, 200],
      // The answer of the provider repeats the key.
      [() => stage.set('hunter', 'wrong'), 503],
      [() => stage.revoke('hunter', CREDENTIAL), 400],
    ] as const) {
      stage.calm()
      await before()
      const answer = await connect('hunter', CREDENTIAL)
      expect(answer.status).toBe(status)
      texts.push(answer.text, JSON.stringify([...answer.headers]))
      const handle = service.client.workflow.getHandle(`verify:${answer.headers.get('request-id') ?? ''}`)
      texts.push(readable(historyToJSON(await handle.fetchHistory())))
      expect(texts.at(-1)).toContain('"kind":"verify_credential"')
    }
    texts.push((await live.get('/v1/connections')).text, ...service.logLines, ...temporalLogLines)
    for (const form of [
      CREDENTIAL,
      Buffer.from(CREDENTIAL).toString('base64').replace(/=+$/, ''),
      encodeURIComponent(CREDENTIAL),
    ]) {
      expect(texts.filter((text) => text.includes(form))).toEqual([])
    }
    expect(await tablesThatHold(service.db, CREDENTIAL)).toEqual([])
    expect(await stored()).toBe(CREDENTIAL)
  })
})

describe('without a worker', () => {
  it('nothing is stored, and a worker that comes back later calls no provider', async () => {
    await service.stopWorker()
    const answer = await connect('hunter', CREDENTIAL)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'retry_after')]).toEqual([
      503,
      'unavailable',
      10,
    ])
    await service.startWorker()
    const handle = service.client.workflow.getHandle(`verify:${answer.headers.get('request-id') ?? ''}`)
    await expect(handle.result()).rejects.toMatchObject({ name: 'WorkflowFailedError' })
    expect([calls(), await stored()]).toEqual([[], 'nothing'])
    expect((await connect('hunter', CREDENTIAL)).status).toBe(200)
  })
})
