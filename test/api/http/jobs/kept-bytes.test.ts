import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { RUN_BYTES } from '../../../../api/limits/rate-limits.ts'
import { type HttpAnswer, httpClient } from '../../../support/http.ts'
import { linkInLog } from '../../../support/mail-links.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { signUpNewAgent } from '../agents/agent.ts'
import { BEHIND_PROXY, signUpNewPerson } from '../auth/people.ts'

const MINUTE_MAX = 1_000_000
let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { ...BEHIND_PROXY, RATE_LIMIT_BYTES_PER_MINUTE: String(MINUTE_MAX) } })
}, 120_000)
afterAll(() => service.stop())

const PAD = randomBytes(150_000).toString('base64')
const usedUp = { status: 429, body: { error: { code: 'rate_limited', message: expect.stringContaining('bytes') } } }

/** Sends until one is refused; more than the limit allows are never sent. */
async function untilRefused(send: (n: number) => Promise<HttpAnswer>): Promise<readonly HttpAnswer[]> {
  const answers: HttpAnswer[] = []
  while (answers.length < MINUTE_MAX / PAD.length + 2 && answers.at(-1)?.status !== 429)
    answers.push(await send(answers.length))
  return answers
}

it('answers that are stored for a replay count as bytes, and a refused one changes nothing', async () => {
  const { client, workspaceId } = await signUpNewAgent(service)
  const made = await client.post('/v1/jobs', {
    provider: 'tavily',
    endpoint: 'POST /search',
    rows: { items: [{ q: 'x' }] },
    input: { query: '{{q}}', pad: PAD },
    pilot: 0,
    approve: 'manual',
    ceiling: '1.00',
  })
  expect(made.status).toBe(202)
  const path = `/v1/jobs/${String(made.at('job_id'))}`
  const change = (n: number) => client.patch(path, { concurrency: n + 1 }, { 'Idempotency-Key': `key ${n}` })
  const answers = await untilRefused(change)
  expect(answers.at(-1)).toMatchObject(usedUp)
  const changed = answers.length - 1
  const { rows } = await service.db.pool.query(
    'select count(*)::integer as stored, max(j.concurrency) as concurrency from idempotent_answer a, job j where a.workspace_id = $1 and j.workspace_id = $1',
    [workspaceId],
  )
  expect(rows).toEqual([{ stored: changed, concurrency: changed }])
})

it('a refresh of a watch counts the request that its run copies', async () => {
  const { client } = await signUpNewAgent(service)
  const made = await client.post('/v1/watch', {
    provider: 'tavily',
    endpoint: 'POST /search',
    input: { query: 'x', pad: PAD },
    every: '1d',
  })
  expect(made.status).toBe(200)
  const answers = await untilRefused(() => client.post(`/v1/watch/${String(made.at('id'))}/refresh`))
  expect(answers.at(-1)).toMatchObject(usedUp)
})

it('a run in quarantine counts as what it keeps, however short its request is', async () => {
  const { client } = await signUpNewAgent(service)
  const left = async (): Promise<number> => {
    const { status, headers } = await client.post('/v1/run', {
      capability: 'contact.find',
      input: { full_name: 'Ada +no-match', domain: 'example.com' },
      async: true,
    })
    expect(status).toBe(202)
    return Number(/"bytes_in_quarantine";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  }
  const before = await left()
  expect(before - (await left())).toBeGreaterThan(RUN_BYTES)
})

it('a workspace in quarantine sends and keeps few bytes a day', async () => {
  const [agent, person] = [await signUpNewAgent(service), await signUpNewPerson(service)]
  const clients = [agent.client, person.client, httpClient(service.url, person.testKey)]
  const counted = (): Promise<unknown[]> =>
    Promise.all(
      clients.map(async (client) =>
        String((await client.post('/v1/history', { subjects: ['ada@example.com'] })).headers.get('ratelimit-policy')),
      ),
    )
  const byTheDay = expect.stringContaining('"bytes_in_quarantine";q=10485760;w=86400')
  expect(await counted()).toEqual([byTheDay, byTheDay, byTheDay])
  const token = linkInLog(service.logLines, 'verify_email')
  await httpClient(service.url).post('/v1/auth/verification/complete', { token })
  expect(await counted()).toEqual([
    byTheDay,
    expect.not.stringContaining('quarantine'),
    expect.not.stringContaining('quarantine'),
  ])
})
