import { expect } from '@jest/globals'
import type { HttpClient } from '../../support/http.ts'
import type { SharedService } from '../../support/service.ts'

/** A job whose rows must end so, one after the other. */
export interface EndedJob {
  readonly jobId: string
  readonly outcomes: readonly string[]
}

/**
 * Every row once: one run and one outcome, all money where it belongs, and each event of the workspace's only job once.
 */
export async function expectOnce(
  { db }: Pick<SharedService, 'db'>,
  client: HttpClient,
  { jobId, outcomes }: EndedJob,
): Promise<void> {
  const count = outcomes.length
  const job = await client.get(`/v1/jobs/${jobId}`)
  expect(job.body).toMatchObject({
    status: 'partially_succeeded',
    held: '0.00',
    progress: { rows: count, done: count, cancelled: 0, blocked: 0, invalid: 0 },
  })
  const { items } = Object((await client.get(`/v1/jobs/${jobId}/items?limit=1000`)).body)
  expect(items.map(({ outcome }: { outcome: unknown }) => outcome)).toEqual(outcomes)
  const { rows } = await db.pool.query(
    `select count(*)::integer as runs, count(distinct w.number)::integer as rows, sum(r.charged)::text as charged,
      (select spent::text from budget where holder_id = $1) as spent,
      (select count(*)::integer from transfer t join run o on o.id = t.run_id
        where o.job_id = $1 and t.kind = 'charge') as charges,
      count(*) filter (where r.charged > 0)::integer as paid
    from run r left join job_row w on w.run_id = r.id where r.job_id = $1`,
    [jobId],
  )
  const [{ charged, charges }] = rows
  expect(rows).toEqual([{ runs: count, rows: count, charged, spent: charged, charges, paid: charges }])
  expect((await client.get('/v1/wallet')).at('held')).toBe('0.00')
  const { items: events } = Object((await client.get('/v1/events')).body)
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['job.pilot_finished', 'job.finished'])
}
