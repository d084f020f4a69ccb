import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { beginAttempt, readAttempt } from '../../db/runs/attempts/begin.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { acceptRun } from '../../usecases/runs/accept-run.ts'
import { findSession } from '../../db/access/sessions/queries.ts'
import { readWalletState } from '../../db/money/wallets/read.ts'
import { verifyLedger } from '../../db/money/wallets/verify.ts'
import { runRestored } from '../../ops/restored/command.ts'
import { buildSession } from '../build/session.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { buildAttempt, buildNewRun, NOTHING_REMEMBERED, reserveAmount } from '../db/build.ts'
import { type TestDatabase, testDatabase } from '../support/postgres.ts'

let database: TestDatabase
let db: Database
let workspaceId: string
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase({ url: database.url, applicationName: 'test', poolMax: 2 })
  ;({ id: workspaceId } = await buildWorkspace(db, { live: '10.00' }))
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const restored = async (words: string, reason = '') => {
  const { lines, done } = await runRestored(db, { words: words.split(' '), actor: 'robin', reason })
  return { done, text: lines.join('\n') }
}

async function accepted(sends: boolean, held = true): Promise<string> {
  const send = {
    channel: 'email',
    recipients: [{ kind: 'email', value: 'robin@example.org' }],
    chat_id: null,
    reply: false,
  }
  const run = buildNewRun({ workspaceId, environment: 'live' }, { context: NOTHING_REMEMBERED })
  await acceptRun(db, run)
  if (sends) await db.pool.query('update run set send = $2 where id = $1', [run.id, JSON.stringify(send)])
  if (held) await reserveAmount(db, run.id, 50_000n)
  return run.id
}

const statusOf = async (id: string) =>
  (
    await db.pool.query<{ status: string; last_attempt: number }>(
      'select status, last_attempt from run where id = $1',
      [id],
    )
  ).rows[0]

describe('a database that was restored to an earlier time', () => {
  it('is made safe: what may have been sent is not sent again, lookups are repeated, and everyone signs in again', async () => {
    const [planned, unplanned, underWay, lookup] = [
      await accepted(true),
      await accepted(true, false),
      await accepted(true),
      await accepted(false),
    ]
    await beginAttempt(db, buildAttempt(underWay))
    const { token } = await buildSession(db, workspaceId)
    const reviewed = await restored('review')
    expect(reviewed).toEqual({ done: true, text: expect.stringMatching(/\n2 may have been made already$/) })
    for (const id of [planned, unplanned]) expect(reviewed.text).toContain(id)

    expect(await restored('close', 'restored to 11:05')).toEqual({
      done: true,
      text: expect.stringMatching(/\n2 are not made again, 0 wallets .*, 1 sessions have ended$/),
    })
    expect([await statusOf(planned), await statusOf(unplanned), await statusOf(lookup)]).toEqual([
      { status: 'running', last_attempt: 1 },
      { status: 'cancelled', last_attempt: 0 },
      { status: 'reserved', last_attempt: 0 },
    ])
    expect(await readAttempt(db, planned, 1)).toMatchObject({
      provider: 'sandbox-alpha',
      outcome: 'unknown',
      leasePassed: true,
    })
    // The next executor finds it decided, and does not begin it.
    expect(await beginAttempt(db, buildAttempt(planned))).toEqual({ kind: 'taken' })
    expect(await findSession(db, token)).toBeNull()
    expect((await readWalletState(db, workspaceId, 'live')).held).toBe(150_000n)
    expect((await verifyLedger(db)).drifts).toEqual([])
    expect((await restored('review')).text).toBe('0 may have been made already')
  })

  it('is not changed while the service is connected to it, nor without a reason', async () => {
    expect(await restored('close')).toEqual({ done: false, text: expect.stringContaining('State why') })
    const worker = await openDatabase({ url: database.url, applicationName: 'worker', poolMax: 1 })
    await worker.pool.query('select 1')
    expect(await restored('close', 'x')).toEqual({ done: false, text: expect.stringContaining('(worker)') })
    await worker.close()
  })
})
