import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { processInbound } from '../../../activities/inbound/process-inbound.ts'
import { createShares } from '../../../activities/shares.ts'
import type { Database } from '../../../db/database.ts'
import { testCipher } from '../../build/connection.ts'
import { inboundFixture } from '../../build/inbound.ts'
import { openTestDatabase } from '../../db/build.ts'
import { storeMessage } from '../../db/outreach/inbound/build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const LANE = 8

it("takes a slot for another inbox of a provider while one inbox's messages hold their maximum", async () => {
  const shares = createShares({ of: { quick: 1, slow: 1, calls: 1, inbound: LANE }, now: () => performance.now() })
  const take = processInbound({ db, cipher: testCipher(), shares, startDeliveries: () => undefined })
  const storm = await Promise.all(
    Array.from({ length: LANE }, () => storeMessage(db, 'agentmail', inboundFixture('agentmail-received'))),
  )
  const bystander = await storeMessage(db, 'agentmail', inboundFixture('agentmail-received'))

  const locking = await db.pool.connect()
  await locking.query('begin')
  await locking.query('select from inbound_message where id = any($1) for update', [storm])
  const stuck = storm.map((inboundId) => take({ inboundId, provider: 'agentmail', turnKey: 'storm' }))
  const answered = await take({ inboundId: bystander, provider: 'agentmail', turnKey: 'bystander' })
  await locking.query('rollback')
  locking.release()

  const answers = await Promise.all(stuck)
  expect(answered).toBe('unknown_owner')
  // One inbox at one provider may hold a quarter of the lane.
  expect(answers.filter((answer) => answer === 'unknown_owner')).toHaveLength(LANE / 4)
  expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(LANE - LANE / 4)
})
