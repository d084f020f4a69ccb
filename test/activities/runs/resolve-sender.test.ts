import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSandboxAdapter } from '../../../activities/providers/sandbox/adapter.ts'
import { resolveSender } from '../../../activities/runs/resolve-sender.ts'
import { beginAttempt } from '../../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../../usecases/runs/record-outcome.ts'
import type { Database } from '../../../db/database.ts'
import { acceptRun } from '../../../usecases/runs/accept-run.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { withSenderIds } from '../../../domain/senders/resolve.ts'
import { SIMULATED_INBOX } from '../../../domain/senders/simulated.ts'
import {
  buildAttempt,
  buildAttemptEnd,
  buildNewRun,
  openTestDatabase,
  type Owner,
  reserveAmount,
} from '../../db/build.ts'
import { receiveMessage } from '../../db/outreach/inbound/build.ts'
import { buildAccount, buildInbox } from '../../build/inbound.ts'
import { buildWorkspace } from '../../build/workspace.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const buildOwner = async (environment: Owner['environment'] = 'test'): Promise<Owner> => ({
  workspaceId: (await buildWorkspace(db)).id,
  environment,
})

let inboxes = 0
const inboxOf = (owner: Owner, provider = 'agentmail') => {
  inboxes += 1
  return buildInbox(db, owner, { provider, externalId: `sender${inboxes}@example.com` })
}

interface Send {
  readonly input?: JsonObject
  readonly capability?: string
  readonly provider?: string
}

/** A run whose first attempt has begun, up to the moment before the provider is called. */
async function begun(owner: Owner, { input, capability = 'email.send', provider = 'sandbox-alpha' }: Send) {
  const runInput: JsonObject = { to: 'robin@example.org', subject: 's', text: 't', ...input }
  const run = buildNewRun(owner, { work: { capability }, input: runInput })
  await acceptRun(db, run)
  await reserveAmount(db, run.id, 0n)
  const attempt = buildAttempt(run.id, { provider, accountId: `platform:${provider}` })
  await beginAttempt(db, attempt)
  const answer = await resolveSender(
    { db },
    {
      runId: run.id,
      provider,
      connectionId: null,
      run: { capability, environment: owner.environment, input: runInput },
    },
  )
  return { runId: run.id, attempt, answer }
}

/** Sends in the sandbox as an attempt does; returns the result, or the reason of a refusal. */
async function send(owner: Owner, input: JsonObject = {}): Promise<JsonObject> {
  const { runId, attempt, answer } = await begun(owner, { input })
  if (answer.kind === 'refused') return { refused: answer.detail }
  const result = await createSandboxAdapter('sandbox-alpha', async () => undefined).attempt({
    capability: 'email.send',
    input: answer.input,
    senders: answer.senders,
    idempotencyKey: `${runId}:1`,
    deadlineMs: 10_000,
    signal: new AbortController().signal,
  })
  if (result.kind !== 'delivered') throw new Error('the sandbox did not deliver')
  const output = withSenderIds(result.output, answer.sender)
  await recordOutcome(db, buildAttemptEnd(attempt, { output }))
  return output
}

