import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startTestService, type TestService } from '../../../support/service.ts'
import { exportCsv, importCsv } from './rows-client.ts'
import { type TablesClient, tablesClient } from '../tables/tables-client.ts'

let service: TestService
let client: TablesClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await tablesClient(service)
})

const exported = async () => (await exportCsv(client.http, 'leads')).text

describe('GET /v1/tables/{name}/export.csv', () => {
  it('is a file of the row fields, the named columns in their order, then the others by name', async () => {
    await client.write('leads', [
      {
        email: 'a@example.com',
        zip: '02134',
        city: 'Åre, "north"',
        note: 'two\nlines',
        status: 'new',
        next_at: '2026-12-01T00:00:00Z',
        tags: ['a', 'b'],
        score: 5,
      },
    ])
    await client.write('leads', [
      { phone: '+15550100123', handle: '@ada', platform: 'x', note: '=HYPERLINK("http://example.com")' },
    ])
    await client.http.patch('/v1/tables/leads', { columns: [{ name: 'score', type: 'number' }, { name: 'email' }] })
    const answer = await exportCsv(client.http, 'leads')
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="leads.csv"', 'private, no-store'])
    expect(answer.text.split('\n')).toEqual([
      'key,status,next_at,touches,last_touch_at,last_touch_channel,last_reply_at,last_reply_class,score,email,city,handle,note,phone,platform,tags,zip',
      '+15550100123,,,0,,,,,,,,@ada,"\'=HYPERLINK(""http://example.com"")",+15550100123,x,,',
      'a@example.com,new,2026-12-01T00:00:00.000Z,0,,,,,5,a@example.com,"Åre, ""north""",,"two',
      'lines",,,"[""a"",""b""]",02134',
      '',
    ])
  })

  it('imports back although a column is named like a row field', async () => {
    await client.write('leads', [{ email: 'a@example.com', status: 'new' }])
    await client.http.patch('/v1/tables/leads', {
      columns: [{ name: 'status' }, { name: 'row_created_at' }, { name: 'email' }],
    })
    expect((await exported()).split('\n')[0]).toBe(
      'key,status,next_at,touches,last_touch_at,last_touch_channel,last_reply_at,last_reply_class,email',
    )
    expect((await importCsv(client.http, 'leads', await exported())).body).toMatchObject({ unchanged: 1, refused: [] })
  })

  it('has every row of a table of several pages, once', async () => {
    for (let part = 0; part < 3; part += 1) {
      await client.write(
        'leads',
        Array.from({ length: 500 }, (_, number) => ({ email: `p${part * 500 + number}@example.com` })),
      )
    }
    const keys = (await exported())
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0])
    expect([keys.length, new Set(keys).size]).toEqual([1_500, 1_500])
  })

  it('shows each row once, whatever is written, changed and removed while it is sent', async () => {
    const people = (from: number, count: number) =>
      Array.from({ length: count }, (_, number) => ({
        email: `p${from + number}@example.com`,
        note: 'x'.repeat(4_000),
      }))
    for (let part = 0; part < 6; part += 1) await client.write('leads', people(part * 400, 400))
    const answer = await fetch(`${service.url}/v1/tables/leads/export.csv`, {
      headers: { Authorization: `Bearer ${client.workspace.keys.live}` },
    })
    if (answer.body === null) throw new Error('the answer has no body')
    let text = ''
    let changed = false
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (changed || text.length < 100_000) continue
      changed = true
      await client.write('leads', people(5_000, 400))
      await client.http.patch('/v1/tables/leads/rows', {
        keys: ['p1@example.com', 'p2399@example.com'],
        set: { email: null, phone: '+15550100123' },
      })
      await client.http.post('/v1/tables/leads/rows/delete', { keys: ['p2@example.com', 'p2398@example.com'] })
    }
    const keys = text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0] ?? '')
    expect(new Set(keys).size).toBe(keys.length)
    const old = keys.filter((key) => /^p\d{1,4}@/.test(key) && Number(key.slice(1, -12)) < 2_400)
    // The two oldest ones may have been changed or removed before their page was read.
    expect(
      Array.from({ length: 2_400 }, (_, number) => `p${number}@example.com`).filter(
        (key) => !old.includes(key) && !['p1@example.com', 'p2@example.com'].includes(key),
      ),
    ).toEqual([])
    expect(keys.filter((key) => /^p5\d{3}@/.test(key))).toEqual([])
  })

  it('has only the rows of a filter, in its order, with the columns of the table', async () => {
    await client.write('leads', [
      { email: 'a@example.com', score: 5, status: 'new' },
      { email: 'b@example.com', score: 90, status: 'new', city: 'Oslo' },
      { email: 'c@example.com', score: 85, status: 'lost' },
      { email: 'd@example.com', score: 95, status: 'won' },
    ])
    const exportedBy = (query: Readonly<Record<string, string>>) =>
      client.http.get(`/v1/tables/leads/export.csv?${new URLSearchParams(query).toString()}`)
    const where = JSON.stringify({ score: { gte: 80 } })
    const found = await exportedBy({ where, status: 'new,won', order: 'score' })
    expect(found.text.trimEnd().split('\n')).toEqual([
      'key,status,next_at,touches,last_touch_at,last_touch_channel,last_reply_at,last_reply_class,city,email,score',
      'b@example.com,new,,0,,,,,Oslo,b@example.com,90',
      'd@example.com,won,,0,,,,,,d@example.com,95',
    ])
    expect((await exportedBy({ due: 'true' })).text.trimEnd().split('\n')).toHaveLength(1)
    for (const [query, path] of [
      [{ where: '[1]' }, '/where'],
      [{ where: '{"score":' }, '/where'],
      [{ where: '12345678901234567890' }, '/where'],
      [{ where: '{"score":{"near":1}}' }, '/where/score/near'],
      [{ order: '' }, '/order'],
    ] as const) {
      const refused = await exportedBy(query)
      expect([refused.status, refused.at('error', 'param')]).toEqual([400, path])
    }
  })

  it('answers only the header for a table without rows', async () => {
    await client.http.post('/v1/tables', { name: 'leads' })
    expect(await exported()).toBe(
      'key,status,next_at,touches,last_touch_at,last_touch_channel,last_reply_at,last_reply_class\n',
    )
  })
})
