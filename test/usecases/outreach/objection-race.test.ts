import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database, Queries } from '../../../db/database.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import { beginAttempt } from '../../../db/runs/attempts/begin.ts'
import { processTogether } from '../../../usecases/outreach/process-inbound.ts'
import { testCipher } from '../../build/connection.ts'
import { buildInbox, inboundFixture } from '../../build/inbound.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildAttempt, openTestDatabase, type Owner } from '../../db/build.ts'
import { storeMessage } from '../../db/outreach/inbound/build.ts'
import { buildSend, reserveSend } from '../../db/outreach/outbound/build.ts'
import { buildTable, writeTo } from '../../db/tables/build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
let inbox: string
let table: TableState
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  inbox = (await buildInbox(db, owner)).externalId
  table = await buildTable(db, owner)
})

let people = 0

/** A database whose transactions call `before` with the number of each statement, the commit being the last. */
function stepping(before: (step: number) => Promise<void>): Database {
  const transaction: Database['transaction'] = (kind, work) =>
    db.transaction(kind, async (tx) => {
      let step = 0
      const stepped: Queries = {
        emit: (event) => tx.emit(event),
        async query(statement, values) {
          await before(step)
          step += 1
          return tx.query(statement, values)
        },
      }
      const result = await work(stepped)
      await before(step)
      return result
    })
  return { ...db, pool: db.pool, transaction }
}

/** Stores the objection of a person as its route does; they are in a row with another address. */
async function anObjection() {
  people += 1
  const address = `person-${people}@example.com`
  await writeTo(db, table, [{ email: address, linkedin_url: `linkedin.com/in/person-${people}` }])
  const mail = inboundFixture('agentmail-received')
  const message = {
    ...Object(mail['message']),
    inbox_id: inbox,
    message_id: `<objection-${people}@example.com>`,
    from: address,
    text: 'Please remove me from your list.',
  }
  return { address, inboundId: await storeMessage(db, 'agentmail', { ...mail, message }) }
}

const SENDS = {
  'to the address': (address: string) => ({ input: { to: address, subject: 's', text: 't' } }),
  'to the profile of the same row': (address: string) => ({
    capability: 'linkedin.invite',
    input: { profile_url: `https://www.linkedin.com/in/${address.slice(0, address.indexOf('@'))}` },
  }),
} as const

/** Before which statement of the objection each step of the send comes; behind the commit is one more place. */
interface Order {
  readonly accept: number
  readonly reserve: number
  readonly begin: number
}

async function play(send: (typeof SENDS)[keyof typeof SENDS], { accept, reserve, begin }: Order, statements: number) {
  const { address, inboundId } = await anObjection()
  const outcome = { runId: '', reserved: '', begun: '' }
  const advance = async (place: number): Promise<void> => {
    if (accept === place) outcome.runId = await buildSend(db, owner, send(address))
    if (reserve === place) outcome.reserved = (await reserveSend(db, outcome.runId)).kind
    if (begin === place && outcome.reserved === 'reserved')
      outcome.begun = (await beginAttempt(db, buildAttempt(outcome.runId))).kind
  }
  await processTogether({ db: stepping(advance), cipher: testCipher() }, inboundId)
  await advance(statements + 1)
  return outcome
}

/** The number of statements of the transaction of an objection. */
async function statementsOf(): Promise<number> {
  const { inboundId } = await anObjection()
  let last = 0
  const counting = stepping(async (step) => {
    last = step
  })
  await processTogether({ db: counting, cipher: testCipher() }, inboundId)
  return last
}

describe.each(Object.keys(SENDS) as (keyof typeof SENDS)[])('an objection and a send %s', (name) => {
  it('stored before the attempt begins, it stops the send, in every order of their steps', async () => {
    const statements = await statementsOf()
    expect(statements).toBeGreaterThan(4)
    const stored = statements + 1
    const places = Array.from({ length: stored + 1 }, (_, place) => place)
    // When the send was accepted is read by no later step: at first, or right before it is reserved.
    const orders = places.flatMap((reserve) =>
      places
        .slice(reserve)
        .flatMap((begin) => (begin === reserve ? [0, reserve] : [0]).map((accept) => ({ accept, reserve, begin }))),
    )
    for (const order of orders) {
      const { reserved, begun } = await play(SENDS[name], order, statements)
      expect({ ...order, reserved, begun }).toEqual({
        ...order,
        reserved: order.reserve === stored ? 'blocked' : 'reserved',
        begun: order.reserve === stored ? '' : order.begin === stored ? 'blocked' : 'begun',
      })
    }
  })
})
