import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { httpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { enrich, find, LINKEDIN, tableOf } from '../runs/linked-table.ts'
import { type TablesClient, tablesClient } from '../tables/tables-client.ts'
import { importCsv, rowsOf } from './rows-client.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(() => service.stop())

const EMAIL = 'ada@example.com'
const pathOf = (key: string, table = 'leads') => `/v1/tables/${table}/rows/${encodeURIComponent(key)}/changes`
const read = ({ http }: TablesClient, key = EMAIL) => http.get(pathOf(key))
const changesOf = async (client: TablesClient, key = EMAIL) => rowsOf(await read(client, key))
/** Causes and fields, newest first; `created` for the write that created the row. */
const linesOf = async (client: TablesClient, key = EMAIL): Promise<string[]> =>
  (await changesOf(client, key)).map(({ cause, created, fields }) =>
    created === true ? `${String(cause)} created` : `${String(cause)} ${String(fields)}`,
  )
const update = ({ http }: TablesClient, set: object) => http.patch('/v1/tables/leads/rows', { keys: [EMAIL], set })

describe('GET /v1/tables/{name}/rows/{key}/changes', () => {
  it('has each write with its way, its writer, its time and the names of what changed, but no value', async () => {
    const client = await tablesClient(service)
    await importCsv(client.http, 'leads', `email,title\n${EMAIL},Secret title\n`)
    await client.write('leads', [{ email: EMAIL, title: 'Another secret', city: 'Paris', linkedin_url: LINKEDIN }])
    // With an identity among the fields, and without one.
    await update(client, { full_name: 'Ada', city: null, status: 'new' })
    await update(client, { score: 5, status: 'hot', next_at: '+4d' })
    await importCsv(client.http, 'leads', `email,title\n${EMAIL},Third\n`)
    expect(await linesOf(client)).toEqual([
      'import title',
      'api score,status,next_at',
      'api city,full_name,status',
      'api city,linkedin_url,title',
      'import created',
    ])
    const answer = await read(client, LINKEDIN)
    expect(answer.text).not.toMatch(/ada|secret|third|paris|hot/i)
    const changes = rowsOf(answer)
    for (const change of changes)
      expect(change).toMatchObject({ by: expect.stringMatching(/^key_/), run_id: null, capability: null })
    const [row] = rowsOf(await client.http.post('/v1/tables/leads/rows/query', {}))
    expect([changes.at(-1)?.['at'], changes[0]?.['at']]).toEqual([row?.['row_created_at'], row?.['row_updated_at']])
  })

  it('has no write that changes no value', async () => {
    const client = await tablesClient(service)
    await client.write('leads', [{ email: EMAIL, title: 'CTO', company: { name: 'Example', country: 'SE' } }])
    await client.write('leads', [{ email: EMAIL, title: 'CTO', company: { country: 'SE', name: 'Example' } }])
    await client.write('leads', [
      { email: EMAIL, title: 'CTO' },
      { email: EMAIL, title: '' },
    ])
    await importCsv(client.http, 'leads', `email,title\n${EMAIL},CTO\n`)
    await update(client, { title: 'CTO' })
    await update(client, { title: 'CTO', email: EMAIL })
    expect(await linesOf(client)).toEqual(['api created'])
  })

  it('has what runs wrote, with the run', async () => {
    const { client: runs, workspace } = await tableOf(service, [{ linkedin_url: LINKEDIN }])
    const { body } = await runs.run(
      find({ record: { table: 'leads', key: LINKEDIN, save: { email: 'mail' }, set: { status: 'found' } } }),
    )
    const test = httpClient(service.url, workspace.keys.test)
    await test.post('/v1/tables', { name: 'found' })
    const { body: made } = await runs.run(enrich({ routing: { fresh: true }, into: { table: 'found' } }))
    expect(rowsOf(await test.get(pathOf(LINKEDIN)))).toMatchObject([
      { cause: 'run', by: null, run_id: body.run_id, capability: 'contact.find', fields: ['mail', 'status'] },
      { cause: 'api', created: true },
    ])
    expect(rowsOf(await test.get(pathOf(LINKEDIN, 'found')))).toMatchObject([
      { cause: 'run', created: true, run_id: made.run_id, capability: 'person.enrich', fields: [], field_count: 0 },
    ])
  })

  it('has the newest fifty of sixty', async () => {
    const client = await tablesClient(service)
    await client.write('leads', [{ email: EMAIL }, { email: 'quiet@example.com' }])
    for (let n = 0; n < 60; n += 1) await update(client, { [`field_${n}`]: n, ...(n % 2 === 0 ? { name: 'Ada' } : {}) })
    const lines = await linesOf(client)
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([50, 'api field_59', 'api field_10'])
    expect(await linesOf(client, 'quiet@example.com')).toEqual(['api created'])
  })

  it('ends with its row and its table: a row that comes later has none of them', async () => {
    const client = await tablesClient(service)
    const fill = async () => {
      await client.write('leads', [{ email: EMAIL }])
      await update(client, { title: 'CTO' })
    }
    await fill()
    await client.http.delete(`/v1/tables/leads/rows/${EMAIL}`)
    expect((await read(client)).at('error', 'param')).toBe('/key')
    await fill()
    await client.http.post('/v1/tables/leads/rows/delete', { keys: [EMAIL] })
    await fill()
    await client.http.delete('/v1/tables/leads?confirm=true')
    expect((await read(client)).at('error', 'param')).toBe('/name')
    await client.write('leads', [{ email: EMAIL }])
    expect(await linesOf(client)).toEqual(['api created'])
  })

  it('is of one workspace and environment', async () => {
    const [client, other] = [await tablesClient(service), await tablesClient(service)]
    await client.write('leads', [{ email: EMAIL }])
    await update(client, { title: 'CTO' })
    for (const another of [other, client.in('test')]) {
      expect((await read(another)).status).toBe(404)
      await another.write('leads', [{ email: EMAIL }])
      expect(await linesOf(another)).toEqual(['api created'])
    }
  })
})
