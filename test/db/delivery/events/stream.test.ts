import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { NewEvent } from '../../../../domain/events/types.ts'
import type { Database, Transaction } from '../../../../db/database.ts'
import { readStream, type StreamPage } from '../../../../db/delivery/events/read.ts'
import { type StreamOwner, writeEvents } from '../../../../db/delivery/events/write.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { buildEvent } from './build.ts'

const WRITERS = 50
const READERS = 3
const WRITES_EACH = 8

let db: Database
let close: () => Promise<void>
let owner: StreamOwner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(WRITERS + READERS + 2))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
})

const WRITE: Transaction = { name: 'write_test_events', effect: true }
class TakenBack extends Error {}

/** Writes events in one transaction that locks the stream for a moment; returns their ids, or null after a rollback. */
async function write(
  events: readonly NewEvent[],
  { takesBack = false, to = owner } = {},
): Promise<readonly string[] | null> {
  try {
    return await db.transaction(WRITE, async (tx) => {
      const { eventIds } = await writeEvents(tx, to, events)
      if (Math.random() < 0.2) await sleep(Math.random() * 5)
      if (takesBack) throw new TakenBack()
      return eventIds
    })
  } catch (error) {
    if (error instanceof TakenBack) return null
    throw error
  }
}

async function page(
  question: Partial<Parameters<typeof readStream>[1]> = {},
): Promise<Extract<StreamPage, { kind: 'page' }>> {
  const read = await readStream(db, { ...owner, after: null, sinceMs: null, types: null, limit: 500, ...question })
  if (read.kind !== 'page') throw new Error(read.kind)
  return read
}

/** Reads from cursor to cursor while others write, until it has read everything that was there when they ended. */
async function follow(
  done: () => boolean,
  { limit, types = null }: { limit: number; types?: readonly string[] | null },
): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const last = done()
    const { items, hasMore } = await page({ after: seen.at(-1) ?? null, limit, types })
    seen.push(...items.map(({ id }) => id))
    if (last && items.length === 0 && !hasMore) return seen
    if (items.length === 0) await sleep(2)
  }
}

const committedInOrder = async (types: readonly string[] | null = null): Promise<string[]> => {
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from event where workspace_id = $1 and environment = $2 and ($3::text[] is null or type = any ($3)) order by sequence',
    [owner.workspaceId, owner.environment, types],
  )
  return rows.map(({ id }) => id)
}

describe('readers of a stream that many write to', () => {
  it('see exactly the committed events, in order, each once, also while writers roll back', async () => {
    let done = false
    const readers = [7, 50, 500].slice(0, READERS).map((limit) => follow(() => done, { limit }))
    const filtered = follow(() => done, { limit: 3, types: ['email.bounced', 'account.reconnected'] })
    const written = await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const ids: string[] = []
        for (let round = 0; round < WRITES_EACH; round += 1) {
          const types = (['email.received', 'email.bounced', 'account.reconnected', 'email.delivered'] as const).slice(
            0,
            1 + ((writer + round) % 4),
          )
          ids.push(
            ...((await write(
              types.map((type) => buildEvent(type, `${writer}.${round}`)),
              { takesBack: (writer + round) % 3 === 0 },
            )) ?? []),
          )
        }
        return ids
      }),
    )
    done = true
    const committed = await committedInOrder()
    expect(committed.toSorted()).toEqual(written.flat().toSorted())
    expect(committed.length).toBeGreaterThan((WRITERS * WRITES_EACH) / 2)
    for (const seen of await Promise.all(readers)) expect(seen).toEqual(committed)
    expect(await filtered).toEqual(await committedInOrder(['email.bounced', 'account.reconnected']))
  }, 120_000)

  it('find no gap in its sequence numbers, and times that never decrease', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        write([buildEvent('email.received'), buildEvent('email.bounced')], { takesBack: n % 2 === 0 }),
      ),
    )
    const { rows } = await db.pool.query<{ sequence: string; back: boolean }>(
      `select sequence::text, created_at < lag(created_at) over (order by sequence) as back from event e where workspace_id = $1 order by e.sequence`,
      [owner.workspaceId],
    )
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    expect(rows.some(({ back }) => back)).toBe(false)
  })

  it('see only their own workspace and environment', async () => {
    const other: StreamOwner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
    const sandbox: StreamOwner = { ...owner, environment: 'test' }
    const [mine] = await Promise.all([
      write([buildEvent('email.received')]),
      write([buildEvent('email.received')], { to: other }),
      write([buildEvent('email.received')], { to: sandbox }),
    ])
    expect((await page()).items.map(({ id }) => id)).toEqual(mine)
    const theirs = await readStream(db, { ...other, after: null, sinceMs: null, types: null, limit: 1 })
    if (theirs.kind !== 'page') throw new Error(theirs.kind)
    expect(
      await readStream(db, { ...owner, after: theirs.items[0]?.id ?? '', sinceMs: null, types: null, limit: 1 }),
    ).toEqual({ kind: 'unknown cursor', purgedEventId: null })
  })
})

describe('a page', () => {
  it("continues after the cursor, whatever the types of the cursor's event and of the page are", async () => {
    const ids =
      (await write([
        buildEvent('email.received'),
        buildEvent('email.bounced'),
        buildEvent('email.received'),
        buildEvent('email.bounced'),
        buildEvent('email.received'),
      ])) ?? []
    const first = await page({ types: ['email.bounced'], limit: 1 })
    expect([first.items.map(({ id }) => id), first.hasMore]).toEqual([[ids[1]], true])
    const second = await page({ types: ['email.bounced'], limit: 1, after: ids[1] ?? null })
    expect([second.items.map(({ id }) => id), second.hasMore]).toEqual([[ids[3]], false])
    const others = await page({ types: ['email.received', 'email.delivered'], after: ids[1] ?? null })
    expect([others.items.map(({ id }) => id), others.hasMore]).toEqual([[ids[2], ids[4]], false])
  })

  it('begins with the first event that is not older than `since`', async () => {
    const ids: string[] = []
    for (let n = 0; n < 4; n += 1) {
      ids.push(...((await write([buildEvent('email.received'), buildEvent('email.bounced')])) ?? []))
      await sleep(3)
    }
    const all = (await page()).items
    const third = all[4]?.createdAt.getTime() ?? 0
    expect((await page({ sinceMs: third })).items.map(({ id }) => id)).toEqual(ids.slice(4))
    expect((await page({ sinceMs: third, types: ['email.bounced'] })).items.map(({ id }) => id)).toEqual([
      ids[5],
      ids[7],
    ])
    expect((await page({ sinceMs: Date.now() + 60_000 })).items).toEqual([])
    expect((await page({ sinceMs: 0 })).items).toHaveLength(8)
  })

  it('is cut where it grows too large, and the next one continues there', async () => {
    const large = 'x'.repeat(1_000_000)
    const ids: string[] = []
    for (let n = 0; n < 20; n += 1) ids.push(...((await write([buildEvent('email.received', large)])) ?? []))
    const first = await page()
    expect(first.items.length).toBeGreaterThan(1)
    expect(first.items.length).toBeLessThan(20)
    expect(first.hasMore).toBe(true)
    expect(await follow(() => true, { limit: 500 })).toEqual(ids)
  })
})
