import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { makeInbox } from '../../../build/sending-domain.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { RAISED, raiseEvents } from '../../../support/events.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'

const LIST = '/v1/events'
let stage: Stage
let service: TestService
let workspace: TestWorkspace
let live: HttpClient
const statements: string[] = []
beforeAll(async () => {
  stage = await startStage({
    providers: ['agentmail'],
    worker: false,
    onQuery: (name) => statements.push(name),
  })
  service = stage.service
})
afterAll(() => stage.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  live = httpClient(service.url, workspace.keys.live)
})

const raise = (...names: string[]) => raiseEvents(service, { workspace, environment: 'live' }, names)
const read = async (query = '', client = live) => {
  const { status, body } = await client.get(`${LIST}${query}`)
  return {
    status,
    ids: [at(body, 'items') ?? []].flat().map((item) => at(item, 'id')),
    hasMore: at(body, 'has_more'),
    next: at(body, 'next_after'),
    error: at(body, 'error'),
  }
}

describe('GET /v1/events', () => {
  it('answers the events oldest first, as they were written', async () => {
    const [first, second] = await raise('ada', 'robin')
    const { status, body } = await live.get(LIST)
    const item = (id: string | undefined, recipient: RegExp) => ({
      id,
      type: RAISED,
      created_at: expect.stringMatching(/^20.*Z$/),
      data: {
        recipient: expect.stringMatching(recipient),
        run_id: expect.stringMatching(/^run_/),
        via: 'link',
        at: expect.stringMatching(/^20.*Z$/),
      },
    })
    expect([status, body]).toEqual([
      200,
      { items: [item(first, /^ada-/), item(second, /^robin-/)], has_more: false, next_after: second },
    ])
    expect((await read('', httpClient(service.url, workspace.keys.test))).ids).toEqual([])
  })

  it('continues from cursor to cursor, and repeats the cursor when nothing is new', async () => {
    expect(await read()).toMatchObject({ ids: [], hasMore: false, next: null })
    const ids = await raise('a', 'b', 'c')
    expect(await read('?limit=2')).toMatchObject({ ids: ids.slice(0, 2), hasMore: true, next: ids[1] })
    expect(await read(`?limit=2&after=${ids[1]}`)).toMatchObject({ ids: ids.slice(2), hasMore: false, next: ids[2] })
    expect(await read(`?limit=2&after=${ids[2]}`)).toMatchObject({ ids: [], hasMore: false, next: ids[2] })
  })

  it('begins at the requested time', async () => {
    await raise('a')
    await sleep(5)
    const ids = await raise('b', 'c')
    const { body } = await live.get(`${LIST}?after=${(await read()).ids[0]}`)
    expect((await read(`?since=${String(at(body, 'items', '0', 'created_at'))}`)).ids).toEqual(ids)
    expect((await read(`?since=${encodeURIComponent('9999-12-31T23:59:59-12:00')}`)).ids).toEqual([])
    expect((await read('?since=0000-01-01T00:00:00Z')).ids).toHaveLength(3)
  })

  it('reads a date alone as midnight UTC', async () => {
    const ids = await raise('a')
    expect((await read('?since=2020-01-31')).ids).toEqual(ids)
    expect((await read('?since=9999-12-31')).ids).toEqual([])
  })

  it('continues at the cursor, whatever `since` states', async () => {
    const ids = await raise('a', 'b', 'c')
    const earlier = await read(`?after=${ids[1]}&since=2020-01-31T00:00:00Z`)
    const later = await read(`?after=${ids[0]}&since=9999-12-31`)
    expect([earlier.ids, later.ids]).toEqual([ids.slice(2), ids.slice(1)])
  })

  it.each([
    ['another type', '?types=email.recieved', '/types', 'email.recieved'],
    ['a blank type', '?types=email.received,', '/types', '""'],
    ['no types', '?types=', '/types', ''],
    ['a limit of zero', '?limit=0', '/limit', ''],
    ['a limit too high', '?limit=501', '/limit', ''],
    ['a wait too long', '?wait=31', '/wait', ''],
    ['an invalid cursor', '?after=evt_1', '/after', ''],
    ['an unknown event', '?after=evt_01j9zq3v6n4k8w2x5y7a9b1c3d', '/after', ''],
    ['an invalid time', '?since=yesterday', '/since', ''],
    ['a day that does not exist', '?since=2026-02-30', '/since', ''],
    ['another parameter', '?type=email.received', '/type', ''],
  ])('refuses %s', async (_, query, param, named) => {
    const { status, error } = await read(query)
    expect([status, at(error, 'code'), at(error, 'param')]).toEqual([400, 'invalid_request', param])
    expect(JSON.stringify(error)).toContain(named.replaceAll('"', '\\"'))
  })

  it('reports purged events to a reader that has missed them, and only then', async () => {
    const ids = await raise('a', 'b', 'c', 'd')
    const purge = async (count: number) => {
      await service.db.pool.query('delete from event where id = any ($1)', [ids.slice(0, count)])
      await service.db.pool.query(
        'update event_counter set purged_sequence = $2, purged_event_id = $3 where workspace_id = $1',
        [workspace.id, count, ids[count - 1]],
      )
    }
    await purge(2)
    const { status, error } = await read(`?after=${ids[0]}`)
    expect([status, error]).toEqual([
      410,
      expect.objectContaining({ code: 'cursor_expired', oldest: ids[2], param: '/after' }),
    ])
    expect(await read(`?after=${ids[1]}`)).toMatchObject({ status: 200, ids: ids.slice(2) })
    expect(await read(`?after=${ids[2]}`)).toMatchObject({ status: 200, ids: ids.slice(3) })
    expect((await read()).ids).toEqual(ids.slice(2))
    await purge(4)
    expect((await read(`?after=${ids[2]}`)).error).toMatchObject({ code: 'cursor_expired', oldest: null })
    expect(await read(`?after=${ids[3]}`)).toMatchObject({ status: 200, ids: [], next: ids[3] })
    expect(await read(`?types=${RAISED}`)).toMatchObject({ status: 200, ids: [] })
  })
})

