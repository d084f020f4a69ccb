import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { claimOverdueDeliveries } from '../../../../db/delivery/webhooks/sweep.ts'
import { testCipher } from '../../../build/connection.ts'
import { buildEvent, buildWebhook, commitEvents, storedDelivery } from '../../../build/webhook.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'

const DELIVERIES = 120
const SWEEPERS = 8

let db: Database
let close: () => Promise<void>
let owner: Owner
let webhookId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})
afterAll(() => close())
beforeEach(async () => {
  await db.pool.query('delete from webhook_endpoint')
  webhookId = (await buildWebhook({ db, cipher: testCipher() }, owner, 'https://example.com/hook')).id
})

const written = async (count: number): Promise<string[]> =>
  (
    await commitEvents(
      db,
      owner,
      Array.from({ length: count }, () => buildEvent()),
    )
  ).deliveries.map(({ id }) => id)
/** As if this number of seconds had passed for all of them. */
const pass = (seconds: number) =>
  db.pool.query(
    'update webhook_delivery set sweep_at = sweep_at - make_interval(secs => $1), next_attempt_at = next_attempt_at - make_interval(secs => $1)',
    [seconds],
  )
const claim = async (limit = 10): Promise<string[]> => (await claimOverdueDeliveries(db, limit)).map(({ id }) => id)

describe('overdue deliveries', () => {
  it('go to one sweeper each, and none is left out', async () => {
    const ids = await written(DELIVERIES)
    await pass(60)
    const rounds = await Promise.all(
      Array.from({ length: SWEEPERS }, async () => {
        const mine: string[] = []
        for (let some = await claim(); some.length > 0; some = await claim()) mine.push(...some)
        return mine
      }),
    )
    // A sweeper that finds every overdue row locked by others stops early; it never waits for them.
    expect([...rounds.flat(), ...(await claim(DELIVERIES))].toSorted()).toEqual(ids.toSorted())
  })

  it('are those that are pending and half a minute late, with what the start of their workflow needs', async () => {
    const [id = '', ended = ''] = await written(2)
    await db.pool.query(
      `update webhook_delivery set status = 'failed', next_attempt_at = null, sweep_at = null where id = $1`,
      [ended],
    )
    await pass(29)
    expect(await claim()).toEqual([])
    await pass(2)
    expect(await claimOverdueDeliveries(db, 10)).toEqual([
      { id, webhookId, ...owner, eventType: 'linkedin.message_received', broughtForward: false },
    ])
  })

  it('are marked when they were made due before their schedule', async () => {
    const ids = await written(3)
    const [first = '', scheduled = '', requested = ''] = ids
    // The fourth attempt follows half an hour after the third, which took ten seconds and began this number of minutes
    // ago.
    const failed = (id: string, minutesAgo: number) =>
      db.pool.query(
        `update webhook_delivery set attempts_made = 3, attempts =
      jsonb_build_array(jsonb_build_object('at', to_char((now() - make_interval(mins => $2)) at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'latency_ms', 10000)) where id = $1`,
        [id, minutesAgo],
      )
    await failed(scheduled, 31)
    await failed(requested, 20)
    await pass(31)
    const claimed = await claimOverdueDeliveries(db, 10)
    expect(Object.fromEntries(claimed.map(({ id, broughtForward }) => [id, broughtForward]))).toEqual({
      [first]: false,
      [scheduled]: false,
      [requested]: true,
    })
  })

  it('are checked again after as long as they are late, half a minute at least and ten minutes at most', async () => {
    const [id = ''] = await written(1)
    const again = async (): Promise<number> => {
      await claim()
      return Math.round(((await storedDelivery(db, id)).sweep_at?.getTime() ?? 0) / 1000 - Date.now() / 1000)
    }
    await db.pool.query(`update webhook_delivery set sweep_at = now() - interval '1 second'`)
    expect(await again()).toBeGreaterThanOrEqual(25)
    await pass(120)
    expect(await again()).toBeGreaterThanOrEqual(100)
    await pass(86_400)
    expect(await again()).toBeLessThanOrEqual(605)
  })
})
