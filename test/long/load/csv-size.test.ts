import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startTestService, type TestService } from '../../support/service.ts'
import { exportCsv, importCsv } from '../../api/http/rows/rows-client.ts'
import { type TablesClient, tablesClient } from '../../api/http/tables/tables-client.ts'

let service: TestService
let client: TablesClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await tablesClient(service)
})

/** One process serves all callers: work of minutes exceeds the time of a test. */
describe('a file of 1 MB does not block other requests', () => {
  it('with more columns than are accepted', async () => {
    const header = Array.from({ length: 150_000 }, (_, number) => number.toString(36)).join(',')
    expect(header.length).toBeLessThan(1_048_576)
    const answer = await importCsv(client.http, 'leads', `${header}\n`)
    expect([answer.status, answer.at('error', 'message')]).toEqual([
      400,
      'Line 1 of the file has more than 1000 columns. Nothing was written.',
    ])
  }, 30_000)

  it('with more bad lines than a table has rows', async () => {
    const answer = await importCsv(client.http, 'leads', `email,name\n${'x\n'.repeat(50_001)}`)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'message')]).toEqual([
      409,
      'limit_reached',
      'The file has more than 50000 rows, the limit of a table. Nothing was written.',
    ])
  }, 30_000)
})

describe('numbers of a file', () => {
  const HEADER = 'key,status,next_at,touches,last_touch_at,last_touch_channel,last_reply_at,last_reply_class,email,n\n'

  it.each([
    ['too large to be stored', '1234567890123456e200000'],
    ['in a list', '[1234567890123456e200000]'],
    ['too close to zero to be stored', '1234567890123456e-200000'],
  ])('are refused with their line when they are %s', async (_, number) => {
    const answer = await importCsv(
      client.http,
      'leads',
      `${HEADER},,,,,,,,a@example.com,${number}\n,,,,,,,,b@example.com,5\n`,
    )
    expect([answer.status, answer.at('inserted'), answer.at('refused')]).toEqual([
      200,
      1,
      [{ line: 2, reason: expect.stringMatching(/^`\/n.*too (large|long)/) }],
    ])
  })

  it('stay exact', async () => {
    await importCsv(client.http, 'leads', `${HEADER},,,,,,,,a@example.com,9007199254740993\n`)
    expect((await exportCsv(client.http, 'leads')).text).toContain(',a@example.com,9007199254740993\n')
  })
})
