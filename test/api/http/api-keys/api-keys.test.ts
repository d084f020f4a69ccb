import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { authenticateBy, createKeyReader, sessionReader } from '../../../../api/auth/authentication.ts'
import { apiKeyRoutes } from '../../../../api/http/api-keys/routes.ts'
import { readApiSettings } from '../../../../api/settings.ts'
import { hashToken } from '../../../../db/hash-token.ts'
import { acceptRun } from '../../../../usecases/runs/accept-run.ts'
import { encodeId } from '../../../../domain/ids/ids.ts'
import { formatUsd, parseUsd } from '../../../../domain/money/microdollars.ts'
import { loadKnownProviders } from '../../../../activities/providers/known-providers.ts'
import { buildConnectedApp } from '../../../build/connected-app.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { buildNewRun } from '../../../db/build.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { startFrame } from '../../frame.ts'

const KEYS = '/v1/api-keys'
let service: TestService
/** Another api process on the same database, a production deployment. */
let replica: Awaited<ReturnType<typeof startFrame>>
beforeAll(async () => {
  service = await startTestService()
  const { db, cipher } = service
  const keys = createKeyReader(db, () => undefined)
  await keys.stop()
  replica = await startFrame({
    authenticate: authenticateBy([keys, sessionReader(db)]),
    routes: apiKeyRoutes({
      db,
      cipher,
      settings: readApiSettings({ DEPLOYMENT: 'production' }),
      known: loadKnownProviders({}),
    }),
  })
}, 120_000)
afterAll(async () => {
  await replica.stop()
  await service.stop()
})

interface Owner {
  readonly workspace: TestWorkspace
  readonly token: string
  readonly client: HttpClient
}

async function owner(): Promise<Owner> {
  const workspace = await buildWorkspace(service.db)
  const { token } = await buildSession(service.db, workspace.id)
  return { workspace, token, client: httpClient(service.url, token) }
}

describe('minting a key', () => {
  it('shows it once, with its id, and stores only its hash', async () => {
    const { client, workspace } = await owner()
    const minted = await client.post(KEYS, { name: 'Production worker', environment: 'live' })
    expect(minted.body).toEqual({
      id: expect.stringMatching(/^key_/),
      api_key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{34}$/),
      note: expect.any(String),
    })
    const key = String(minted.at('api_key'))
    expect((await httpClient(service.url, key).get('/v1/auth/me')).body).toMatchObject({
      workspace: { id: workspace.id },
      environment: 'live',
      api_key_id: minted.at('id'),
    })
    expect(await tablesThatHold(service.db, key)).toEqual([])
    expect(service.logLines.join('')).not.toContain(key)
    const [listed] = [(await client.get(KEYS)).at('items')].flat()
    expect(listed).toEqual({
      id: minted.at('id'),
      name: 'Production worker',
      environment: 'live',
      display: `${key.slice(0, 13)}…${key.slice(-4)}`,
      last_used_at: null,
      created_at: expect.any(String),
      revoked: false,
      expires_at: null,
      budget: null,
      allow: null,
      approver: false,
      usage: { runs: 0, charged: '0.00' },
    })
  })

  it('happens once for an idempotency key, whose answer is stored encrypted', async () => {
    const { client } = await owner()
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { name: 'Once', environment: 'test' }
    const answers = await Promise.all([client.post(KEYS, body, headers), client.post(KEYS, body, headers)])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(answers.map((answer) => answer.headers.get('idempotent-replay')).toSorted()).toEqual(
      [null, 'true'].toSorted(),
    )
    expect(await tablesThatHold(service.db, String(answers[0]?.at('api_key')))).toEqual([])
    expect((await client.post(KEYS, { ...body, name: 'Twice' }, headers)).at('error', 'code')).toBe(
      'idempotency_mismatch',
    )
  })

  it('in production is for live keys only', async () => {
    const { token } = await owner()
    const production = replica.client.as(token)
    expect((await production.post(KEYS, { name: 'a', environment: 'test' })).body).toMatchObject({
      error: { code: 'forbidden', param: '/environment' },
    })
    expect((await production.post(KEYS, { name: 'a', environment: 'live' })).status).toBe(200)
  })

  it('is limited to a hundred that are not revoked, also when many are requested at once', async () => {
    const { client, workspace } = await owner()
    const make = (count: number) =>
      Promise.all(Array.from({ length: count }, () => client.post(KEYS, { name: 'a', environment: 'live' })))
    for (const revoked of await make(2)) await client.delete(`${KEYS}/${String(revoked.at('id'))}`)
    await make(97)
    const answers = await make(4)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.at('error', 'code')).toBe('limit_reached')
    await client.delete(`${KEYS}/${workspace.keyIds.test}`)
    expect((await client.post(KEYS, { name: 'a', environment: 'live' })).status).toBe(200)
  })

  it.each([
    ['no name', { environment: 'live' }, '/name'],
    ['an empty name', { name: '', environment: 'live' }, '/name'],
    ['a name of two lines', { name: 'a\nb', environment: 'live' }, '/name'],
    ['no environment', { name: 'a' }, '/environment'],
    ['another environment', { name: 'a', environment: 'production' }, '/environment'],
    ['something else', { name: 'a', environment: 'live', scopes: [] }, '/scopes'],
  ])('with %s is refused', async (_, body, param) => {
    const { client } = await owner()
    expect((await client.post(KEYS, body)).body).toMatchObject({ error: { code: 'invalid_request', param } })
  })
})

