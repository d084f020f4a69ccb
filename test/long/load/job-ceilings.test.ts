import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { at, type HttpClient, httpClient } from '../../support/http.ts'
import { drawing } from '../../support/seed.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let client: HttpClient
beforeAll(async () => {
  service = await startTestService()
  client = httpClient(service.url, service.workspace.keys.test)
}, 120_000)
afterAll(() => service.stop())

const JOBS = 200
/**
 * Prices of the sandbox in microdollars: a row holds the more expensive one, or the other where only that fits, and
 * pays that of the provider that delivers.
 */
const HOLD = 28_600
const CHEAPEST = 14_300
/** A row for which only one provider fitted may fail. */
const ENDS = ['succeeded', 'partially_succeeded', 'failed']
const TAGS = ['', '', '+fallback', '+no-match'] as const
const LOOK_EVERY_MS = 1_000

const usd = (microdollars: number): string => (microdollars / 1_000_000).toFixed(6)
const microdollars = (owner: unknown, ...path: string[]): number => Number(parseUsd(String(at(owner, ...path))))

/** Every job of the workspace. */
async function allJobs(): Promise<unknown[]> {
  const jobs: unknown[] = []
  for (let cursor = ''; ;) {
    const { body } = await client.get(`/v1/jobs?limit=100${cursor}`)
    jobs.push(...Object(body).items)
    const next = at(body, 'next_cursor')
    if (next === null) return jobs
    cursor = `&cursor=${encodeURIComponent(String(next))}`
  }
}

function expectWithinCeilings(jobs: readonly unknown[]): void {
  const beyond = jobs.filter(
    (job) => microdollars(job, 'spent') + microdollars(job, 'held') > microdollars(job, 'ceiling'),
  )
  expect(beyond).toEqual([])
}

/** Looks at all jobs again and again until none is under way, and at their amounts each time. */
async function untilAtRest(): Promise<unknown[]> {
  for (;;) {
    const jobs = await allJobs()
    expectWithinCeilings(jobs)
    if (jobs.every((job) => !['estimating', 'running', 'finishing'].includes(String(at(job, 'status'))))) return jobs
    await sleep(LOOK_EVERY_MS)
  }
}

it(`${JOBS} jobs of one wallet at once spend no microdollar above their ceilings, and give back what they held`, async () => {
  const random = drawing('ceilings of jobs')
  const start = microdollars((await client.get('/v1/wallet')).body, 'available')
  const bodies = Array.from({ length: JOBS }, (_, job) => {
    const rows = random.int(3, 5)
    return {
      capability: 'contact.find',
      input: { first_name: '{{first}}', last_name: 'Example', domain: '{{domain}}' },
      rows: {
        items: Array.from({ length: rows }, (__, row) => ({
          first: `Ada${random.pick(TAGS)}`,
          domain: `company${job}-${row}.example.com`,
        })),
      },
      // From less than one row to all of them.
      ceiling: usd(random.int(HOLD / 2, HOLD * rows)),
      pilot: 0,
      concurrency: random.int(1, 6),
    }
  })
  const made = await Promise.all(bodies.map((body) => client.post('/v1/jobs', body)))
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([202]))

  const rested = await untilAtRest()
  const statuses = new Set(rested.map((job) => String(at(job, 'status'))))
  expect([...statuses]).toEqual(expect.arrayContaining(['paused', 'succeeded']))
  expect([...statuses].filter((status) => status !== 'paused' && !ENDS.includes(status))).toEqual([])
  for (const job of rested) {
    expect(at(job, 'held')).toBe('0.00')
    if (at(job, 'status') !== 'paused') continue
    expect(at(job, 'reason')).toBe('ceiling_reached')
    // Another row would not have fitted.
    expect(microdollars(job, 'spent') + CHEAPEST).toBeGreaterThan(microdollars(job, 'ceiling'))
  }

  const paused = rested.filter((job) => at(job, 'status') === 'paused')
  const cancelled = await Promise.all(paused.map((job) => client.post(`/v1/jobs/${String(at(job, 'job_id'))}/cancel`)))
  expect(new Set(cancelled.map(({ status }) => status))).toEqual(new Set([200]))
  const ended = await untilAtRest()
  const ends = new Set(ended.map((job) => String(at(job, 'status'))))
  expect([...ends].filter((status) => !['cancelled', ...ENDS].includes(status))).toEqual([])
  expect(ended.map((job) => at(job, 'progress', 'done'))).toEqual(ended.map((job) => at(job, 'progress', 'rows')))
  const spent = ended.reduce<number>((sum, job) => sum + microdollars(job, 'spent'), 0)
  const { body: wallet } = await client.get('/v1/wallet')
  expect([spent > 0, at(wallet, 'held'), microdollars(wallet, 'available')]).toEqual([true, '0.00', start - spent])
  expect((await verifyLedger(service.db)).drifts).toEqual([])
}, 600_000)
