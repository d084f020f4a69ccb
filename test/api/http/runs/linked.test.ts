import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { at } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { enrich, find, LINKEDIN, tableOf } from './linked-table.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})

describe('record', () => {
  it('saves fields of a raw result by their paths in the payload of the provider', async () => {
    const { client, rowsNow } = await tableOf(service, [{ email: 'a@example.com' }])
    const { body } = await client.run({
      provider: 'hunter',
      endpoint: '/email-finder',
      input: { domain: 'example.com', full_name: 'Ada Example' },
      record: { table: 'leads', key: 'a@example.com', save: { 'data.email': 'found' } },
    })
    expect(body.table).toMatchObject({ updated: 1, saved: ['found'] })
    expect(await rowsNow()).toMatchObject([{ found: at(body.result, 'data', 'data', 'email') }])
  })

  it('changes and fills its row at the end of the run, and reports that', async () => {
    const { client, rowsNow } = await tableOf(service, [{ linkedin_url: LINKEDIN, note: 'kept', score: 3 }])
    const { status, body } = await client.run(
      find({
        record: { table: 'leads', key: LINKEDIN, save: 'all', set: { status: 'found', next_at: '+4d', score: null } },
      }),
    )
    expect(status).toBe(200)
    const email = String(body.result?.['email'])
    expect(body.table).toEqual({
      name: 'leads',
      key: email,
      updated: 1,
      saved: expect.arrayContaining(['email', 'domain']),
    })
    const [row] = await rowsNow()
    expect(row).toMatchObject({ key: email, email, note: 'kept', status: 'found' })
    expect(Object.keys(row ?? {})).not.toContain('score')
    expect(Date.parse(String(row?.['next_at']))).toBeGreaterThan(Date.now() + 3 * 86_400_000)
    expect((await client.get(body.run_id)).body.table).toEqual(body.table)
  })

  it('copies a map of fields, through objects, and nothing else', async () => {
    const { client, rowsNow } = await tableOf(service, [{ linkedin_url: LINKEDIN }])
    const { body } = await client.run(
      enrich({
        record: {
          table: 'leads',
          key: 'linkedin.com/in/Robin-Sample?x=1',
          save: { headline: 'title', 'company.name': 'employer' },
        },
      }),
    )
    expect(body.table).toMatchObject({ updated: 1, saved: ['title', 'employer'] })
    const [row] = await rowsNow()
    expect(Object.keys(row ?? {}).filter((name) => !name.startsWith('row_') && !name.startsWith('last_'))).toEqual(
      expect.arrayContaining(['title', 'employer', 'linkedin_url']),
    )
    expect(row).not.toHaveProperty('skills')
  })

  it('applies `on_miss` on a miss, and nothing when the run fails', async () => {
    const { client, rowsNow } = await tableOf(service, [{ email: 'a@example.com' }])
    const record = {
      table: 'leads',
      key: 'a@example.com',
      save: 'all',
      set: { status: 'found' },
      on_miss: { status: 'missed', next_at: '2027-01-01' },
    }
    const failed = await client.run(find({ record }, { full_name: 'Robin Sample +error' }))
    expect([failed.status, (await rowsNow())[0]?.['status']]).toEqual([502, null])
    const missed = await client.run(find({ record }, { full_name: 'Robin Sample +no-match' }))
    expect([missed.status, missed.body.table]).toEqual([404, { name: 'leads', key: 'a@example.com', updated: 1 }])
    expect((await rowsNow())[0]).toMatchObject({ status: 'missed', next_at: '2027-01-01T00:00:00.000Z' })
  })

  it('reports a conflict, then writes nothing, and settles what was bought', async () => {
    const { client, rowsNow } = await tableOf(service, [{ linkedin_url: LINKEDIN }])
    const {
      body: { result },
    } = await client.run(find())
    await client.call('POST', '/v1/tables/leads/rows', { rows: [{ email: result?.['email'], note: 'somebody else' }] })
    const before = await rowsNow()
    const { status, body } = await client.run(
      find({
        routing: { fresh: true },
        record: { table: 'leads', key: LINKEDIN, save: 'all', set: { status: 'found' } },
      }),
    )
    expect([status, body.billing.charged === '0.00']).toEqual([200, false])
    expect(body.table).toMatchObject({ name: 'leads', updated: 0, conflicts: [expect.anything()] })
    expect(await rowsNow()).toEqual(before)
  })

  it('writes nothing and loses nothing when the row is deleted meanwhile', async () => {
    const { client, rowsNow } = await tableOf(service, [{ email: 'a@example.com' }])
    const accepted = await client.run(
      find(
        { async: true, record: { table: 'leads', key: 'a@example.com', save: 'all' } },
        { full_name: 'Robin Sample +slow-3' },
      ),
    )
    expect((await client.call('DELETE', '/v1/tables/leads/rows/a@example.com')).status).toBe(200)
    const { body } = await client.get(accepted.body.run_id, 30)
    expect([body.status, body.table, await rowsNow()]).toEqual([
      'succeeded',
      { name: 'leads', key: null, updated: 0 },
      [],
    ])
  })
})