describe('revoking a key', () => {
  it('refuses the next request with it, in every process, and has the same answer again', async () => {
    const { client } = await owner()
    const minted = await client.post(KEYS, { name: 'lost', environment: 'live' })
    const [id, key] = [String(minted.at('id')), String(minted.at('api_key'))]
    const statuses = async () => [
      (await httpClient(service.url, key).get('/v1/auth/me')).status,
      (await replica.client.as(key).get('/v1/items')).status,
    ]
    expect(await statuses()).toEqual([200, 200])
    const revoked = await client.delete(`${KEYS}/${id}`)
    expect(revoked.body).toMatchObject({ id, name: 'lost', environment: 'live', revoked: true })
    expect(await statuses()).toEqual([401, 401])
    const again = await client.delete(`${KEYS}/${id}`)
    expect([again.status, again.text]).toEqual([200, revoked.text])
    expect([(await client.get(KEYS)).at('items')].flat()).toContainEqual(expect.objectContaining({ id, revoked: true }))
  })

  it('is possible with a key of the same workspace, also with itself', async () => {
    const { workspace } = await owner()
    const live = httpClient(service.url, workspace.keys.live)
    expect((await live.delete(`${KEYS}/${workspace.keyIds.live}`)).at('revoked')).toBe(true)
    expect((await live.delete(`${KEYS}/${workspace.keyIds.live}`)).status).toBe(401)
  })

  it('does not affect a run of the key that is under way', async () => {
    const { client, workspace } = await owner()
    const started = await runClient(service.url, workspace.keys.test).run(findContact('+slow-3', { wait_seconds: 0 }))
    await client.delete(`${KEYS}/${workspace.keyIds.test}`)
    expect((await runClient(service.url, workspace.keys.test).get(started.body.run_id)).status).toBe(401)
    const ended = await client.get(`/v1/runs/${started.body.run_id}?wait=30`, { 'Service-Environment': 'test' })
    expect(ended.body).toMatchObject({ status: 'succeeded' })
    expect([(await client.get(KEYS)).at('items')].flat()).toContainEqual(
      expect.objectContaining({
        id: workspace.keyIds.test,
        usage: { runs: 1, charged: ended.at('billing', 'charged') },
      }),
    )
  }, 60_000)
})

const DAY_MS = 86_400_000

describe('the usage of keys', () => {
  /** A run this many days ago that was charged this many microdollars, null without a charge. */
  async function run(
    of: TestWorkspace,
    { apiKeyId, daysAgo = 0, charged = null }: { apiKeyId: string | null; daysAgo?: number; charged?: number | null },
  ): Promise<void> {
    const id = encodeId('run', Date.now() - daysAgo * DAY_MS, hashToken(randomUUID()).subarray(0, 16))
    await acceptRun(
      service.db,
      buildNewRun({ workspaceId: of.id, environment: apiKeyId === of.keyIds.test ? 'test' : 'live' }, { id, apiKeyId }),
    )
    if (charged !== null) {
      await service.db.pool.query(
        `update run set quoted = $2, charged = $2, status = 'succeeded', finished_at = now() where id = $1`,
        [id, charged],
      )
    }
  }

  it('counts the runs of the last days for each key, and those without a key', async () => {
    const [{ client, workspace }, other] = [await owner(), await owner()]
    const { test, live } = workspace.keyIds
    await run(workspace, { apiKeyId: test, charged: 50_000 })
    await run(workspace, { apiKeyId: live, charged: 120_000 })
    await run(workspace, { apiKeyId: live })
    await run(workspace, { apiKeyId: live, daysAgo: 29, charged: 1 })
    await run(workspace, { apiKeyId: live, daysAgo: 31, charged: 7_000_000 })
    await run(workspace, { apiKeyId: null, daysAgo: 2, charged: 300_000 })
    await run(workspace, { apiKeyId: null, daysAgo: 300, charged: 400_000 })
    await run(other.workspace, { apiKeyId: null, charged: 9_000_000 })
    const used = async (query: string) => {
      const { body, at } = await client.get(`${KEYS}${query}`)
      const items = [at('items')].flat().map((item) => [Object(item).id, Object(item).usage])
      return { ...Object(body), items: Object.fromEntries(items) }
    }
    expect(await used('')).toEqual({
      usage_days: 30,
      no_key_usage: { runs: 1, charged: '0.30' },
      items: { [test]: { runs: 1, charged: '0.05' }, [live]: { runs: 3, charged: '0.120001' } },
    })
    expect(await used('?days=365')).toEqual({
      usage_days: 365,
      no_key_usage: { runs: 2, charged: '0.70' },
      items: { [test]: { runs: 1, charged: '0.05' }, [live]: { runs: 4, charged: '7.120001' } },
    })
    expect(await used('?days=1')).toMatchObject({
      usage_days: 1,
      no_key_usage: { runs: 0, charged: '0.00' },
      items: { [live]: { runs: 2, charged: '0.12' } },
    })
  })

  it('counts the runs of sessions and of connected apps as those without a key, in each environment', async () => {
    const { client, workspace } = await owner()
    const app = await buildConnectedApp(service, workspace.id, ['run'])
    const inSandbox = { 'Service-Environment': 'test' }
    const charged: unknown[] = []
    for (const caller of [client, httpClient(service.url, app.token)])
      charged.push((await caller.post('/v1/run', findContact(), inSandbox)).at('billing', 'charged'))
    expect((await client.get(KEYS, inSandbox)).at('no_key_usage')).toEqual({
      runs: 2,
      charged: formatUsd(charged.reduce<bigint>((sum, one) => sum + parseUsd(String(one)), 0n)),
    })
    expect((await client.get(KEYS)).at('no_key_usage')).toEqual({ runs: 0, charged: '0.00' })
  })

  it.each(['0', '366', '1.5', 'all', ''])('is not counted over %j days', async (days) => {
    const { client } = await owner()
    expect((await client.get(`${KEYS}?days=${days}`)).at('error', 'param')).toBe('/days')
  })
})
