import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { disableFailingEndpoint, readEndpointsToDisable } from '../../../../db/delivery/webhooks/disable.ts'
import { stopDelivery, STOPPED_AT_ONCE } from '../../../../db/delivery/webhooks/stop-deliveries.ts'
import { readDelivery } from '../../../../db/delivery/webhooks/read-delivery.ts'
import { FAILING_MS_MAX, FAILING_REASON, SILENT_MS_MAX } from '../../../../domain/webhooks/schedule.ts'
import { testCipher } from '../../../build/connection.ts'
import { buildEvent, buildWebhook, commitEvents, storedDelivery, storedWebhook } from '../../../build/webhook.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { until } from '../../../support/until.ts'
import { openTestDatabase, type Owner } from '../../build.ts'

const NOON = Date.UTC(2026, 0, 5, 12)
const DUE = NOON + FAILING_MS_MAX

let db: Database
let close: () => Promise<void>
let owner: Owner
let webhookId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
})
afterAll(() => close())
beforeEach(async () => {
  await db.pool.query('delete from webhook_endpoint')
  webhookId = (await buildWebhook({ db, cipher: testCipher() }, owner, 'https://example.com/hook')).id
})

/** As if every attempt between these two moments had failed. */
const failing = (since: number, last: number) =>
  db.pool.query('update webhook_endpoint set failing_since = $2, last_failed_at = $3 where id = $1', [
    webhookId,
    new Date(since),
    new Date(last),
  ])

describe('the auto-disable of a failing endpoint', () => {
  it('switches it off after three days, not a millisecond earlier, and stops its pending deliveries', async () => {
    const {
      deliveries: [delivery],
    } = await commitEvents(db, owner, [buildEvent()])
    await failing(NOON, DUE - 1)
    expect(await disableFailingEndpoint(db, webhookId, DUE - 1)).toEqual({
      failingSince: new Date(NOON),
      disabled: false,
    })
    expect(await storedDelivery(db, delivery?.id ?? '')).toMatchObject({ status: 'pending' })
    expect(await disableFailingEndpoint(db, webhookId, DUE)).toEqual({ failingSince: new Date(NOON), disabled: true })
    expect(await storedWebhook(db, webhookId)).toMatchObject({
      enabled: false,
      disabled_reason: FAILING_REASON,
      failing_since: null,
      last_failed_at: null,
    })
    expect(await storedDelivery(db, delivery?.id ?? '')).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      sweep_at: null,
    })
  })

  it('stops the newest of very many with it in one statement, and the others at their next step', async () => {
    const more = 50
    const {
      deliveries: [oldest],
    } = await commitEvents(db, owner, [buildEvent()])
    await db.pool.query(
      `insert into webhook_delivery (id, webhook_id, workspace_id, environment, event_id, event_type, generation,
        attempts_max, next_attempt_at, sweep_at)
      select 'whd_7' || lpad(n::text, 25, '0'), $1, $2, 'live', 'evt_' || n, 'email.received', 1, 7, now(), now()
        from generate_series(1, $3::integer) n`,
      [webhookId, owner.workspaceId, STOPPED_AT_ONCE - 1 + more],
    )
    await failing(NOON, DUE)
    expect(await disableFailingEndpoint(db, webhookId, DUE)).toMatchObject({ disabled: true })
    const { rows } = await db.pool.query(
      'select status, count(*)::integer as n, min(id) as first from webhook_delivery where webhook_id = $1 group by status order by status',
      [webhookId],
    )
    expect(rows).toEqual([
      { status: 'failed', n: STOPPED_AT_ONCE, first: expect.any(String) },
      { status: 'pending', n: more, first: oldest?.id },
    ])
    expect(await readDelivery(db, oldest?.id ?? '')).toMatchObject({ status: 'pending', enabled: false })
    await stopDelivery(db, { id: oldest?.id ?? '', generation: 1 })
    expect(await storedDelivery(db, oldest?.id ?? '')).toMatchObject({ status: 'failed' })
  })

  it('leaves an endpoint on that had no attempt for more than a day', async () => {
    await failing(NOON, DUE - SILENT_MS_MAX - 1)
    expect(await disableFailingEndpoint(db, webhookId, DUE)).toMatchObject({ disabled: false })
    await failing(NOON, DUE - SILENT_MS_MAX)
    expect(await disableFailingEndpoint(db, webhookId, DUE)).toMatchObject({ disabled: true })
  })

  it('ignores one that is healthy, off already or gone', async () => {
    expect(await disableFailingEndpoint(db, webhookId, DUE)).toBeNull()
    await db.pool.query('update webhook_endpoint set enabled = false')
    expect(await disableFailingEndpoint(db, webhookId, DUE)).toBeNull()
    await db.pool.query('delete from webhook_endpoint')
    expect(await disableFailingEndpoint(db, webhookId, DUE)).toBeNull()
  })

  it("switches it off once, and never another workspace's endpoint", async () => {
    const other = (
      await buildWebhook(
        { db, cipher: testCipher() },
        { workspaceId: (await buildWorkspace(db)).id, environment: 'live' },
        'https://example.org/hook',
      )
    ).id
    await failing(NOON, DUE)
    const clocks = await Promise.all(Array.from({ length: 5 }, () => disableFailingEndpoint(db, webhookId, DUE)))
    expect(clocks.filter((clock) => clock?.disabled === true)).toHaveLength(1)
    expect(await storedWebhook(db, other)).toMatchObject({ enabled: true })
  })
})

describe('a success that commits during the check', () => {
  it('counts: the endpoint stays on', async () => {
    await failing(NOON, DUE)
    const success = await db.pool.connect()
    try {
      await success.query('begin')
      await success.query('update webhook_endpoint set failing_since = null, last_failed_at = null where id = $1', [
        webhookId,
      ])
      const looking = disableFailingEndpoint(db, webhookId, DUE)
      await until(
        async () =>
          (
            await db.pool.query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%webhook_endpoint%' and datname = current_database()`,
            )
          ).rowCount,
        (waiting) => waiting === 1,
      )
      await success.query('commit')
      expect(await looking).toBeNull()
    } finally {
      success.release()
    }
    expect(await storedWebhook(db, webhookId)).toMatchObject({ enabled: true, disabled_reason: null })
  })
})

describe('endpoints that the sweeper checks', () => {
  const daysAgo = (days: number): number => Date.now() - days * 86_400_000
  it.each<[string, number, number, boolean]>([
    ['failed for more than three days, and lately', 3.1, 0.5, true],
    ['still have time', 2.9, 0.5, false],
    ['had no attempt for a day: their next failed attempt decides', 4, 1.1, false],
  ])('are those that %s', async (_why, since, last, found) => {
    await failing(daysAgo(since), daysAgo(last))
    expect(await readEndpointsToDisable(db, 10)).toEqual(found ? [{ id: webhookId, ...owner }] : [])
  })
})
