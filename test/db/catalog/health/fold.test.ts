import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { ATTEMPT_OUTCOMES } from '../../../../domain/runs/states.ts'
import type { Database } from '../../../../db/database.ts'
import { foldHealth } from '../../../../db/catalog/health/fold.ts'
import { buildConnection, testCipher } from '../../../build/connection.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { type Call, countAll, countedDirectly, forgetCounts, readHours, repeated, SMALL, writeCalls } from './calls.ts'
import { numRunsFor } from '../../../support/seed.ts'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
const COUNTERS = 6
const HISTORIES = numRunsFor(15)
/** On a busy machine fewer histories are tried; what they met is checked all the same. */
const TIME_MS_MAX = 60_000

let db: Database
let close: () => Promise<void>
let workspaceId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  workspaceId = (await buildWorkspace(db)).id
})
afterAll(() => close())
beforeEach(async () => {
  await db.pool.query('truncate run cascade')
  await forgetCounts(db)
})

const callOf = fc.record<Call>({
  outcome: fc.constantFrom(...ATTEMPT_OUTCOMES),
  // Full tenths, so that some end at the same instant; none is so old that it leaves the window while the test runs.
  ageSeconds: fc.oneof(
    fc.integer({ min: 0, max: 30 * DAY_SECONDS }),
    fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10),
  ),
  durationMs: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 10_000_000 })),
  provider: fc.constantFrom('one', 'two'),
  target: fc.constantFrom('contact.find', 'POST /v1/search', 'contact.verify'),
  environment: fc.constantFrom('live', 'live', 'live', 'test'),
  called: fc.constantFrom(1, 1, 1, 0),
})

const total = async (): Promise<number> =>
  Number(
    (await db.pool.query('select coalesce(sum(found + missed + failures), 0) as total from offer_health_hour')).rows[0]
      .total,
  )

describe('the counted hours', () => {
  it('equal the attempts, whatever they are and whatever the size of the steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(callOf, { maxLength: 120 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        async (calls, batchMax, other) => {
          await db.pool.query('truncate run cascade')
          await forgetCounts(db)
          const stored = await writeCalls(db, workspaceId, calls)
          await countAll(db, { ...SMALL, batchMax })
          const hours = await readHours(db)
          expect(hours).toEqual(countedDirectly(stored))
          // Deleted and counted again, they are the same.
          await forgetCounts(db)
          await countAll(db, { ...SMALL, batchMax: other })
          expect(await readHours(db)).toEqual(hours)
        },
      ),
      { numRuns: HISTORIES, interruptAfterTimeLimit: TIME_MS_MAX },
    )
  })

  it('count an attempt once when several workers count at the same time', async () => {
    const stored = await writeCalls(
      db,
      workspaceId,
      Array.from({ length: 600 }, (_, n): Call => ({
        outcome: n % 3 === 0 ? 'provider_error' : 'succeeded',
        ageSeconds: 60 + n,
      })),
    )
    await Promise.all(Array.from({ length: COUNTERS }, () => countAll(db, { ...SMALL, batchMax: 7 })))
    expect(await readHours(db)).toEqual(countedDirectly(stored))
  })

  it('let one worker in at a time, and do not make the others wait', async () => {
    const client = await db.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from offer_health_progress for update')
      expect(await foldHealth(db)).toBeNull()
      await client.query('rollback')
    } finally {
      client.release()
    }
    expect(await foldHealth(db)).not.toBeNull()
  })

  it('wait for an outcome whose transaction commits late, however many rounds pass', async () => {
    const [late, early] = [
      repeated(1, { outcome: 'provider_error', ageSeconds: 20 }),
      repeated(2, { outcome: 'succeeded', ageSeconds: 10 }),
    ]
    const [written] = await writeCalls(db, workspaceId, late)
    const client = await db.pool.connect()
    try {
      await client.query('begin')
      // As record_outcome does it: the time is read now, and others see it only after the commit.
      await client.query(`update attempt set finished_at = finished_at + interval '1 second' where provider = 'one'`)
      await writeCalls(db, workspaceId, early)
      for (let round = 0; round < 5; round += 1) expect(await foldHealth(db, SMALL)).toMatchObject({ counted: 0 })
      await client.query('commit')
    } finally {
      client.release()
    }
    await countAll(db)
    expect(written).toBeDefined()
    expect(await total()).toBe(3)
  })

  it('miss no attempt that is written while they are counted', async () => {
    const written = new AbortController()
    const counters = Array.from({ length: 3 }, async () => {
      while (!written.signal.aborted) await foldHealth(db, { batchMax: 5, graceSeconds: 0.2 })
    })
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; n < 15; n += 1) {
        const [call] = await writeCalls(db, workspaceId, [
          { outcome: 'cancelled', ageSeconds: 40 * DAY_SECONDS, provider: `w${writer}-${n}` },
        ])
        const client = await db.pool.connect()
        await client.query('begin')
        await client.query(
          `update attempt set outcome = 'succeeded', finished_at = clock_timestamp() where provider = $1`,
          [call?.provider],
        )
        await sleep((n * 7 + writer * 13) % 60)
        await client.query('commit')
        client.release()
      }
    })
    await Promise.all(writers)
    written.abort()
    await Promise.all(counters)
    await countAll(db)
    expect(await total()).toBe(6 * 15)
    expect((await readHours(db)).every(({ found }) => found === 1)).toBe(true)
  })

  it('continue after the database was restored into another server', async () => {
    await writeCalls(db, workspaceId, repeated(3, { outcome: 'succeeded', ageSeconds: 60 }))
    await db.pool.query(`update offer_health_progress set fence_transaction = 9000000000000000000`)
    await countAll(db)
    expect(await total()).toBe(3)
  })

  it('are deleted once they are older than any reader needs', async () => {
    await writeCalls(db, workspaceId, [{ outcome: 'succeeded', ageSeconds: HOUR_SECONDS }])
    await db.pool.query(
      `insert into offer_health_hour select date_trunc('hour', now()) - make_interval(days => days), 'old', 'x.y', 1,
        0, 0, array_fill(0, array[58]), now(), null
        from unnest(array[29, 33]) days`,
    )
    await countAll(db)
    const kept = (await readHours(db)).map(({ provider }) => provider)
    expect(kept).toEqual(['old', 'one'])
  })

  it('leave out calls through a connection', async () => {
    await writeCalls(db, workspaceId, repeated(2, { outcome: 'provider_error', ageSeconds: 60 }))
    const connectionId = await buildConnection(
      { db, cipher: testCipher(1) },
      { workspaceId, provider: 'hunter', credential: 'any' },
    )
    await db.pool.query('update attempt set connection_id = $1 where run_id = (select min(run_id) from attempt)', [
      connectionId,
    ])
    await countAll(db)
    expect(await total()).toBe(1)
  })
})
