import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { SuppressionReason } from '../../../../domain/outbound/channels.ts'
import { beginAttempt } from '../../../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../../../usecases/runs/record-outcome.ts'
import type { Database } from '../../../../db/database.ts'
import { newId } from '../../../../db/ids.ts'
import { readSuppressed } from '../../../../db/outreach/outbound/suppressed.ts'
import { announceAccounts } from '../../../../db/catalog/provider-accounts/queries.ts'
import { platformAccountId } from '../../../../domain/providers/account.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildRun,
  delivery,
  openTestDatabase,
  type Owner,
  readBooks,
  UNLIMITED,
} from '../../build.ts'
import { buildRow, buildSend, claimsOf, reserveSend, type SendToBuild, suppress, turnTablesOn } from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(() => close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
})

const to = (...addresses: string[]) => ({ input: { to: addresses, subject: 's', text: 't' } })
const invite = { capability: 'linkedin.invite', input: { profile_url: 'https://www.linkedin.com/in/robin' } }
const whatsapp = { capability: 'chat.send', input: { platform: 'whatsapp', phone: '+12025550123', text: 't' } }
const instagram = { capability: 'chat.send', input: { platform: 'instagram', handle: '@robin', text: 't' } }
const request = async (more?: SendToBuild) => reserveSend(db, await buildSend(db, owner, more))
const blocked = (position: number | null, reason: SuppressionReason = 'manual') => ({
  kind: 'blocked',
  block: { kind: 'suppressed', reason, position },
})
const RESERVED = { kind: 'reserved' }

describe('a suppressed', () => {
  it.each<[string, string, string, SendToBuild | undefined, object]>([
    ['email blocks itself', 'email', 'robin@example.com', undefined, blocked(1)],
    [
      'recipient blocks the entire message, at any position',
      'email',
      'robin@example.com',
      { input: { to: 'kim@example.org', cc: 'ada@example.org', bcc: ['Robin@Example.com'], subject: 's', text: 't' } },
      blocked(3),
    ],
    [
      'email blocks a reply',
      'email',
      'robin@example.com',
      { input: { to: 'robin@example.com', subject: 's', text: 't', in_reply_to: '<1>' } },
      blocked(1),
    ],
    ['email blocks what may be repeated', 'email', 'robin@example.com', { allowRepeat: true }, blocked(1)],
    ['email blocks its plus-address', 'email', 'robin@example.com', to('robin+news@example.com'), blocked(1)],
    ['plus-address blocks its mailbox', 'email', 'robin+news@example.com', undefined, blocked(1)],
    ['plus-address blocks another one', 'email', 'robin+a@example.com', to('robin+b@example.com'), blocked(1)],
    ['email at Gmail blocks it without dots', 'email', 'ro.bin@gmail.com', to('robin@googlemail.com'), blocked(1)],
    ['email elsewhere is not the same without dots', 'email', 'ro.bin@example.org', to('robin@example.org'), RESERVED],
    ['domain blocks every address at it', 'domain', 'example.com', undefined, blocked(1)],
    ['domain blocks every address below it', 'domain', 'example.com', to('robin@mail.eu.example.com'), blocked(1)],
    ['domain does not block those above it', 'domain', 'mail.example.com', undefined, RESERVED],
    [
      'domain does not block a name that only ends like it',
      'domain',
      'example.com',
      to('robin@my-example.com'),
      RESERVED,
    ],
    ['profile blocks an invitation', 'linkedin', 'in/robin', invite, blocked(1)],
    ['profile blocks no one else', 'linkedin', 'in/robin-2', invite, RESERVED],
    ['phone blocks WhatsApp', 'phone', '+12025550123', whatsapp, blocked(1)],
    ['handle blocks its network', 'handle', 'instagram:robin', instagram, blocked(1)],
    ['handle blocks no other network', 'handle', 'x:robin', instagram, RESERVED],
  ])('%s', async (_, kind, value, more, answer) => {
    await suppress(db, owner, kind, value)
    expect(await request(more)).toEqual(answer)
  })

  it('person is written to by others and in the other environment', async () => {
    await suppress(db, owner, 'email', 'robin@example.com', 'unsubscribe')
    expect(await request()).toEqual(blocked(1, 'unsubscribe'))
    owner = { ...owner, environment: 'test' }
    expect(await request()).toEqual(RESERVED)
    owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
    await turnTablesOn(db, owner.workspaceId)
    expect(await request()).toEqual(RESERVED)
  })

  it('person is kept and not blocked while tables are off', async () => {
    await suppress(db, owner, 'email', 'robin@example.com')
    await db.pool.query('update workspace set tables_enabled_at = null where id = $1', [owner.workspaceId])
    const runId = await buildSend(db, owner)
    expect(await reserveSend(db, runId)).toEqual(RESERVED)
    expect(await beginAttempt(db, buildAttempt(runId))).toMatchObject({ kind: 'begun' })
  })

  it('person who unsubscribed is blocked while tables are off too, before money is held and before an attempt', async () => {
    await db.pool.query('update workspace set tables_enabled_at = null where id = $1', [owner.workspaceId])
    const runId = await buildSend(db, owner)
    expect(await reserveSend(db, runId)).toEqual(RESERVED)
    await suppress(db, owner, 'email', 'robin@example.com', 'unsubscribe')
    expect(await beginAttempt(db, buildAttempt(runId))).toEqual(blocked(1, 'unsubscribe'))
    expect(await request()).toEqual(blocked(1, 'unsubscribe'))
  })
})