describe('an invalid link', () => {
  it.each<[string, object, number, string, string]>([
    ['an unknown table', { record: { table: 'nobody', key: 'a@example.com' } }, 404, 'not_found', '/record/table'],
    ['an unknown row', { record: { table: 'leads', key: 'z@example.com' } }, 404, 'not_found', '/record/key'],
    ['an unknown table for the result', { into: { table: 'nobody' } }, 404, 'not_found', '/into/table'],
    [
      'both links at once',
      { record: { table: 'leads', key: 'a@example.com' }, into: { table: 'leads' } },
      400,
      'invalid_request',
      '/into',
    ],
    [
      'an unknown field of the result',
      { record: { table: 'leads', key: 'a@example.com', save: { 'e/mail': 'email' } } },
      400,
      'invalid_request',
      '/record/save/e~1mail',
    ],
    [
      'a field of the row that no result fills',
      { record: { table: 'leads', key: 'a@example.com', save: { email: 'status' } } },
      400,
      'invalid_request',
      '/record/save/email',
    ],
    [
      'an invalid time',
      { record: { table: 'leads', key: 'a@example.com', set: { next_at: 'soon' } } },
      400,
      'invalid_request',
      '/record/set/next_at',
    ],
    [
      'an invalid status, on a miss',
      { record: { table: 'leads', key: 'a@example.com', on_miss: { status: 7 } } },
      400,
      'invalid_request',
      '/record/on_miss/status',
    ],
    [
      'an unknown member',
      { record: { table: 'leads', key: 'a@example.com', saves: 'all' } },
      400,
      'invalid_request',
      '/record/saves',
    ],
  ])('is refused before the run: %s', async (_, link, status, code, param) => {
    const { client, runsNow, available } = await tableOf(service, [{ email: 'a@example.com' }])
    const before = await available()
    const answer = await client.run(find(link))
    expect([answer.status, answer.body.error]).toEqual([status, expect.objectContaining({ code, param })])
    expect([await runsNow(), await available()]).toEqual([0, before])
  })

  it('is refused for a send with `into`: the message would go out and no row would be stored', async () => {
    const { client, runsNow } = await tableOf(service, [{ email: 'a@example.com' }])
    const answer = await client.run({
      capability: 'email.send',
      input: { to: 'a@example.com', subject: 'A question', text: 'Hello.' },
      into: { table: 'leads' },
    })
    expect([answer.status, answer.body.error?.param, await runsNow()]).toEqual([400, '/into', 0])
  })

  it('is reported when its table is gone by the end', async () => {
    const { client } = await tableOf(service, [{ email: 'a@example.com' }])
    const [recorded, landed] = await Promise.all([
      client.run(
        find(
          { async: true, record: { table: 'leads', key: 'a@example.com', save: 'all' } },
          { full_name: 'Robin Sample +slow-3' },
        ),
      ),
      client.run(find({ async: true, into: { table: 'leads' } }, { full_name: 'Robin Sample +slow-3' })),
    ])
    await client.call('DELETE', '/v1/tables/leads?confirm=true')
    expect((await client.get(recorded.body.run_id, 30)).body).toMatchObject({
      status: 'succeeded',
      table: { name: 'leads', key: null, updated: 0 },
    })
    expect((await client.get(landed.body.run_id, 30)).body).toMatchObject({
      status: 'succeeded',
      table: { name: 'leads', inserted: 0, refused: 1 },
    })
  })

  it('is refused while tables are off, also for an existing table', async () => {
    const { client, runsNow } = await tableOf(service, [{ email: 'a@example.com' }])
    await client.call('POST', '/v1/features', { tables: false })
    const answer = await client.run(find({ record: { table: 'leads', key: 'a@example.com' } }))
    expect([answer.status, answer.body.error?.code, await runsNow()]).toEqual([403, 'forbidden', 0])
  })

  it('is ignored for a request that was accepted before: its key answers the run', async () => {
    const { client } = await tableOf(service, [{ email: 'a@example.com' }])
    const request = find({
      idempotency_key: 'leads:a@example.com:find',
      record: { table: 'leads', key: 'a@example.com', save: 'all' },
    })
    const first = await client.run(request)
    await client.call('DELETE', '/v1/tables/leads?confirm=true')
    const second = await client.run(request)
    expect([second.status, second.headers.get('idempotent-replay'), second.body.run_id]).toEqual([
      200,
      'true',
      first.body.run_id,
    ])
    expect((await client.run({ ...request, input: { ...request.input, domain: 'example.org' } })).status).toBe(422)
  })
})

