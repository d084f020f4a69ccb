import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { beginAttempt } from '../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../usecases/runs/record-outcome.ts'
import type { Database } from '../../db/database.ts'
import { acceptRun } from '../../usecases/runs/accept-run.ts'
import { cancelRun } from '../../db/runs/cancel.ts'
import { RENEWED_LEASE_MS } from '../../domain/runs/time-limits.ts'
import { runsCommand } from '../../ops/runs/command.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { buildAttempt, buildAttemptEnd, buildNewRun, openTestDatabase, reserveAmount } from '../db/build.ts'

let db: Database
let close: () => Promise<void>
let called: string
let waiting: string
let begun: () => Promise<string>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(2))
  const { id: workspaceId } = await buildWorkspace(db, { live: '10.00' })
  begun = async () => {
    const run = buildNewRun({ workspaceId, environment: 'live' })
    await acceptRun(db, run)
    await reserveAmount(db, run.id, 50_000n)
    return run.id
  }
  ;[called, waiting] = [await begun(), await begun()]
  await beginAttempt(db, buildAttempt(called))
  await cancelRun(db, await begun(), null)
})
afterAll(() => close())

const runs = async (words: string, provider: string | null = null) => {
  const { lines, healthy: done } = await runsCommand(db, { words: words.split(' '), provider })
  return { done, text: lines.join('\n') }
}

describe('npm run runs', () => {
  it('shows open runs, with their progress and holds, and nothing that has ended', async () => {
    const { done, text } = await runs('open')
    expect([done, text]).toEqual([true, expect.stringMatching(/\n2 open, 0\.10 USD held$/)])
    expect(text).toMatch(
      new RegExp(
        `^${called}  running  contact\\.find  ws_\\w+ live  0\\.05 held  attempt 1 of 1: sandbox-alpha was called \\d s ago and may take \\d+ s more$`,
        'm',
      ),
    )
    expect(text).toMatch(new RegExp(`^${waiting}  reserved .* the hold exists; sandbox-alpha is not called yet`, 'm'))
  })

  it('calls a run stuck once no executor has it any more, and exits with 1 then', async () => {
    expect(await runs('stuck')).toEqual({ done: true, text: '0 stuck, 0.00 USD held' })
    await db.pool.query(
      `update attempt set started_at = now() - interval '5 minutes', lease_until = now() - interval '2 minutes' where run_id = $1`,
      [called],
    )
    expect(await runs('stuck')).toEqual({
      done: false,
      text: expect.stringMatching(
        new RegExp(
          `^${called} .*LATE: attempt 1 of 1: sandbox-alpha was called 5 min ago; .*\\n1 stuck, 0\\.05 USD held$`,
        ),
      ),
    })
  })

  it('shows those that wait for one provider', async () => {
    expect((await runs('open', 'sandbox-alpha')).text).toMatch(/2 open/)
    expect((await runs('open', 'hunter')).text).toBe('0 open, 0.00 USD held')
  })

  it('names no next provider after the answer that ends a run, though there is one more', async () => {
    const run = await begun()
    await db.pool.query(
      `update run set plan = jsonb_set(plan, '{candidates,1}', jsonb_set(plan -> 'candidates' -> 0, '{provider}', '"sandbox-beta"')) where id = $1`,
      [run],
    )
    const attempt = buildAttempt(run)
    await beginAttempt(db, attempt)
    await recordOutcome(db, buildAttemptEnd(attempt))
    expect((await runs('open')).text).toMatch(
      new RegExp(`^${run}  running .*  attempt 1 of 2 ended \\d+ s ago: succeeded; it is to be settled$`, 'm'),
    )
    expect((await runs('open', 'sandbox-beta')).text).toBe('0 open, 0.00 USD held')
  })

  it('shows a renewed lease as a sign of its worker, and the time that the provider may take', async () => {
    const run = await begun()
    await db.pool.query(
      `update run set plan = jsonb_set(jsonb_set(plan, '{candidates,0,resumable}', 'true'), '{candidates,0,deadline_ms}', '570000') where id = $1`,
      [run],
    )
    await beginAttempt(db, buildAttempt(run, { leaseMs: RENEWED_LEASE_MS }))
    expect((await runs('open')).text).toMatch(
      new RegExp(
        `^${run}  .* was called \\d+ s ago and may take 9 min more; its worker last renewed the lease \\d+ s ago$`,
        'm',
      ),
    )
  })

  it('prints its usage for unknown arguments', async () => {
    expect(await runs('closed')).toEqual({ done: false, text: expect.stringContaining('npm run runs -- stuck') })
  })
})