/** Reports of a provider are processed by a worker, which the other tests do without. */
describe('events of several types', () => {
  beforeAll(async () => {
    await service.startWorker()
  }, 60_000)
  afterAll(() => service.stopWorker())

  /** An inbox that has sent a mail. */
  async function newInbox(): Promise<{ readonly to: string; readonly message_id: unknown }> {
    const username = `sales-${randomUUID().slice(0, 8)}`
    await makeInbox(live, { username })
    const sent = await live.post('/v1/run', {
      capability: 'email.send',
      input: { to: 'robin@example.com', subject: 'A question', text: 'Hello' },
    })
    return { to: `${username}@agentmail.to`, message_id: sent.at('result', 'message_id') }
  }
  /** AgentMail reports a bounce of the mail, or one that arrives in the inbox; returns the id of the event. */
  async function reported(inbox: object, happening: 'bounced' | 'mail_arrives'): Promise<string> {
    const { ids: before } = await read()
    await stage.happen('agentmail', happening, inbox)
    const { ids } = await until(read, (now) => now.ids.length > before.length)
    return String(ids.at(-1))
  }

  it('filters by type, and continues after the last match', async () => {
    const inbox = await newInbox()
    const ids = [
      ...(await raise('ada')),
      await reported(inbox, 'bounced'),
      await reported(inbox, 'mail_arrives'),
      await reported(inbox, 'bounced'),
      ...(await raise('robin')),
    ]
    expect(await read('?types=email.bounced,email.received&limit=2')).toMatchObject({
      ids: [ids[1], ids[2]],
      hasMore: true,
      next: ids[2],
    })
    expect(await read(`?types=email.bounced,email.received&limit=2&after=${ids[2]}`)).toMatchObject({
      ids: [ids[3]],
      hasMore: false,
      next: ids[3],
    })
    expect(await read(`?types=email.bounced%2C%20email.bounced&after=${ids[3]}`)).toMatchObject({
      ids: [],
      hasMore: false,
      next: ids[3],
    })
  }, 60_000)

  it('answers with the first match, however many other events came before', async () => {
    const [before] = await raise('ada')
    const inbox = await newInbox()
    const waiting = read(`?after=${before}&types=email.bounced,email.delivered&wait=30`)
    await raise('robin')
    await sleep(1_500)
    const fitting = await reported(inbox, 'bounced')
    expect(await waiting).toMatchObject({ ids: [fitting], next: fitting })
  }, 60_000)
})

describe('wait', () => {
  it('answers at once when there are events, and an empty page when none comes', async () => {
    const [id] = await raise('a')
    expect((await read('?wait=30')).ids).toEqual([id])
    expect(await read(`?after=${id}&wait=1`)).toMatchObject({ status: 200, ids: [], next: id })
  }, 30_000)

  it('holds no database connection for many readers, and queries the database once for all of them', async () => {
    statements.length = 0
    const reading = Array.from({ length: 60 }, () => read('?wait=30'))
    await until(
      async () => statements.filter((name) => name === 'read_stream').length,
      (count) => count === 60,
    )
    statements.length = 0
    await sleep(3_000)
    const queries = statements.filter((name) => name !== 'mark_api_keys_used')
    expect(queries.length).toBeLessThan(10)
    expect(new Set(queries)).toEqual(new Set(['find_fitting_events']))
    expect(service.db.pool.totalCount - service.db.pool.idleCount).toBeLessThan(3)
    const [id] = await raise('a')
    for (const one of await Promise.all(reading)) expect(one.ids).toEqual([id])
  }, 40_000)

  it('ends when the client goes away, with room for a hundred of a workspace', async () => {
    const refused: number[] = []
    // Separate sockets: fetch would open others in place of those that it closes.
    const reading = Array.from({ length: 110 }, () =>
      get(
        `${service.url}${LIST}?wait=30`,
        { agent: false, headers: { authorization: `Bearer ${workspace.keys.live}` } },
        (answer) => {
          refused.push(answer.statusCode ?? 0)
          answer.resume()
        },
      ).on('error', () => undefined),
    )
    await until(
      async () => refused.length,
      (count) => count >= 10,
    )
    expect(refused).toEqual(Array.from({ length: 10 }, () => 429))
    expect((await read('?wait=1', httpClient(service.url, (await buildWorkspace(service.db)).keys.live))).status).toBe(
      200,
    )
    for (const request of reading) request.destroy()
    await until(
      async () => (await read('?wait=1')).status,
      (status) => status === 200,
    )
  }, 40_000)
})

describe('an api that stops', () => {
  it('answers waiting requests', async () => {
    const own = await startTestService({ worker: false })
    const client = httpClient(own.url, own.workspace.keys.live)
    const waiting = Array.from({ length: 5 }, () => read('?wait=30', client))
    await sleep(500)
    const stopping = own.stop()
    for (const one of await Promise.all(waiting)) expect(one).toMatchObject({ status: 200, ids: [] })
    await stopping
  }, 25_000)
})
