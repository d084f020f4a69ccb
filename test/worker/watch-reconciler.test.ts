import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { claimReconciliation } from '../../db/tables/watches/reconciliation.ts'
import { startWatchReconciler } from '../../worker/watch-reconciler.ts'
import type { WatchStarter } from '../../workflows/starters/watches.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { openTestDatabase } from '../db/build.ts'
import { until } from '../support/until.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
afterEach(async () => {
  await db.pool.query('delete from watch_reconciliation')
})

const DEPLOYMENT = 'runs'
const WRITE_MS = 20
const HOUR_SECONDS = 3_600
const unexpected = (): never => {
  throw new Error('not called here')
}

/** A server that has lost every Schedule, and is slow with each write. */
function emptyServer(): { readonly made: string[]; readonly watches: WatchStarter } {
  const made: string[] = []
  return {
    made,
    watches: {
      async *list() {},
      async make({ id }) {
        await sleep(WRITE_MS)
        made.push(id)
      },
      startRefresh: unexpected,
      correct: unexpected,
      remove: unexpected,
      createInBackground: unexpected,
      removeInBackground: unexpected,
    },
  }
}

async function makeWatches(count: number): Promise<void> {
  const { id } = await buildWorkspace(db)
  await db.pool.query(
    `insert into watch (id, workspace_id, environment, capability, input, routing, every, every_ms, webhook)
     select n, $1, 'test', 'web.search', '{}', '{}', '1h', 3600000, true from unnest($2::text[]) n`,
    [id, Array.from({ length: count }, () => newId('watch'))],
  )
}

const reconciler = (watches: WatchStarter, everyMs = 60_000) =>
  startWatchReconciler({
    db,
    watches,
    deployment: DEPLOYMENT,
    everyMs,
    log: { error: unexpected, info: () => undefined, warn: () => undefined },
  })

describe('a worker that reconciles Schedules', () => {
  it('stops within a few writes, however many remain, and leaves the rest to the next one', async () => {
    await makeWatches(400)
    const { made, watches } = emptyServer()
    const { stop } = reconciler(watches)
    await until(
      async () => made.length,
      (count) => count > 0,
    )
    const before = made.length
    await stop()
    expect(made.length - before).toBeLessThanOrEqual(20)

    const next = emptyServer()
    const successor = reconciler(next.watches)
    await until(
      async () => next.made.length,
      (count) => count === 400,
    )
    await successor.stop()
  }, 60_000)

  it('is replaced within minutes when it was killed, not after an hour', async () => {
    expect(await claimReconciliation(db, DEPLOYMENT, HOUR_SECONDS)).toBe(true)
    // While it may be at work no other begins; then the next one does.
    expect(await claimReconciliation(db, DEPLOYMENT, 0)).toBe(false)
    await db.pool.query(`update watch_reconciliation set claimed_at = claimed_at - interval '6 minutes'`)
    expect(await claimReconciliation(db, DEPLOYMENT, HOUR_SECONDS)).toBe(true)
  })

  it('is followed by the next one an hour after it has finished', async () => {
    const { watches } = emptyServer()
    const { stop } = reconciler(watches)
    await until(
      async () => (await db.pool.query('select 1 from watch_reconciliation where finished_at is not null')).rowCount,
      (count) => count === 1,
    )
    await stop()
    await db.pool.query(
      `update watch_reconciliation set claimed_at = claimed_at - interval '6 minutes', finished_at = finished_at - interval '6 minutes'`,
    )
    expect(await claimReconciliation(db, DEPLOYMENT, HOUR_SECONDS)).toBe(false)
    await db.pool.query(
      `update watch_reconciliation set claimed_at = claimed_at - interval '1 hour', finished_at = finished_at - interval '1 hour'`,
    )
    expect(await claimReconciliation(db, DEPLOYMENT, HOUR_SECONDS)).toBe(true)
  })
})
