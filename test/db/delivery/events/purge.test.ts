import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import {
  purgeDeliveries,
  purgeEvents,
  purgeInboundMessages,
  streamsToPurge,
} from '../../../../db/delivery/events/purge.ts'
import { readStream } from '../../../../db/delivery/events/read.ts'
import type { StreamOwner } from '../../../../db/delivery/events/write.ts'
import { newId } from '../../../../db/ids.ts'
import { encodeId, ID_RANDOM_BYTES, type IdPrefix } from '../../../../domain/ids/ids.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { addEvents, buildEvent } from './build.ts'

const DAY_MS = 86_400_000
const cutoff = new Date(Date.now() - 30 * DAY_MS)
let db: Database
let close: () => Promise<void>
let owner: StreamOwner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(40))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
})

const add = async (count: number): Promise<readonly string[]> =>
  (
    await addEvents(
      db,
      owner,
      Array.from({ length: count }, () => buildEvent('email.bounced')),
    )
  ).eventIds
/** Moves the time of these events into the past. */
const age = (ids: readonly string[], days: number) =>
  db.pool.query(`update event set created_at = now() - $2 * interval '1 day' where id = any ($1)`, [ids, days])
const kept = async () =>
  (
    await db.pool.query<{ id: string }>('select id from event where workspace_id = $1 order by sequence', [
      owner.workspaceId,
    ])
  ).rows.map(({ id }) => id)
const counter = async () =>
  (
    await db.pool.query(
      'select purged_sequence::integer as sequence, purged_event_id as id from event_counter where workspace_id = $1',
      [owner.workspaceId],
    )
  ).rows[0]

describe('retention', () => {
  it('deletes events older than the cutoff, batch by batch, and returns how far it got', async () => {
    const [old, young] = [await add(25), await add(5)]
    await age(old, 31)
    await age(young, 29)
    const purged: number[] = []
    for (;;) {
      const count = await purgeEvents(db, owner, { cutoff, limit: 10 })
      purged.push(count)
      if (count > 0)
        expect(await counter()).toEqual({
          sequence: purged.reduce((sum, one) => sum + one, 0),
          id: old[purged.reduce((sum, one) => sum + one, 0) - 1],
        })
      if (count < 10) break
    }
    expect(purged).toEqual([10, 10, 5])
    expect(await kept()).toEqual(young)
    expect(await purgeEvents(db, owner, { cutoff, limit: 10 })).toBe(0)
    expect(await streamsToPurge(db, { after: null, cutoff, limit: 1_000 })).not.toContainEqual(owner)
  })

  it('deletes none that follows one that is kept', async () => {
    const ids = await add(4)
    await age([ids[0] ?? '', ids[2] ?? ''], 31)
    expect(await purgeEvents(db, owner, { cutoff, limit: 10 })).toBe(1)
    expect(await kept()).toEqual(ids.slice(1))
  })

  it('finds the streams with old events, and processes them in order', async () => {
    const owners: StreamOwner[] = []
    const young: StreamOwner[] = []
    for (let n = 0; n < 5; n += 1) {
      owner = { workspaceId: (await buildWorkspace(db)).id, environment: n % 2 === 0 ? 'live' : 'test' }
      await age(await add(2), n === 3 ? 1 : 40)
      ;(n === 3 ? young : owners).push(owner)
    }
    const found: StreamOwner[] = []
    for (let after: StreamOwner | null = null; ;) {
      const streams: StreamOwner[] = await streamsToPurge(db, { after, cutoff, limit: 2 })
      found.push(...streams)
      after = streams.at(-1) ?? null
      if (after === null) break
    }
    expect(found).toEqual(expect.arrayContaining(owners))
    expect(found).not.toContainEqual(young[0])
    expect(found).toEqual(found.toSorted((left, right) => (left.workspaceId < right.workspaceId ? -1 : 1)))
  })

  it('works together with writers and readers of the same stream: no deadlock, and no event skipped without notice', async () => {
    await age(await add(600), 31)
    const before = await kept()
    const state = { purging: true }
    const reading = (async () => {
      const seen: string[] = []
      while (state.purging) {
        const page = await readStream(db, {
          ...owner,
          after: seen.at(-1) ?? null,
          sinceMs: null,
          types: null,
          limit: 7,
        })
        if (page.kind === 'unknown cursor') return { seen, expired: true }
        seen.push(...page.items.map(({ id }) => id))
      }
      return { seen, expired: false }
    })()
    const writing = Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let n = 0; n < 5; n += 1) await add(2)
      }),
    )
    const purges = Promise.all(
      Array.from({ length: 3 }, async () => {
        let sum = 0
        for (let empty = 0; empty < 3;) {
          const count = await purgeEvents(db, owner, { cutoff, limit: 20 })
          sum += count
          empty = count === 0 ? empty + 1 : 0
        }
        return sum
      }),
    )
    expect((await purges).reduce((sum, one) => sum + one, 0)).toBe(600)
    state.purging = false
    await writing
    const { seen, expired } = await reading
    // What the reader saw before retention overtook it has no gap.
    const all = [...before, ...(await kept())]
    const begin = all.indexOf(seen[0] ?? all[0] ?? '')
    expect(seen).toEqual(all.slice(begin, begin + seen.length))
    expect(expired || seen.length > 0).toBe(true)
    expect(await kept()).toHaveLength(200)
    expect(await counter()).toEqual({ sequence: 600, id: before.at(-1) })
  }, 60_000)
})

