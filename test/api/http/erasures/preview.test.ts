import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { tablesClient } from '../tables/tables-client.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(() => service.stop())

it('shows what an erasure would delete, names the rows of others that stay, and deletes nothing', async () => {
  const { http, write } = await tablesClient(service)
  await write('leads', [{ email: 'ada@example.com', phone: '+442079460018', full_name: 'Ada Example' }])
  await write('team', [{ email: 'ada@example.com', linkedin: 'linkedin.com/in/team', full_name: 'Ada Example' }])
  await write('team', [{ email: 'bob@example.com', linkedin: 'linkedin.com/in/team', full_name: 'Bob Sample' }])
  await http.post('/v1/suppressions', { subjects: ['ada@example.com'] })
  const preview = () => http.post('/v1/erasures/preview', { subject: ' <ADA@example.com>' })
  const { status, body } = await preview()
  expect([status, body]).toEqual([
    200,
    {
      kind: 'email',
      subject: 'ada@example.com',
      counts: { rows: 1, kept_rows: 1, runs: 0, touches: 0, suppressions: 1 },
      rows: [
        { table: 'leads', key: 'ada@example.com', action: 'delete' },
        { table: 'team', key: 'bob@example.com', action: 'keep' },
      ],
      kept: [{ table: 'team', key: 'bob@example.com', reason: 'in_doubt' }],
    },
  ])
  expect((await preview()).body).toEqual(body)
  const refused = await http.post('/v1/erasures/preview', { subject: 'example.com' })
  expect([refused.status, refused.at('error', 'param')]).toEqual([400, '/subject'])
})
