import { afterEach, describe, expect, it } from '@jest/globals'
import type { Caller } from '../../../domain/shares/caller.ts'
import { createDashboard } from '../../../api/dashboard/mount.ts'
import { declaredRoutes } from '../../../api/http/declared-routes.ts'
import { createKnownCallers } from '../../../api/auth/known-callers.ts'
import { createRequestQueues, demandsOf, type RequestQueues, withinQueues } from '../../../api/limits/request-queues.ts'
import type { QueueName } from '../../../api/limits/queue-set.ts'
import { createMeter } from '../../../telemetry/meter.ts'
import { defineRoute } from '../../../api/route/route.ts'
import { closed } from '../../../api/schemas/common.ts'
import { until } from '../../support/until.ts'
import { NO_RATE_LIMITS, SESSION, startFrame, tokenOf } from '../frame.ts'

const metrics = createMeter({ processMetrics: false })
const live = (key: string): Caller => ({ key, environment: 'live' })

/** Requests that are held until they are released, and the order in which they began. */
function holding(requestQueues: RequestQueues) {
  const began: string[] = []
  const holds: (() => void)[] = []
  const hold = async (name: string): Promise<void> => {
    began.push(name)
    await new Promise<void>((resolve) => {
      holds.push(resolve)
    })
  }
  return {
    began,
    request: (share: QueueName, caller: Caller): Promise<void> =>
      requestQueues.within(share, caller, () => hold(caller.key)),
    write: (caller: Caller): Promise<void> =>
      withinQueues(requestQueues, { writesMany: true }, caller, () => hold(caller.key)),
    hold,
    async letAllGo(): Promise<void> {
      for (let go = holds.shift(); go !== undefined; go = holds.shift()) {
        go()
        await settled()
      }
    },
  }
}

/** All immediate consequences have happened. */
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

describe('a write of rows', () => {
  const rows = (count: number): object => ({ rows: Array.from({ length: count }, () => ({})) })
  it.each<[string, unknown, boolean]>([
    ['of one row', rows(1), false],
    ['of 20 rows', rows(20), false],
    ['of 21 rows', rows(21), true],
    ['without rows', {}, false],
    ['without a body', undefined, false],
    ['by a short file', 'a'.repeat(65_536), false],
    ['by a long file', 'a'.repeat(65_537), true],
    ['by a short file as bytes', new Uint8Array(65_536), false],
    ['by a long file as bytes', new Uint8Array(65_537), true],
    ['by a workbook, which is packed', Buffer.from('PK\u0003\u0004 and the rest'), true],
  ])('%s', (_, body, many) => {
    expect(demandsOf({ writesMany: true }, body)).toEqual({ writesMany: many })
    expect(demandsOf({ rateLimited: false }, body)).toEqual({ rateLimited: false, writesMany: false })
  })
})

describe('the slots of callers', () => {
  it('are left for another, whatever one caller sends at once', async () => {
    const requestQueues = createRequestQueues(metrics)
    const { began, request, letAllGo } = holding(requestQueues)
    const requests = [
      ...Array.from({ length: 200 }, () => request('requests', live('greedy'))),
      request('requests', live('modest')),
    ]
    await settled()
    expect(began.filter((name) => name === 'greedy').length).toBeLessThan(20)
    expect(began.at(-1)).toBe('modest')
    await letAllGo()
    await Promise.all(requests)
    expect(began).toHaveLength(201)
  })

  it('a workspace writes many rows once at a time; the second write waits and does not delay other requests', async () => {
    const requestQueues = createRequestQueues(metrics)
    const { began, request, write, letAllGo } = holding(requestQueues)
    const requests = [
      write(live('writer')),
      write(live('writer')),
      write(live('writer')),
      write(live('other')),
      request('requests', live('writer')),
    ]
    await settled()
    expect(began.toSorted()).toEqual(['other', 'writer', 'writer'])
    await letAllGo()
    await Promise.all(requests)
    expect(began).toHaveLength(5)
  })

  it('a request that waits for something else has no slot meanwhile, and is not refused when it returns', async () => {
    const requestQueues = createRequestQueues(metrics, {
      requests: { permits: 1, waitingMax: 100, waitingOfCallerMax: 1 },
    })
    const { began, request, hold, letAllGo } = holding(requestQueues)
    const ended = Promise.withResolvers<void>()
    const waits: Promise<void | undefined>[] = []
    for (const caller of ['a', 'a', 'a']) {
      waits.push(requestQueues.within('requests', live(caller), () => requestQueues.awayLong(() => ended.promise)))
      await settled()
    }
    const requests = [request('requests', live('a')), request('requests', live('a'))]
    await settled()
    ended.resolve()
    await settled()
    expect(began).toEqual(['a'])
    await expect(requestQueues.within('requests', live('a'), () => hold('a'))).rejects.toMatchObject({
      code: 'rate_limited',
    })
    await letAllGo()
    await Promise.all([...waits, ...requests])
    expect(began).toEqual(['a', 'a'])
  })

  it('a request whose client leaves while it waits gives up its position in the queue and is never executed', async () => {
    const requestQueues = createRequestQueues(metrics, {
      requests: { permits: 1, waitingMax: 100, waitingOfCallerMax: 1 },
    })
    const { began, request, hold, letAllGo } = holding(requestQueues)
    const client = new AbortController()
    const first = request('requests', live('a'))
    const left = requestQueues.within('requests', { ...live('a'), signal: client.signal }, () => hold('left'))
    await settled()
    client.abort()
    await expect(left).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(
      requestQueues.within('requests', { ...live('b'), signal: client.signal }, () => hold('left')),
    ).rejects.toMatchObject({ code: 'invalid_request' })
    // Its position in the queue is free for the next one.
    const next = request('requests', live('a'))
    await letAllGo()
    await Promise.all([first, next])
    expect(began).toEqual(['a', 'a'])
  })

  it('long waits of one caller are bounded: further ones are answered at once', async () => {
    const requestQueues = createRequestQueues(metrics)
    const ended = Promise.withResolvers<'ended'>()
    const wait = (caller: Caller) =>
      requestQueues.within('requests', caller, () => requestQueues.awayLong(() => ended.promise))
    const waits = Array.from({ length: 1_000 }, () => wait(live('greedy')))
    await settled()
    await settled()
    expect(await wait(live('greedy'))).toBeUndefined()
    const modest = wait(live('modest'))
    ended.resolve('ended')
    expect(await Promise.all([...waits, modest])).toEqual(Array.from({ length: 1_001 }, () => 'ended'))
  })
})

