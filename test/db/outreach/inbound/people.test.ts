import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { buildAccount, inboundFixture, readStream } from '../../../build/inbound.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'
import { buildSend, buildSent, repeats, reserveSend, suppress, turnTablesOn } from '../outbound/build.ts'
import { receiveMessage } from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
})

describe('a new connection', () => {
  const invite = { capability: 'linkedin.invite', input: { profile_url: 'https://www.linkedin.com/in/robin-sample' } }
  const message = {
    capability: 'linkedin.message',
    input: { profile_url: 'https://www.linkedin.com/in/robin-sample', text: 't' },
  }
  const request = async (more: typeof invite | typeof message, of = owner) =>
    reserveSend(db, await buildSend(db, of, more))
  const connected = async (of = owner) =>
    receiveMessage(db, 'unipile', {
      ...inboundFixture('unipile-new-relation'),
      account_id: (await buildAccount(db, of)).externalId,
    })

  it('lets the first message pass after the invitation, and not the second', async () => {
    const invited = await buildSent(db, owner, invite)
    expect(await request(message)).toEqual(repeats(invited))
    expect(await connected()).toBe('written')
    expect(await request(invite)).toEqual(repeats(invited))
    const first = await buildSent(db, owner, message)
    expect(await request(message)).toEqual(repeats(first))
    expect(await readStream(db, owner)).toMatchObject([
      { type: 'linkedin.new_connection', data: { public_identifier: 'robin-sample', name: 'Robin Sample' } },
    ])
  })

  it('allows no repetition of a message that was sent before it', async () => {
    const earlier = await buildSent(db, owner, message)
    await connected()
    expect(await request(message)).toEqual(repeats(earlier))
  })

  it('does not count for an invitation that was sent after it', async () => {
    await connected()
    const invited = await buildSent(db, owner, invite)
    expect(await request(message)).toEqual(repeats(invited))
  })

  it('counts for its own workspace and environment, and for its person', async () => {
    const other = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' } as const
    await connected(other)
    await connected({ ...owner, environment: 'test' })
    const invited = await buildSent(db, owner, invite)
    expect(await request(message)).toEqual(repeats(invited))
    const kim = await buildSent(db, owner, {
      capability: 'linkedin.invite',
      input: { profile_url: 'https://www.linkedin.com/in/kim-sample' },
    })
    await connected()
    expect(
      await request({
        capability: 'linkedin.message',
        input: { profile_url: 'https://www.linkedin.com/in/kim-sample', text: 't' },
      }),
    ).toEqual(repeats(kim))
    expect(await request(message)).toEqual({ kind: 'reserved' })
  })

  it('is known by its public name only, whatever that looks like', async () => {
    const robin = { profile_url: 'https://www.linkedin.com/in/robinsample' }
    await buildSent(db, owner, { ...invite, input: robin })
    const account = await buildAccount(db, owner)
    await receiveMessage(db, 'unipile', {
      ...inboundFixture('unipile-new-relation'),
      account_id: account.externalId,
      user_public_identifier: 'robinsample',
      user_profile_url: null,
    })
    expect(await request({ ...message, input: { ...robin, text: 't' } })).toEqual({ kind: 'reserved' })
  })

  it('counts once while twenty first messages are requested at once', async () => {
    await buildSent(db, owner, invite)
    await connected()
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(message)))
    expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(1)
  })
})

describe('a message in a chat', () => {
  it('from a person with an id only is matched to a connection with that id', async () => {
    const account = await buildAccount(db, owner)
    const fixture = inboundFixture('unipile-linkedin-message')
    const nameless = {
      ...fixture,
      account_id: account.externalId,
      sender: {
        attendee_provider_id: 'ACoAAB0000SAMPLE',
        attendee_profile_url: 'https://www.linkedin.com/in/ACoAAB0000SAMPLE',
      },
    }
    await suppress(db, owner, 'linkedin', 'in/robin-sample', 'not_interested')
    await receiveMessage(db, 'unipile', { ...nameless, chat_id: 'chat_before' })
    await receiveMessage(db, 'unipile', { ...inboundFixture('unipile-new-relation'), account_id: account.externalId })
    await receiveMessage(db, 'unipile', { ...nameless, chat_id: 'chat_after' })
    const answer = async (chat_id: string) =>
      (
        await reserveSend(
          db,
          await buildSend(db, owner, { capability: 'linkedin.message', input: { chat_id, text: 't' } }),
        )
      ).kind
    expect([await answer('chat_before'), await answer('chat_after')]).toEqual(['reserved', 'blocked'])
  })

  it('identifies the recipient of an answer into the chat, which is blocked for a suppressed person', async () => {
    const account = await buildAccount(db, owner)
    await receiveMessage(db, 'unipile', {
      ...inboundFixture('unipile-linkedin-message'),
      account_id: account.externalId,
    })
    const reply = { capability: 'linkedin.message', input: { chat_id: 'chat_sample', text: 't' } }
    expect(await reserveSend(db, await buildSend(db, owner, reply))).toEqual({ kind: 'reserved' })
    await suppress(db, owner, 'linkedin', 'in/robin-sample', 'not_interested')
    expect(await reserveSend(db, await buildSend(db, owner, reply))).toEqual({
      kind: 'blocked',
      block: { kind: 'suppressed', reason: 'not_interested', position: null },
    })
  })
})