describe("a row with a person's related identities", () => {
  const TIED = [
    ['email', 'robin@example.com'],
    ['linkedin', 'in/robin'],
    ['phone', '+12025550123'],
    ['handle', 'instagram:robin'],
  ] as const
  const SENDS: Readonly<Record<string, SendToBuild | undefined>> = {
    email: undefined,
    linkedin: invite,
    phone: whatsapp,
    handle: instagram,
  }

  it.each(TIED)('blocks every channel when its %s is suppressed', async (kind, value) => {
    await buildRow(db, owner, TIED)
    await suppress(db, owner, kind, value)
    for (const [channel, more] of Object.entries(SENDS))
      expect(await request(more)).toEqual(blocked(channel === kind ? 1 : null))
  })

  it("blocks every channel when its address's domain is suppressed", async () => {
    await buildRow(db, owner, [
      ['linkedin', 'in/robin'],
      ['email', 'robin@mail.example.com'],
    ])
    await suppress(db, owner, 'domain', 'example.com')
    expect(await request(invite)).toEqual(blocked(null))
  })

  it('blocks what is linked to it, with any other recipients', async () => {
    const rowId = await buildRow(db, owner, [['email', 'robin@example.com']])
    const company = await buildRow(db, owner, [['domain', 'eu.example.org']])
    await suppress(db, owner, 'email', 'robin@example.com')
    await suppress(db, owner, 'domain', 'example.org')
    expect(await request({ ...to('assistant@example.net'), rowId })).toEqual(blocked(null))
    expect(await request({ ...to('assistant@example.net'), rowId: company })).toEqual(blocked(null))
    expect(await request(to('assistant@example.net'))).toEqual(RESERVED)
  })

  it("relates no one by identities that are not a person's, and no one in another workspace", async () => {
    const shared = [
      ['field', '42'],
      ['domain', 'example.org'],
      ['linkedin', 'company/example'],
    ] as const
    const rowId = await buildRow(db, owner, shared)
    await buildRow(db, owner, [...shared, ['email', 'robin@example.com']])
    await buildRow(db, { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }, [
      ['email', 'kim@example.org'],
      ['linkedin', 'in/robin'],
    ])
    await suppress(db, owner, 'email', 'robin@example.com')
    await suppress(db, owner, 'linkedin', 'in/robin')
    expect(await request({ ...to('kim@example.org'), rowId })).toEqual(RESERVED)
  })

  it('blocks a send into a chat with that person', async () => {
    const runId = await buildSend(db, owner, instagram)
    await reserveSend(db, runId)
    const attempt = buildAttempt(runId)
    await beginAttempt(db, attempt)
    await recordOutcome(db, buildAttemptEnd(attempt, { output: { chat_id: 'c1' } }))
    await endRun(db, delivery(runId, 0n))
    const inChat = { capability: 'chat.send', input: { platform: 'instagram', chat_id: 'c1', text: 't' } }
    expect(await request(inChat)).toEqual(RESERVED)
    await buildRow(db, owner, [
      ['handle', 'instagram:robin'],
      ['email', 'robin@example.com'],
    ])
    await suppress(db, owner, 'email', 'robin@example.com')
    expect(await request(inChat)).toEqual(blocked(null))
    expect(await request({ ...inChat, input: { ...inChat.input, chat_id: 'c2' } })).toEqual(RESERVED)
  })

  it('leaves the suppression in place when it is deleted with its table', async () => {
    const rowId = await buildRow(db, owner, [['email', 'robin@example.com']])
    await suppress(db, owner, 'email', 'robin@example.com')
    await db.pool.query('delete from workspace_table where id = (select table_id from table_row where id = $1)', [
      rowId,
    ])
    expect(await request()).toEqual(blocked(1))
  })
})