describe('a reply in the sandbox', () => {
  it('goes out from the inbox that has the message, in its thread, and so does the reply to the reply', async () => {
    const owner = await buildOwner()
    const [one, two] = [await inboxOf(owner), await inboxOf(owner)]
    const first = await send(owner, { inbox_id: two.id })
    const other = await send(owner, { from: one.address })
    const reply = await send(owner, { in_reply_to: first.message_id ?? null })
    const second = await send(owner, { in_reply_to: reply.message_id ?? null })
    expect([first, other, reply, second].map(({ inbox_id: inbox }) => inbox)).toEqual([two.id, one.id, two.id, two.id])
    expect([reply.thread_id, second.thread_id]).toEqual([first.thread_id, first.thread_id])
    expect(other.thread_id).not.toBe(first.thread_id)
    expect(new Set([first, reply, second].map(({ message_id: message }) => message)).size).toBe(3)
  })

  it('goes out from the simulated inbox of a workspace that has made none', async () => {
    const owner = await buildOwner()
    const first = await send(owner)
    expect(first).toMatchObject({ inbox_id: SIMULATED_INBOX.id, simulated: true })
    expect(await send(owner, { in_reply_to: first.message_id ?? null })).toMatchObject({
      inbox_id: SIMULATED_INBOX.id,
      thread_id: first.thread_id,
    })
    expect(await send(owner, { in_reply_to: '<unseen@example.org>' })).toMatchObject({ inbox_id: SIMULATED_INBOX.id })
  })

  it('to a message of another workspace is refused, with and without an inbox named', async () => {
    const [mine, theirs] = [await buildOwner(), await buildOwner()]
    const message = (await send(theirs)).message_id ?? null
    const refused = { refused: 'the message to reply to is not in an inbox of this workspace' }
    expect(await send(mine, { in_reply_to: message })).toEqual(refused)
    expect(await send(mine, { in_reply_to: message, inbox_id: SIMULATED_INBOX.id })).toEqual(refused)
  })

  it('from another inbox than the one that has the message is refused', async () => {
    const owner = await buildOwner()
    const [one, two] = [await inboxOf(owner), await inboxOf(owner)]
    const { message_id: message = null } = await send(owner, { inbox_id: one.id })
    expect(await send(owner, { in_reply_to: message, inbox_id: two.id })).toEqual({
      refused: 'the message to reply to is in another inbox',
    })
  })
})

describe('a workspace', () => {
  const unknown = { kind: 'refused', detail: 'this workspace has no inbox with this id in this environment' }

  it('never sends from the inbox of another workspace or of its other environment', async () => {
    const [mine, theirs] = [await buildOwner('live'), await buildOwner('live')]
    const [own, foreign, simulated] = [
      await inboxOf(mine),
      await inboxOf(theirs),
      await inboxOf({ ...mine, environment: 'test' }),
    ]
    const answerTo = async (input: JsonObject) => (await begun(mine, { provider: 'agentmail', input })).answer
    for (const { id, address } of [foreign, simulated]) {
      expect(await answerTo({ inbox_id: id })).toEqual(unknown)
      expect(await answerTo({ inbox_id: address })).toEqual(unknown)
      expect(await answerTo({ from: address })).toEqual(unknown)
      expect(await answerTo({ inbox_id: own.id, from: address })).toEqual(unknown)
    }
    expect(await answerTo({ inbox_id: foreign.externalId })).toEqual(unknown)
    expect(await answerTo({ from: own.address.toUpperCase() })).toMatchObject({
      kind: 'ready',
      senders: [own.externalId],
      input: { inbox_id: own.externalId, from: own.address },
    })
  })

  it('may answer a message that another one has sent to it: only the provider knows its mailboxes', async () => {
    const [mine, theirs] = [await buildOwner('live'), await buildOwner('live')]
    const own = await inboxOf(mine)
    const { attempt } = await begun(theirs, { provider: 'agentmail' })
    await recordOutcome(
      db,
      buildAttemptEnd(attempt, { output: { message_id: '<shared@example.com>', inbox_id: 'inbox_theirs' } }),
    )
    const { answer } = await begun(mine, { provider: 'agentmail', input: { in_reply_to: '<shared@example.com>' } })
    expect(answer).toMatchObject({ kind: 'ready', senders: [own.externalId] })
  })

  it('sends through the provider that has the inbox', async () => {
    const owner = await buildOwner('live')
    const [mail, thread] = [await inboxOf(owner, 'resend'), await inboxOf(owner, 'agentmail')]
    expect((await begun(owner, { provider: 'resend' })).answer).toMatchObject({ sender: { id: mail.id } })
    expect((await begun(owner, { provider: 'agentmail' })).answer).toMatchObject({ sender: { id: thread.id } })
    expect((await begun(owner, { provider: 'resend', input: { inbox_id: thread.id } })).answer).toEqual({
      kind: 'refused',
      detail: 'this inbox belongs to another provider',
    })
  })

  it('never sends from an account of another workspace, environment or network, nor into a chat of one', async () => {
    const [mine, theirs] = [await buildOwner('live'), await buildOwner('live')]
    const connect = (owner: Owner, externalId: string, network: 'linkedin' | 'whatsapp' = 'linkedin') =>
      buildAccount(db, owner, { network, externalId })
    const own = await connect(mine, 'own-1')
    const outsiders = [
      await connect(theirs, 'foreign'),
      await connect({ ...mine, environment: 'test' }, 'simulated'),
      await connect(mine, 'phone', 'whatsapp'),
    ]
    const answerTo = async (input: JsonObject) =>
      (await begun(mine, { capability: 'linkedin.message', provider: 'unipile', input })).answer
    for (const outsider of outsiders)
      expect(await answerTo({ account_id: outsider.id, chat_id: 'chat' })).toMatchObject({ kind: 'refused' })
    expect(await answerTo({ chat_id: 'chat' })).toMatchObject({
      kind: 'ready',
      senders: ['own-1'],
      input: { account_id: 'own-1' },
    })
    expect(await answerTo({ account_id: own.id })).toMatchObject({ kind: 'ready', sender: { id: own.id } })
    await connect(mine, 'own-2')
    const { externalId } = await connect(mine, 'own-off')
    await receiveMessage(db, 'unipile', {
      AccountStatus: { account_id: externalId, account_type: 'LINKEDIN', message: 'CREDENTIALS' },
    })
    expect(await answerTo({ chat_id: 'chat' })).toMatchObject({
      kind: 'ready',
      sender: null,
      senders: ['own-1', 'own-2'],
    })
    expect(await answerTo({ profile_url: 'https://www.linkedin.com/in/robin-sample' })).toEqual({
      kind: 'refused',
      detail: 'several can send: name one in account_id',
    })
  })
})

