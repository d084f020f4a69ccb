import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../../domain/json/json.ts'
import type { Database } from '../../../../db/database.ts'
import { buildAccount, buildInbox, inboundFixture, readStream } from '../../../build/inbound.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'
import { receiveMessage } from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(10))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
})

/** Text that an index cannot compress. */
const dense = (length: number): string =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('')

const bounced = (inbox: string, more: object): JsonObject => {
  const message = inboundFixture('agentmail-bounced')
  return { ...message, bounce: { ...Object(message['bounce']), inbox_id: inbox, ...more } }
}

// A message that its activity cannot process is retried forever.
describe('a message that the api accepts is processed', () => {
  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '0000-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-12:00',
    '2026-02-31T25:61:00Z',
  ])('when it is dated %s', async (timestamp) => {
    const inbox = await buildInbox(db, owner)
    expect(await receiveMessage(db, 'agentmail', bounced(inbox.externalId, { timestamp }))).toBe('written')
    expect(await readStream(db, owner)).toMatchObject([
      { type: 'email.bounced', data: { at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) } },
    ])
  })

  it('when it has ten thousand recipients, some of them invalid', async () => {
    const inbox = await buildInbox(db, owner)
    const recipients = Array.from({ length: 10_000 }, (_, index) => ({
      address: index % 10 === 0 ? `nobody ${index}` : `person${index}@example.com`,
    }))
    expect(await receiveMessage(db, 'agentmail', bounced(inbox.externalId, { recipients }))).toBe('written')
    const {
      rows: [row],
    } = await db.pool.query('select count(*)::int as count from suppression where workspace_id = $1', [
      owner.workspaceId,
    ])
    expect(row.count).toBe(9_000)
  })

  it('when its names have the maximum length, in any script', async () => {
    const linkedin = await buildAccount(db, owner)
    const slug = dense(190)
    const relation = {
      ...inboundFixture('unipile-new-relation'),
      account_id: linkedin.externalId,
      user_provider_id: dense(330),
      user_public_identifier: slug,
      user_profile_url: `https://www.linkedin.com/in/${slug}`,
    }
    expect(await receiveMessage(db, 'unipile', relation)).toBe('written')
    const message = inboundFixture('unipile-linkedin-message')
    const sender = { ...Object(message['sender']), attendee_profile_url: `https://www.linkedin.com/in/${slug}` }
    expect(
      await receiveMessage(db, 'unipile', {
        ...message,
        account_id: linkedin.externalId,
        chat_id: dense(330),
        message_id: dense(330),
        sender,
      }),
    ).toBe('written')
  })
})
