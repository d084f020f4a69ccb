import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ sweepEveryMs: 200 })
})
afterAll(() => service.stop())

const letter = (to: string, more: object = {}) => ({
  capability: 'email.send',
  input: { to, subject: 'Hello', text: 'Hello Robin', ...more },
})

it('a sandbox mail is answered: the answer is in its thread, can be answered, and an objection stops the next send', async () => {
  const client = httpClient(service.url, (await buildWorkspace(service.db)).keys.test)
  await client.post('/v1/features', { tables: true })
  const events = () => client.get('/v1/events?types=email.received')
  const answered = async (count: number) =>
    until(
      async () => [(await events()).at('items')].flat(),
      (all) => all.length === count,
    )
  const interested = 'robin+reply-interested@example.com'
  const sent = await client.post('/v1/run', letter(interested))
  const [event] = await answered(1)
  expect(event).toMatchObject({
    data: {
      inbox: 'sandbox@inbox.example',
      to: ['sandbox@inbox.example'],
      from: interested,
      subject: 'Re: Hello',
      thread_id: sent.at('result', 'thread_id'),
      class: 'interested',
    },
  })
  expect((await client.post('/v1/run', letter(interested))).at('error', 'code')).toBe('repeat_touch')
  const inReplyTo = { in_reply_to: Object(event).data.message_id }
  expect((await client.post('/v1/run', letter(interested, inReplyTo))).at('status')).toBe('succeeded')
  await answered(2)

  await client.post('/v1/run', letter('kim+reply-unsubscribe@example.com'))
  await answered(3)
  expect((await client.post('/v1/run', letter('kim@example.com'))).at('error', 'code')).toBe('suppressed')
})