describe('the search for a sender', () => {
  it('reads nothing for a lookup', async () => {
    const untouched = { db: { ...db, query: () => Promise.reject(new Error('a lookup read the senders')) } }
    const input = { full_name: 'Robin Sample', domain: 'example.com' }
    const answer = await resolveSender(untouched, {
      runId: 'run_1',
      provider: 'hunter',
      connectionId: null,
      run: { capability: 'contact.find', environment: 'live', input },
    })
    expect(answer).toEqual({ kind: 'ready', input, sender: null, senders: [] })
  })

  it('finds the named one and the one with the message among more inboxes than are read', async () => {
    const owner = await buildOwner('live')
    await db.pool.query(
      `insert into inbox (id, workspace_id, environment, provider, external_id, address, domain, status)
        select 'inbox_' || $1 || n, $1, 'live', 'agentmail', $1 || n, 'many' || n || '@example.com', 'example.com',
          'active' from generate_series(101, 400) n`,
      [owner.workspaceId],
    )
    const last = `inbox_${owner.workspaceId}400`
    expect((await begun(owner, { provider: 'agentmail', input: { inbox_id: last } })).answer).toMatchObject({
      sender: { id: last },
    })
    const { attempt } = await begun(owner, { provider: 'agentmail', input: { inbox_id: last } })
    await recordOutcome(
      db,
      buildAttemptEnd(attempt, { output: { message_id: `<${owner.workspaceId}>`, inbox_id: last } }),
    )
    expect(
      (await begun(owner, { provider: 'agentmail', input: { in_reply_to: `<${owner.workspaceId}>` } })).answer,
    ).toMatchObject({ sender: { id: last } })
    expect((await begun(owner, { provider: 'agentmail' })).answer).toMatchObject({ kind: 'refused' })
  })

  it('stores a message id of any length', async () => {
    const owner = await buildOwner()
    const long = 'm'.repeat(9_000)
    const { attempt } = await begun(owner, {})
    expect(
      await recordOutcome(db, buildAttemptEnd(attempt, { output: { message_id: long, inbox_id: SIMULATED_INBOX.id } })),
    ).toBe(true)
    expect((await begun(owner, { input: { in_reply_to: long } })).answer).toMatchObject({
      sender: { id: SIMULATED_INBOX.id },
    })
  })

  it('finds a message by its index', async () => {
    const client = await db.pool.connect()
    try {
      // On a table this small a scan is cheaper than any index.
      await client.query('set enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select run_id from attempt a where a.output ->> 'message_id' = any ('{m,<m>}') and a.capability = 'email.send' and a.outcome = 'succeeded'`,
      )
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('attempt_message')
    } finally {
      await client.query('reset enable_seqscan')
      client.release()
    }
  })
})