describe('a suppression that is stored after the send was reserved', () => {
  const reserved = async (more?: SendToBuild) => {
    const runId = await buildSend(db, owner, more)
    expect(await reserveSend(db, runId)).toEqual(RESERVED)
    return runId
  }

  it.each(['reserved', 'queued'])('blocks it while it is %s, without a slot at the provider', async (status) => {
    const provider = newId('evt')
    await announceAccounts(db, [{ slug: provider, usable: true }])
    const runId = await reserved()
    const attempt = buildAttempt(runId, {
      provider,
      accountId: platformAccountId(provider),
      limits: { ...UNLIMITED, concurrency: 1 },
    })
    const room = (leases: string) =>
      db.pool.query('update provider_account set leases = $2 where id = $1', [platformAccountId(provider), leases])
    if (status === 'queued') {
      await room('{"somebody": 9e15}')
      expect(await beginAttempt(db, attempt)).toEqual({ kind: 'queued' })
      await room('{}')
    }
    await suppress(db, owner, 'domain', 'example.com', 'complaint')
    const before = await readBooks(db, runId)
    expect(await beginAttempt(db, attempt)).toEqual(blocked(1, 'complaint'))
    expect(await readBooks(db, runId)).toEqual(before)
    expect(before).toMatchObject({ status })
    expect(
      (await db.pool.query('select leases from provider_account where id = $1', [platformAccountId(provider)])).rows,
    ).toEqual([{ leases: {} }])
  })

  it("blocks the next provider's attempt too", async () => {
    const runId = await reserved()
    const first = buildAttempt(runId)
    await beginAttempt(db, first)
    await recordOutcome(db, buildAttemptEnd(first, { outcome: 'provider_error', output: null, raw: null, units: 0 }))
    await suppress(db, owner, 'email', 'robin@example.com')
    expect(await beginAttempt(db, buildAttempt(runId, { number: 2 }))).toEqual(blocked(1))
  })

  it('blocks the send also through a row that is written meanwhile', async () => {
    await suppress(db, owner, 'linkedin', 'in/robin')
    const runId = await reserved()
    await buildRow(db, owner, [
      ['email', 'robin@example.com'],
      ['linkedin', 'in/robin'],
    ])
    expect(await beginAttempt(db, buildAttempt(runId))).toEqual(blocked(null))
    expect(await readSuppressed(db, runId)).toEqual(blocked(null).block)
  })

  it('changes nothing for an attempt that has begun, nor for a run that sends nothing', async () => {
    const runId = await reserved()
    expect(await beginAttempt(db, buildAttempt(runId))).toMatchObject({ kind: 'begun' })
    await suppress(db, owner, 'email', 'robin@example.com')
    expect(await beginAttempt(db, buildAttempt(runId))).toEqual({ kind: 'taken' })
    const lookup = await buildRun(db, owner, { status: 'reserved' })
    expect(await readSuppressed(db, lookup)).toBeNull()
    expect(await beginAttempt(db, buildAttempt(lookup))).toMatchObject({ kind: 'begun' })
    expect(await claimsOf(db, lookup)).toEqual([])
  })
})
