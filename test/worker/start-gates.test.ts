import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { createInboundStarts } from '../../api/starts.ts'
import type { Database } from '../../db/database.ts'
import { processTogether } from '../../usecases/outreach/process-inbound.ts'
import { withFairStart } from '../../worker/start-gates.ts'
import type { DeliveryStarter } from '../../workflows/starters/deliveries.ts'
import { testCipher } from '../build/connection.ts'
import { inboundFixture } from '../build/inbound.ts'
import { buildEvent, buildWebhook, commitEvents } from '../build/webhook.ts'
import { buildWorkspace } from '../build/workspace.ts'
import { openTestDatabase, type Owner } from '../db/build.ts'
import { storeMessage } from '../db/outreach/inbound/build.ts'
import { until } from '../support/until.ts'

/** Far more than start at once. */
const EVENTS = 30
const ENDPOINTS = 5
const MESSAGES = 60

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const newOwner = async (): Promise<Owner> => ({ workspaceId: (await buildWorkspace(db)).id, environment: 'live' })

/** The deliveries of a number of events to a number of endpoints of a workspace. */
async function deliveriesOf(
  owner: Owner,
  { events, endpoints }: { readonly events: number; readonly endpoints: number },
) {
  for (let made = 0; made < endpoints; made += 1)
    await buildWebhook({ db, cipher: testCipher() }, owner, `https://example.com/${made}`)
  return (
    await commitEvents(
      db,
      owner,
      Array.from({ length: events }, () => buildEvent()),
    )
  ).deliveries
}

describe('the start gate of deliveries', () => {
  it("begins another workspace's delivery before most of a flood to five endpoints that came first, and all of them in the end", async () => {
    const flood = await deliveriesOf(await newOwner(), { events: EVENTS, endpoints: ENDPOINTS })
    const [bystander] = await deliveriesOf(await newOwner(), { events: 1, endpoints: 1 })
    if (bystander === undefined) throw new Error('the bystander has no delivery')
    const begun: string[] = []
    // As if every receiver answered at once.
    const start: DeliveryStarter['start'] = async ({ id }) => {
      begun.push(id)
      await db.pool.query(
        `update webhook_delivery set status = 'delivered', next_attempt_at = null, sweep_at = null where id = $1`,
        [id],
      )
    }
    const never = () => Promise.reject(new Error('only starts are expected'))
    const lost: string[] = []
    const starter = withFairStart(
      {
        start,
        startAll: () => {
          throw new Error('each delivery starts in its turn')
        },
        retryNow: never,
        checkState: never,
        deliver: never,
        startAutoDisable: never,
      },
      {
        db,
        log,
        onLost: (id) => {
          lost.push(id)
        },
      },
    )
    starter.startAll(flood)
    starter.startAll([bystander])

    await until(
      async () => begun.length,
      (count) => count === flood.length + 1,
    )
    expect(flood).toHaveLength(EVENTS * ENDPOINTS)
    expect(begun.indexOf(bystander.id)).toBeLessThan(flood.length / 2)
    expect(lost).toEqual([])
  }, 60_000)
})

describe('the start gate of inbound messages', () => {
  const mailTo = (inbox: string) => {
    const message = inboundFixture('agentmail-received')
    return storeMessage(db, 'agentmail', { ...message, message: { ...Object(message['message']), inbox_id: inbox } })
  }

  it('starts the message of one inbox before most of a flood of another that came first, and all of them in order in the end', async () => {
    const storm: string[] = []
    for (let sent = 0; sent < MESSAGES; sent += 1) storm.push(await mailTo('storm@agentmail.example'))
    const bystander = await mailTo(`${randomUUID()}@agentmail.example`)
    const started: string[] = []
    const { queue } = createInboundStarts({
      db,
      log: pino({ level: 'silent' }),
      starter: {
        async start({ id }) {
          started.push(id)
          await processTogether({ db, cipher: testCipher() }, id)
        },
      },
    })
    for (const id of storm) queue.startInBackground({ id, provider: 'agentmail', turnKey: 'storm' })
    queue.startInBackground({ id: bystander, provider: 'agentmail', turnKey: 'bystander' })

    await until(
      async () => started.length,
      (count) => count === MESSAGES + 1,
    )
    expect(started.indexOf(bystander)).toBeLessThan(MESSAGES / 2)
    expect(started.filter((id) => id !== bystander)).toEqual(storm)
  }, 60_000)

  it('leaves waiting messages to the next sweep when its process stops', async () => {
    const ids = await Promise.all(Array.from({ length: MESSAGES }, () => mailTo('storm@agentmail.example')))
    const started: string[] = []
    const { queue, releaseToSweeper } = createInboundStarts({
      db,
      log: pino({ level: 'silent' }),
      starter: {
        start: async ({ id }) => {
          started.push(id)
        },
      },
    })
    for (const id of ids) queue.startInBackground({ id, provider: 'agentmail', turnKey: 'storm' })
    await releaseToSweeper()
    const { rows } = await db.pool.query<{ id: string }>(
      'select id from inbound_message where id = any($1) and sweep_at <= clock_timestamp()',
      [ids],
    )
    expect(started.length).toBeLessThan(MESSAGES)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.filter((id) => !started.includes(id)).toSorted())
  })
})
