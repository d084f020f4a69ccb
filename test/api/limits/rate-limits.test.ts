import { afterEach, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { clientAddress } from '../../../api/limits/client-address.ts'
import type { Limiter } from '../../../api/limits/limiter.ts'
import { aMinute, bytesAMinute, byteLimitersOf, countCall, createOwnLimiter } from '../../../api/limits/rate-limits.ts'
import { REFUSAL_PACE } from '../../../api/middleware/refusal-pace.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { KEY, SESSION, startFrame, tokenOf } from '../frame.ts'

/** The same library with its store in memory; the Postgres store is tested where a database is. */
function limiter(name: string, perMinute: number): Limiter {
  const store = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return { name, of: name, limit: perMinute, windowSeconds: 60, consume: (key) => store.consume(key) }
}

describe('the bytes of callers', () => {
  const quota = (name: string) => ({ name, of: 'bytes', limit: 10, windowSeconds: 60 })
  const [bytes, bytesInQuarantine] = [createOwnLimiter(quota('all')), createOwnLimiter(quota('few'))]
  const key = { kind: 'key', apiKeyId: 'key_1', workspaceId: 'ws_1', environment: 'test', limits: null } as const
  it.each<[string, Principal | null, readonly string[]]>([
    ['an address', null, ['all']],
    ['a key', { ...key, approver: false, inQuarantine: false }, ['all']],
    ['a key in quarantine', { ...key, approver: false, inQuarantine: true }, ['all', 'few']],
  ])('%s', (_, principal, names) => {
    expect(byteLimitersOf({ bytes, bytesInQuarantine }, principal).map(({ name }) => name)).toEqual(names)
    expect(byteLimitersOf({ bytes: null, bytesInQuarantine: null }, principal)).toEqual([])
  })
})

describe('rate limits', () => {
  let frame: Awaited<ReturnType<typeof startFrame>> | undefined
  afterEach(() => frame?.stop())

  it('count requests per key and runs besides, and report what is left', async () => {
    frame = await startFrame({
      rateLimits: {
        requests: limiter('requests', 3),
        runs: limiter('runs', 1),
        own: () => null,
        clientAddress: clientAddress([]),
      },
    })
    const read = await frame.client.get('/v1/items')
    expect(read.headers.get('ratelimit-policy')).toBe('"requests";q=3;w=60')
    expect(read.headers.get('ratelimit')).toBe('"requests";r=2;t=60')

    const run = { capability: 'a', input: {} }
    const first = await frame.client.post('/v1/items', run)
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=3;w=60, "runs";q=1;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"requests";r=1;t=\d+, "runs";r=0;t=\d+$/)

    const second = await frame.client.post('/v1/items', run)
    expect(second.status).toBe(429)
    expect(second.at('error')).toMatchObject({ code: 'rate_limited', retry_after: expect.any(Number) })
    expect(second.headers.get('retry-after')).toBe(String(second.at('error', 'retry_after')))
    expect(second.headers.get('link')).toContain('agent-feedback')

    expect((await frame.client.get('/v1/items')).status).toBe(429)
    expect((await frame.client.as(SESSION).get('/v1/items')).status).toBe(200)
  })

  it('count public routes per client address, as trusted proxies report it', async () => {
    frame = await startFrame({
      rateLimits: {
        requests: limiter('requests', 1),
        runs: null,
        own: () => null,
        clientAddress: clientAddress(['127.0.0.0/8']),
      },
    })
    const from = (address: string) => frame?.client.as(null).get('/v1/items/search', { 'X-Forwarded-For': address })
    expect((await from('203.0.113.1'))?.status).toBe(200)
    expect((await from('203.0.113.1'))?.status).toBe(429)
    expect((await from('203.0.113.2'))?.status).toBe(200)
  })

  it('answer a caller with constant refusals at a pace, and delay no one else', async () => {
    frame = await startFrame({
      rateLimits: { requests: limiter('requests', 1), runs: null, own: () => null, clientAddress: clientAddress([]) },
      // One answer more in ten seconds: a slow machine does not refuse slowly enough by itself.
      refusalPace: { ...REFUSAL_PACE, everyMs: 10_000, delayMsMax: 1_000 },
    })
    const { client, metrics } = frame
    const delayed = async (): Promise<number> =>
      Number(/^refusals_delayed_total\{status="429"\} (\d+)$/m.exec(await metrics.registry.metrics())?.[1] ?? 0)
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await client.get('/v1/items')).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(99)
    expect(await delayed()).toBe(0)

    const answered: string[] = []
    const refused = Array.from({ length: 150 }, async () => {
      const { status } = await client.get('/v1/items')
      answered.push(`refused ${status}`)
    })
    const other = client
      .as(SESSION)
      .get('/v1/items')
      .then(({ status }) => answered.push(`another ${status}`))
    await Promise.all([...refused, other])
    expect(await delayed()).toBeGreaterThan(0)
    expect(answered.at(-1)).toBe('refused 429')
    expect(answered).toContain('another 200')
  })

  it('count the bytes of bodies per sender, and refuse one before it is read', async () => {
    const bytes = createOwnLimiter(bytesAMinute(100))
    frame = await startFrame({
      rateLimits: {
        requests: limiter('requests', 10),
        runs: null,
        bytes,
        own: () => null,
        clientAddress: clientAddress([]),
      },
    })
    const run = { capability: 'a', input: {} }
    const size = JSON.stringify(run).length
    const first = await frame.client.post('/v1/items', run)
    expect(first.status).toBe(200)
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=10;w=60, "bytes";q=100;w=60')
    expect(first.headers.get('ratelimit')).toContain(`"bytes";r=${100 - size};t=60`)

    const second = await frame.client.post('/v1/items', { ...run, idempotency_key: 'x'.repeat(80) })
    expect([second.status, second.at('error', 'code')]).toEqual([429, 'rate_limited'])
    expect(second.at('error', 'message')).toBe('The limit of 100 bytes a minute is reached.')
    expect(second.headers.get('retry-after')).toBe(String(second.at('error', 'retry_after')))

    expect((await frame.client.get('/v1/items')).status).toBe(200)
    expect((await frame.client.as(SESSION).post('/v1/items', run)).status).toBe(200)
  })

  it('count refused credentials per client address, and look none up any more once the quota is used up', async () => {
    let lookUps = 0
    frame = await startFrame({
      rateLimits: {
        requests: limiter('requests', 3),
        runs: null,
        own: () => null,
        clientAddress: clientAddress(['127.0.0.0/8']),
      },
      async authenticate(token) {
        lookUps += 1
        return token === KEY
          ? { workspaceId: 'ws_1', environment: 'test', apiKeyId: 'key_1', kind: 'key', limits: null, approver: false }
          : null
      },
    })
    const { client } = frame
    const request = async (token: string, address: string) =>
      (await client.as(token).get('/v1/items', { 'X-Forwarded-For': address })).status
    const [ours, others] = ['203.0.113.1', '203.0.113.2']
    expect(await request(KEY, ours)).toBe(200)
    const statuses: number[] = []
    for (let guess = 2; guess < 8; guess += 1) statuses.push(await request(tokenOf('live', guess), ours))
    expect([statuses, lookUps]).toEqual([[401, 401, 401, 429, 429, 429], 5])
    // A token that authenticated there lately passes, and so does every one elsewhere.
    expect([await request(KEY, ours), await request(tokenOf('live', 2), others)]).toEqual([200, 401])
  })

  it('count requests of each key, of each connected app and of the sessions of each workspace apart', async () => {
    const requests = createOwnLimiter(aMinute('requests', 1))
    const workspace = { workspaceId: 'ws_1', environment: 'live', apiKeyId: null } as const
    const callers: readonly Principal[] = [
      { ...workspace, kind: 'key', limits: null, approver: false, apiKeyId: 'key_1' },
      { ...workspace, kind: 'key', limits: null, approver: false, apiKeyId: 'key_2' },
      { ...workspace, kind: 'app', appId: 'app_1', scopes: ['read'] },
      { ...workspace, kind: 'app', appId: 'app_2', scopes: ['read'] },
      { ...workspace, kind: 'session', sessionId: 'sess_1', userId: 'user_1', role: 'owner' },
      { ...workspace, kind: 'session', sessionId: 'sess_2', userId: 'user_1', role: 'owner', workspaceId: 'ws_2' },
    ]
    const refused = async (principal: Principal): Promise<boolean> =>
      (await countCall([requests], { principal, clientAddress: '203.0.113.1', log: pino({ level: 'silent' }) }))
        .refusal !== null
    for (const principal of callers) expect([await refused(principal), await refused(principal)]).toEqual([false, true])
  })

  it('count bytes for a workspace in an environment, with any of its keys', async () => {
    const bytes = createOwnLimiter(bytesAMinute(100))
    const isRefused = async (
      apiKeyId: string,
      environment: 'live' | 'test',
      workspaceId = 'ws_1',
    ): Promise<boolean> => {
      const principal = { kind: 'key', limits: null, approver: false, workspaceId, environment, apiKeyId } as const
      return (
        (await countCall([bytes], { principal, clientAddress: '203.0.113.1', log: pino({ level: 'silent' }) }, 60))
          .refusal !== null
      )
    }
    expect([await isRefused('key_1', 'live'), await isRefused('key_2', 'live')]).toEqual([false, true])
    expect([await isRefused('key_3', 'test'), await isRefused('key_4', 'live', 'ws_2')]).toEqual([false, false])
  })

  it('let requests pass when their storage fails, and log it', async () => {
    const broken: Limiter = {
      name: 'requests',
      of: 'requests',
      limit: 1,
      windowSeconds: 60,
      consume: () => Promise.reject(new Error('connection refused')),
    }
    frame = await startFrame({
      rateLimits: { requests: broken, runs: null, own: () => null, clientAddress: clientAddress([]) },
    })
    const answer = await frame.client.get('/v1/items')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ratelimit')).toBeNull()
    expect(frame.logged()).toContain('rate_limit_storage_failed')
  })
})

describe('the client address', () => {
  const address = clientAddress(['10.0.0.0/8', '::1/128'])
  it.each([
    ['the peer without a forwarder', '203.0.113.9', undefined, '203.0.113.9'],
    ['the peer when the forwarder is not trusted', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['the last hop that a trusted proxy reports', '10.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['the hop before trusted ones', '10.0.0.1', '1.2.3.4, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['an IPv4 peer in IPv6 notation', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['the proxy itself when the header is not an address', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['one customer for an IPv6 /64', '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
    ['a word for a vanished peer', undefined, undefined, 'unknown'],
  ])('is %s', (_, peer, forwarded, expected) => {
    expect(address(peer, forwarded)).toBe(expected)
  })
})
