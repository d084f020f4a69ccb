import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startTestService, type TestService } from '../../support/service.ts'
import { type TablesClient, tablesClient } from '../../api/http/tables/tables-client.ts'

let service: TestService
let client: TablesClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
  client = await tablesClient(service)
})
afterAll(() => service.stop())

it('a write that waits too long for other writers of its table may be repeated, as its error states', async () => {
  await client.write('leads', [{ email: 'a@example.com' }])
  const holder = await service.db.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select id from workspace_table for update')
    const answer = await client.write('leads', [{ email: 'b@example.com' }])
    expect([answer.status, answer.at('error', 'code'), answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '2',
    ])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect((await client.write('leads', [{ email: 'b@example.com' }])).at('inserted')).toBe(1)
}, 60_000)
