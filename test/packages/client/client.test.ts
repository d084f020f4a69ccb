import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createClient, CursorExpiredError, ServiceError, verifyWebhook } from '../../../packages/client/index.ts'
import { buildWorkspace, type TestWorkspace } from '../../build/workspace.ts'
import { newRecipient, RAISED, raiseEvents, unsubscribeRecipient } from '../../support/events.ts'
import { at, httpClient } from '../../support/http.ts'
import { findContact } from '../../support/run-client.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { type DroppingProxy, droppingProxy } from './dropping-proxy.ts'

let service: TestService
let workspace: TestWorkspace
const proxies: DroppingProxy[] = []
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
})
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close()
})

const clientOf = (baseUrl = service.url) => createClient({ baseUrl, token: workspace.keys.test })
/** A client that loses some answers, as `drops` decides, after the service has given them. */
async function unluckyClient(drops: (index: number) => boolean) {
  const proxy = await droppingProxy(service.url, drops)
  proxies.push(proxy)
  return { client: clientOf(proxy.url), passed: proxy.passed }
}
const caught = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => error,
  )
async function all<T>(some: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of some) found.push(one)
  return found
}

describe('run', () => {
  it('is one run and one charge although its answer was lost', async () => {
    const { client, passed } = await unluckyClient((index) => index < 2)
    const run = await client.run(findContact())
    expect(run).toMatchObject({ status: 'succeeded', done: true, billing: { charged: '0.0143' } })
    expect(passed[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(passed.map(({ dropped, key }) => [dropped, key === passed[0]?.key])).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ])
    const { rows } = await service.db.pool.query(
      `select (select count(*)::int from run where workspace_id = $1) as runs,
        (select count(*)::int from transfer t join run r on r.id = t.run_id where r.workspace_id = $1
          and t.kind = 'charge') as charges`,
      [workspace.id],
    )
    expect(rows).toEqual([{ runs: 1, charges: 1 }])
  })

  it('returns a run without a result or with a failure, and throws where no run was made', async () => {
    const client = clientOf()
    expect(await client.run(findContact('+no-match'))).toMatchObject({
      status: 'no_match',
      error: { code: 'no_match' },
    })
    expect(await client.run(findContact('+error'))).toMatchObject({
      status: 'failed',
      error: { code: 'provider_error' },
    })
    expect(await caught(client.run({ capability: 'contact.guess', input: {} }))).toMatchObject({
      name: 'ServiceError',
      status: 404,
      code: 'capability_not_found',
    })
    const refused = await caught(client.run({ capability: 'contact.find', input: {} }))
    expect(refused).toBeInstanceOf(ServiceError)
    expect(refused).toMatchObject({
      status: 400,
      code: 'invalid_request',
      requestId: expect.stringMatching(/^req_/),
      details: [expect.objectContaining({ path: expect.any(String) })],
    })
  })
})

describe('waitForRun', () => {
  it('returns the ended run, however often its connection breaks', async () => {
    const { client, passed } = await unluckyClient((index) => index > 0 && index % 3 !== 0)
    const started = await client.run(findContact('+slow-2', { async: true }))
    const ended = await client.waitForRun(started.run_id)
    expect(ended).toMatchObject({ run_id: started.run_id, done: true, status: 'succeeded', result: expect.any(Object) })
    expect(passed.map(({ dropped }) => dropped)).toEqual([false, true, true, false])
    expect(await caught(client.waitForRun('run_missing'))).toMatchObject({ status: 404, code: 'invalid_request' })
  })
})

const raise = (count: number) =>
  raiseEvents(
    service,
    { workspace, environment: 'test' },
    Array.from({ length: count }, () => 'robin'),
  )
/** More than two pages of events, raised ten at a time; returns their ids as one page has them. */
async function raiseMany(): Promise<string[]> {
  const owner = { workspaceId: workspace.id, environment: 'test' } as const
  const raising = Array.from({ length: 10 }, async () => {
    for (let count = 0; count < 45; count += 1) await unsubscribeRecipient(service, owner, newRecipient())
  })
  await Promise.all(raising)
  const page = await httpClient(service.url, workspace.keys.test).get(`/v1/events?limit=500`)
  return [page.at('items')].flat().map((item) => String(at(item, 'id')))
}