describe('other data older than the cutoff', () => {
  const idFrom = (prefix: IdPrefix, days: number) => {
    const made = newId(prefix)
    const time = encodeId(prefix, Date.now() - days * DAY_MS, new Uint8Array(ID_RANDOM_BYTES))
    return time.slice(0, -ID_RANDOM_BYTES) + made.slice(-ID_RANDOM_BYTES)
  }

  it('is deliveries that have ended, and messages that were processed', async () => {
    const webhookId = newId('wh')
    await db.pool.query(
      `insert into webhook_endpoint (id, workspace_id, environment, url) values ($1, $2, 'live', 'https://example.com/')`,
      [webhookId, owner.workspaceId],
    )
    const [ended, pending, young] = [idFrom('whd', 31), idFrom('whd', 31), idFrom('whd', 29)]
    for (const [id, status] of [
      [ended, 'delivered'],
      [pending, 'pending'],
      [young, 'failed'],
    ]) {
      await db.pool.query(
        `insert into webhook_delivery (id, webhook_id, workspace_id, environment, event_id, event_type, generation,
          attempts_max, status, next_attempt_at, sweep_at)
         values ($1, $2, $3, 'live', 'evt_1', 'email.received', 1, 7, $4, case when $4 = 'pending' then now()
           end, case when $4 = 'pending' then now() end)`,
        [id, webhookId, owner.workspaceId, status],
      )
    }
    const [processed, unprocessed, recent] = [idFrom('inb', 31), idFrom('inb', 31), idFrom('inb', 29)]
    for (const [id, open] of [
      [processed, false],
      [unprocessed, true],
      [recent, false],
    ] as const) {
      await db.pool.query(
        `insert into inbound_message (id, provider, external_id, body, turn_key, outcome, processed_at, sweep_at)
         values ($1, 'agentmail', $1, case when $2::boolean then '{}' end, 'inbox',
           case when not $2 then 'nothing' end, case when not $2 then now() end, case when $2 then now() end)`,
        [id, open],
      )
    }
    expect(await purgeDeliveries(db, { cutoff, limit: 10 })).toBe(1)
    expect(await purgeInboundMessages(db, { cutoff, limit: 10 })).toBe(1)
    const left = async (table: string, ids: readonly string[]) =>
      (await db.pool.query<{ id: string }>(`select id from ${table} where id = any ($1)`, [ids])).rows
        .map(({ id }) => id)
        .toSorted()
    expect(await left('webhook_delivery', [ended, pending, young])).toEqual([pending, young].toSorted())
    expect(await left('inbound_message', [processed, unprocessed, recent])).toEqual([unprocessed, recent].toSorted())
  })
})