describe('into', () => {
  it('stores creators with their posts, and merges them with existing rows', async () => {
    const { client, rowsNow } = await tableOf(service, [{ email: 'a@example.com' }])
    const search = {
      capability: 'social.search',
      input: { platform: 'x', query: 'developer tools', limit: 5 },
      into: { table: 'leads', status: 'new' },
    }
    const first = await client.run(search)
    const rows = (await rowsNow()).filter((row) => row['signals'] !== undefined)
    expect(first.body.table).toMatchObject({ name: 'leads', inserted: rows.length, updated: 0 })
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect(row).toMatchObject({
        key: `x:${String(row['handle']).toLowerCase()}`,
        status: 'new',
        signals: expect.arrayContaining([expect.objectContaining({ post_url: expect.any(String) })]),
      })

    await client.call('PATCH', '/v1/tables/leads/rows', { keys: [rows[0]?.['key']], set: { status: 'contacted' } })
    const second = await client.run(search)
    expect(second.body.table).toMatchObject({ inserted: 0, unchanged: rows.length })
    expect((await rowsNow()).find((row) => row['key'] === rows[0]?.['key'])).toMatchObject({
      status: 'contacted',
      signals: rows[0]?.['signals'],
    })
  })

  it('leaves the status of a row alone, also when the result has one', async () => {
    const { client, rowsNow } = await tableOf(service, [{ email: 'robin@example.com', status: 'contacted' }])
    const { status, body } = await client.run({
      capability: 'contact.verify',
      input: { email: 'robin@example.com' },
      into: { table: 'leads', status: 'new' },
    })
    expect([status, body.result?.['status'], body.table?.refused]).toEqual([200, expect.any(String), undefined])
    expect((await rowsNow()).map((row) => row['status'])).toEqual(['contacted'])
  })

  it('stores people of a list, and refuses those without an identity', async () => {
    const { client, rowsNow } = await tableOf(service, [{ email: 'a@example.com' }])
    const { body } = await client.run({
      capability: 'person.search',
      input: { titles: ['Head of Operations'], limit: 5 },
      into: { table: 'leads' },
    })
    const { inserted = 0, refused = 0 } = body.table ?? {}
    expect(inserted).toBeGreaterThan(0)
    expect(await rowsNow()).toHaveLength(1 + inserted)
    const items = body.result?.['items']
    expect(inserted + refused).toBe(Array.isArray(items) ? items.length : -1)
  })
})