describe('events', () => {
  it('are neither skipped nor repeated, with every second answer lost (450 events)', async () => {
    const ids = await raiseMany()
    expect(ids).toHaveLength(450)
    const { client } = await unluckyClient((index) => index % 2 === 0)
    expect((await all(client.events())).map(({ id }) => id)).toEqual(ids)
    expect((await all(client.events({ after: ids[447] }))).map(({ id }) => id)).toEqual(ids.slice(448))
    expect(await all(client.events({ after: ids[449] }))).toEqual([])
    expect(await all(client.events({ types: ['email.bounced'] }))).toEqual([])
    expect(await all(client.events({ types: [RAISED], after: ids[447] }))).toHaveLength(2)
  })

  it('are followed as they come, until the signal ends it', async () => {
    const [first] = await raise(1)
    const { client } = await unluckyClient((index) => index === 1)
    const given = new AbortController()
    const seen: string[] = []
    const later: Promise<readonly string[]>[] = []
    const follow = (async () => {
      for await (const event of client.events({ follow: true, signal: given.signal })) {
        seen.push(event.id)
        if (seen.length === 1) later.push(raise(2))
        if (seen.length === 3) given.abort(new Error('enough'))
      }
    })()
    expect(await caught(follow)).toMatchObject({ message: 'enough' })
    expect(seen).toEqual([first, ...(await Promise.all(later)).flat()])
  })

  it('throw where some were purged, with the oldest that is kept', async () => {
    const ids = await raise(3)
    await service.db.pool.query(`delete from event where id = any($1)`, [ids.slice(0, 2)])
    await service.db.pool.query(
      'update event_counter set purged_sequence = 2, purged_event_id = $2 where workspace_id = $1',
      [workspace.id, ids[1]],
    )
    const error = await caught(all(clientOf().events({ after: ids[0] })))
    expect(error).toBeInstanceOf(CursorExpiredError)
    expect(error).toMatchObject({ status: 410, code: 'cursor_expired', oldest: ids[2] })
    expect((await all(clientOf().events())).map(({ id }) => id)).toEqual(ids.slice(2))
  })
})

describe('pages', () => {
  it('are read to the end of a list, by a query and by a body', async () => {
    const client = clientOf()
    await client.request('POST /v1/features', { body: { tables: true } })
    await client.request('POST /v1/tables/{name}/rows', {
      params: { name: 'leads' },
      body: { rows: [1, 2, 3, 4, 5].map((n) => ({ email: `ada${n}@example.com`, n })) },
    })
    const sizes = async (pages: AsyncIterable<{ readonly items: readonly unknown[] }>) =>
      (await all(pages)).map(({ items }) => items.length)
    expect(
      await sizes(client.pages('GET /v1/tables/{name}/rows', { params: { name: 'leads' }, query: { limit: 2 } })),
    ).toEqual([2, 2, 1])
    expect(
      await sizes(
        client.pages('POST /v1/tables/{name}/rows/query', {
          params: { name: 'leads' },
          body: { limit: 2, where: { n: { gt: 1 } } },
        }),
      ),
    ).toEqual([2, 2])
    expect(await sizes(client.pages('GET /v1/runs'))).toEqual([0])
  })

  it('read and write files of rows as text', async () => {
    const client = clientOf()
    await client.request('POST /v1/features', { body: { tables: true } })
    const imported = await client.request('POST /v1/tables/{name}/import', {
      params: { name: 'people' },
      body: 'email,first_name\nada@example.com,Ada\n',
    })
    expect(imported.inserted).toBe(1)
    expect(await client.request('GET /v1/tables/{name}/export.csv', { params: { name: 'people' } })).toContain(
      'ada@example.com',
    )
  })
})

describe('verifyWebhook', () => {
  it('verifies what the service sends, with the new secret and, while both are valid, with the old one', async () => {
    const receiver = await startReceiver()
    try {
      const client = clientOf()
      const { id, secret } = await client.request('POST /v1/webhooks', { body: { url: `${receiver.url}/hook` } })
      const { secret: newer } = await client.request('POST /v1/webhooks/{webhook_id}/rotate-secret', {
        params: { webhook_id: id },
      })
      expect(await client.request('POST /v1/webhooks/{webhook_id}/test', { params: { webhook_id: id } })).toMatchObject(
        { delivered: true },
      )
      const [got] = receiver.received
      const delivery = { header: String(got?.headers['service-signature']), body: got?.body ?? '' }
      for (const one of [secret, newer])
        expect(await verifyWebhook({ ...delivery, secret: one })).toMatchObject({
          type: 'webhook.test',
          data: { webhook_id: id },
        })
      await expect(verifyWebhook({ ...delivery, secret: `${secret}x` })).rejects.toMatchObject({
        name: 'SignatureError',
      })
    } finally {
      await receiver.close()
    }
  })
})
