import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { tablesClient } from './tables-client.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(() => service.stop())

it('the refusal of an unknown table reminds of the other environment, and never states what that one has', async () => {
  const live = await tablesClient(service)
  const sandbox = live.in('test')
  await live.write('real', [{ email: 'a@example.com' }])
  await sandbox.write('tried', [{ email: 'a@example.com' }])
  const inLive = 'There is no table with this name in the sandbox; the live environment has its own tables.'
  const inSandbox = 'There is no table with this name in the live environment; the sandbox has its own tables.'
  const input = { capability: 'contact.verify', input: { email: 'a@example.com' } }
  const answers = [
    [await sandbox.detail('real'), inLive],
    [await sandbox.http.get('/v1/tables/real/rows'), inLive],
    [await sandbox.http.patch('/v1/tables/real', { title: 'Real' }), inLive],
    [await sandbox.http.delete('/v1/tables/real?confirm=true'), inLive],
    [await live.detail('tried'), inSandbox],
    [await live.http.post('/v1/run', { ...input, record: { table: 'tried', key: 'a@example.com' } }), inSandbox],
  ] as const
  for (const [answer, words] of answers)
    expect([answer.status, answer.at('error', 'message')]).toEqual([404, expect.stringContaining(words)])
  const outsider = await tablesClient(service)
  expect((await outsider.in('test').detail('real')).at('error', 'message')).toBe(inLive)
})
