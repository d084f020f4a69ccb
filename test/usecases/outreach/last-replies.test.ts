import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../db/database.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import type { ReplyClass } from '../../../domain/replies/classes.ts'
import { requestedSubject } from '../../../domain/history/requested-subject.ts'
import { readLastReply } from '../../../db/runs/history/last-reply.ts'
import { eraseBatch } from '../../../usecases/erasure/erase-batch.ts'
import { correctClass } from '../../../usecases/outreach/correct-class.ts'
import { buildAccount, buildInbox, inboundFixture } from '../../build/inbound.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../db/build.ts'
import { buildErasure } from '../../db/erasure/build.ts'
import { receiveMessage } from '../../db/outreach/inbound/build.ts'
import { buildTable, writeTo } from '../../db/tables/build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
let table: TableState
let inbox: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  table = await buildTable(db, owner)
  inbox = (await buildInbox(db, owner)).externalId
})

const mail = inboundFixture('agentmail-received')
let mails = 0
/** Arrives at noon of a day of November; returns its id. */
async function arrives(text: string, day: number, from = 'Robin Sample <robin.sample@example.com>'): Promise<string> {
  mails += 1
  const id = `<mail-${mails}@example.com>`
  const at = `2025-11-${String(day).padStart(2, '0')}T12:00:00.000Z`
  const more = { inbox_id: inbox, message_id: id, from, text, created_at: at, timestamp: at }
  await receiveMessage(db, 'agentmail', { ...mail, message: { ...Object(mail['message']), ...more } })
  return id
}
const correct = (messageId: string, kind: ReplyClass) =>
  correctClass(db, owner, { messageId, class: kind, liftSuppression: false, actor: 'usr_1' })
/** The key of each row with the day and the class of its newest answer. */
const replies = async () =>
  (
    await db.pool.query(
      `select key, extract(day from last_reply_at)::int as day, last_reply_class as class from table_row
        where table_id = $1 order by key`,
      [table.id],
    )
  ).rows.map(({ key, day, class: kind }) => [key, day, kind])

describe('the newest answer of the person of a row', () => {
  it('is shown by every row that has them, by any address; what is automatic counts as none', async () => {
    await writeTo(db, table, [{ email: 'robin.sample@example.com' }, { email: 'kim@example.com' }])
    await arrives('I am out of the office until Monday.', 3)
    expect(await replies()).toEqual([
      ['kim@example.com', null, null],
      ['robin.sample@example.com', null, null],
    ])
    await arrives('Yes, let us talk next week.', 5)
    await arrives('Not interested, thanks.', 4)
    await arrives('Undeliverable', 6, 'Mail Delivery <mailer-daemon@example.com>')
    await arrives('Thank you.', 6, 'robin.sample+lists@example.com')
    expect(await replies()).toEqual([
      ['kim@example.com', null, null],
      ['robin.sample@example.com', 6, 'reply'],
    ])
  })

  it('is of all its identities, of those too that it gains later', async () => {
    const account = await buildAccount(db, owner)
    await arrives('Not interested, thanks.', 4)
    await receiveMessage(db, 'unipile', {
      ...inboundFixture('unipile-linkedin-message'),
      account_id: account.externalId,
      timestamp: '2025-11-09T12:00:00.000Z',
      message: 'Yes, let us talk next week.',
    })
    await writeTo(db, table, [{ email: 'robin.sample@example.com' }])
    expect(await replies()).toEqual([['robin.sample@example.com', 4, 'not_interested']])
    await writeTo(db, table, [
      { email: 'robin.sample@example.com', linkedin_url: 'https://www.linkedin.com/in/robin-sample' },
    ])
    expect(await replies()).toEqual([['robin.sample@example.com', 9, 'interested']])
  })

  it('is part of the history of the person, however the address is spelt', async () => {
    const id = await arrives('Yes, let us talk next week.', 5, 'Robin.Sample@example.com')
    await arrives('I am out of the office until Monday.', 6)
    const lastReply = async (subject: string) => {
      const requested = requestedSubject(subject, undefined)
      if (requested === null) throw new Error('the subject names something')
      return readLastReply(db, owner, requested)
    }
    expect(await lastReply('ROBIN.sample@example.com')).toMatchObject({ class: 'interested' })
    expect(await lastReply('kim@example.com')).toBeNull()
    expect(await lastReply('example.com')).toBeNull()
    await correct(id, 'not_interested')
    expect(await lastReply('robin.sample@example.com')).toMatchObject({ class: 'not_interested' })
  })

  it('follows a correction', async () => {
    await writeTo(db, table, [{ email: 'robin.sample@example.com' }])
    await arrives('Thank you.', 4)
    const away = await arrives('I am out of the office until Monday.', 5)
    await correct(away, 'interested')
    expect(await replies()).toEqual([['robin.sample@example.com', 5, 'interested']])
    await correct(away, 'auto_reply')
    expect(await replies()).toEqual([['robin.sample@example.com', 4, 'reply']])
  })

  it('is the newest one after many at once', async () => {
    await writeTo(db, table, [{ email: 'robin.sample@example.com' }])
    await Promise.all(Array.from({ length: 20 }, (_, day) => arrives('Thank you.', day + 1)))
    expect(await replies()).toEqual([['robin.sample@example.com', 20, 'reply']])
  })

  it('is erased with the person, under each of their addresses', async () => {
    await arrives('Thank you.', 4, 'Robin.Sample+a@example.com')
    const ada = { kind: 'email', value: 'robin.sample@example.com' } as const
    const { erasure, scope } = await buildErasure(db, owner, ada, {})
    await eraseBatch(db, erasure, { scope, stage: 'people', cursor: { stage: null, after: null, waiting: null } })
    const { rows } = await db.pool.query('select value from message_sender where workspace_id = $1', [
      owner.workspaceId,
    ])
    expect(rows).toEqual([])
  })
})