describe('the callers of tokens', () => {
  it('are known while they authenticate; the least recently used one makes room', () => {
    const known = createKnownCallers(2)
    for (const token of ['a', 'b', 'a', 'c']) known.note(token, live(`ws_${token}`))
    expect(['a', 'b', 'c'].map((token) => known.of(token)?.key)).toEqual(['ws_a', undefined, 'ws_c'])
    known.forget('a')
    expect(known.of('a')).toBeUndefined()
  })
})

describe('requests of many callers', () => {
  let frame: Awaited<ReturnType<typeof startFrame>> | null = null
  afterEach(() => frame?.stop())

  const principal = {
    workspaceId: 'ws_2',
    environment: 'live',
    apiKeyId: null,
    kind: 'session',
    sessionId: 'sess_1',
    userId: 'usr_1',
    role: 'owner',
  } as const
  const authenticationWaits = () =>
    until(
      async () => metrics.registry.getSingleMetricAsString('requests_waiting'),
      (shown) => /queue="entrance"} [1-9]/.test(shown),
    )

  it('identify the caller: forged tokens share the slots of their address, and a customer there has separate slots', async () => {
    const hold = Promise.withResolvers<void>()
    let [asking, askingMax] = [0, 0]
    frame = await startFrame({
      async authenticate(token) {
        if (token === SESSION) return principal
        askingMax = Math.max(askingMax, (asking += 1))
        await hold.promise
        asking -= 1
        return null
      },
      requestQueues: createRequestQueues(metrics),
    })
    const { client } = frame
    // Its token is known from then on.
    expect((await client.as(SESSION).get('/v1/items')).status).toBe(200)
    const flood = Array.from({ length: 40 }, (_, made) => client.as(tokenOf('live', 2 + made)).get('/v1/items'))
    await authenticationWaits()
    expect((await client.as(SESSION).get('/v1/items')).status).toBe(200)
    hold.resolve()
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 401))
    expect(askingMax).toBe(2)
  })

  it('are refused before they wait for a slot where their text is not a token', async () => {
    let lookUps = 0
    frame = await startFrame({
      async authenticate() {
        lookUps += 1
        return principal
      },
    })
    for (const text of ['svc_live_made-up', `${SESSION}x`, `${SESSION.slice(0, -1)}_`, 'x'.repeat(5_000)]) {
      expect((await frame.client.as(text).get('/v1/items')).status).toBe(401)
    }
    expect(lookUps).toBe(0)
  })

  it('wait for their permit on the pages too, however many forged cookies an address sends', async () => {
    const hold = Promise.withResolvers<void>()
    const requestQueues = createRequestQueues(metrics)
    let [asking, askingMax] = [0, 0]
    const dashboard = createDashboard({
      routes: declaredRoutes(),
      db: Object.create(null),
      metrics,
      rateLimits: NO_RATE_LIMITS,
      requestQueues,
      validateResponses: true,
      publicUrl: () => 'http://service.test',
      operators: null,
      mails: null,
      manifests: [],
      clients: { list: () => [] },
      async authenticate() {
        askingMax = Math.max(askingMax, (asking += 1))
        await hold.promise
        asking -= 1
        return null
      },
    })
    frame = await startFrame({ requestQueues, dashboard })
    const client = frame.client.as(null)
    const flood = Array.from({ length: 20 }, (_, made) =>
      client.get('/dashboard', { Cookie: `dashboard_session=${tokenOf('sess', 2 + made)}` }),
    )
    await authenticationWaits()
    hold.resolve()
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 303))
    expect(askingMax).toBe(2)
  })

  it('are answered 429 with Retry-After without a slot; requests of others and probes pass', async () => {
    const hold = Promise.withResolvers<void>()
    const slow = defineRoute({
      tags: ['Sample'],
      spec: '7',
      summary: 'A slow one',
      errors: [],
      operationId: 'slow',
      method: 'GET',
      path: '/v1/slow',
      access: 'read',
      responses: { 200: { description: 'Done.', schema: closed({}) } },
      async handler({ reply }) {
        await hold.promise
        return reply(200, {})
      },
    })
    const requestQueues = createRequestQueues(metrics, {
      requests: { permits: 2, waitingMax: 100, waitingOfCallerMax: 1 },
    })
    frame = await startFrame({ routes: [slow], requestQueues })
    const { client } = frame
    const requests = [client.get('/v1/slow'), client.get('/v1/slow')]
    // One of them has the sandbox's slot, the other one waits for it.
    await until(
      () => metrics.registry.getSingleMetricAsString('requests_waiting'),
      (shown) => shown.includes('queue="requests"} 1'),
    )
    const refused = await client.get('/v1/slow')
    expect([refused.status, refused.headers.get('Retry-After'), refused.body]).toMatchObject([
      429,
      '1',
      { error: { code: 'rate_limited' } },
    ])
    expect((await client.as(SESSION).get('/v1/items')).status).toBe(200)
    hold.resolve()
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200])
  })
})
