import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { purgeExpired } from '../../../activities/maintenance/purge-expired.ts'
import type { Database } from '../../../db/database.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'
import { addEvents, buildEvent } from '../../db/delivery/events/build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const STREAMS = 30
const old = async () =>
  (
    await db.pool.query<{ count: number }>(
      `select count(*)::int as count from event where created_at < now() - interval '30 days'`,
    )
  ).rows[0]?.count ?? 0

const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }

it('a step ends in time with any number of streams that have little to purge, and the next one continues', async () => {
  for (let n = 0; n < STREAMS; n += 1)
    await addEvents(db, { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }, [
      buildEvent('email.bounced'),
    ])
  await db.pool.query(`update event set created_at = now() - interval '31 days'`)
  const slow: Database = {
    ...db,
    query: async (statement, values) => {
      await sleep(250)
      return db.query(statement, values)
    },
  }
  const step = purgeExpired({ db: slow, log: LOG })
  const first = await step({ at: Date.now() })
  expect(first.more).toBe(true)
  expect(first.events).toBeGreaterThan(0)
  expect(await old()).toBe(STREAMS - first.events)
  for (let more = true; more;) ({ more } = await step({ at: Date.now() }))
  expect(await old()).toBe(0)
}, 60_000)

it('purges batch after batch of one stream, and keeps what is young', async () => {
  const owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' } as const
  const write = (count: number) =>
    addEvents(
      db,
      owner,
      Array.from({ length: count }, () => buildEvent('email.received')),
    )
  // A batch has a thousand.
  await write(2_500)
  await db.pool.query(`update event set created_at = now() - interval '31 days'`)
  const { eventIds: young } = await write(3)
  const step = purgeExpired({ db, log: LOG })
  let purged = 0
  for (let more = true; more;) {
    const answer = await step({ at: Date.now() })
    purged += answer.events
    more = answer.more
  }
  expect(purged).toBe(2_500)
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from event where workspace_id = $1 order by sequence',
    [owner.workspaceId],
  )
  expect(rows.map(({ id }) => id)).toEqual(young)
}, 60_000)
