import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { addTestDelivery } from '../../../../db/delivery/webhooks/deliveries.ts'
import { testCipher } from '../../../build/connection.ts'
import { buildWebhook } from '../../../build/webhook.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
})
afterAll(() => close())

it('a test whose event has the random part of an earlier one is that delivery', async () => {
  const { id } = await buildWebhook({ db, cipher: testCipher() }, owner, 'https://example.com/hook')
  const added = async (event: string) =>
    (
      await addTestDelivery(
        db,
        { id, ...owner },
        { id: event, type: 'webhook.test', created_at: new Date().toISOString(), data: {} },
      )
    )?.id
  const first = await added(`evt_01j9zq3v6n${'4k8w2x5y7a9b1c3d'}`)
  expect(await added(`evt_01j9zq3v6p${'4k8w2x5y7a9b1c3d'}`)).toBe(first)
  expect(await added(`evt_01j9zq3v6p${'4k8w2x5y7a9b1c3e'}`)).not.toBe(first)
})

it('a test of an endpoint that is being deleted finds none', async () => {
  const { id } = await buildWebhook({ db, cipher: testCipher() }, owner, 'https://example.com/hook')
  const deleting = await db.pool.connect()
  try {
    await deleting.query('begin')
    await deleting.query('delete from webhook_endpoint where id = $1', [id])
    const added = addTestDelivery(
      db,
      { id, ...owner },
      { id: 'evt_1', type: 'webhook.test', created_at: new Date().toISOString(), data: {} },
    )
    const waits = `select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await deleting.query(waits)).rows[0].n === 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 10)
      })
    await deleting.query('commit')
    expect(await added).toBeNull()
  } finally {
    deleting.release()
  }
}, 30_000)
