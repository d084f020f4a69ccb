import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { beginAttempt } from '../../../db/attempts/begin.ts'
import { recordOutcome } from '../../../db/attempts/outcome.ts'
import type { Database } from '../../../db/database.ts'
import { addInbox } from '../../../db/inboxes/queries.ts'
import { cancelRun } from '../../../db/runs/cancel.ts'
import { endRun } from '../../../db/runs/settle.ts'
import { readWallet } from '../../../db/wallets/queries.ts'
import { verifyLedger } from '../../../db/wallets/verify.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { buildAttempt, buildAttemptEnd, delivery, failure, openTestDatabase, type Owner } from '../build.ts'
import { buildRow, buildSend, claimsOf, readRowTouches, reserveSend, type SendToBuild, touchesOf, turnTablesOn } from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => { ({ db, close } = await openTestDatabase(30)) })
afterAll(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
  await close()
})
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
})

const to = (...addresses: string[]) => ({ input: { to: addresses, subject: 's', text: 't' } })
const invite = (slug: string) => ({ capability: 'linkedin.invite', input: { profile_url: `https://www.linkedin.com/in/${slug}` } })
const send = (more?: SendToBuild) => buildSend(db, owner, more)
const ask = async (more?: SendToBuild) => reserveSend(db, await send(more))
/** A send of which the attempt has ended so, and then the run. */
async function sent(more: SendToBuild = {}, { outcome = 'succeeded', output = {} }: { outcome?: 'succeeded' | 'unknown' | 'provider_error'; output?: object } = {}): Promise<string> {
  const runId = await send(more)
  expect(await reserveSend(db, runId)).toEqual({ kind: 'reserved' })
  const attempt = buildAttempt(runId)
  await beginAttempt(db, attempt)
  await recordOutcome(db, buildAttemptEnd(attempt, outcome === 'succeeded' ? { output: { message_id: 'm', ...output } } : { outcome, output: null, raw: null, units: 0 }))
  await endRun(db, outcome === 'succeeded' ? delivery(runId, 1_000n) : failure(runId))
  return runId
}
const repeats = (runId: string) => ({ kind: 'blocked', block: { kind: 'repeat_touch', runId, at: expect.any(String) } })
const later = (days: number) => db.pool.query('update touch set at = at - make_interval(days => $2) where workspace_id = $1', [owner.workspaceId, days])

describe('a first message', () => {
  it('to one person is reserved for one of twenty that ask at once, and the others name it', async () => {
    const runs = await Promise.all(Array.from({ length: 20 }, () => send()))
    const answers = await Promise.all(runs.map(async (runId) => [runId, await reserveSend(db, runId)] as const))
    const winners = answers.filter(([, { kind }]) => kind === 'reserved').map(([runId]) => runId)
    expect(winners).toHaveLength(1)
    expect(answers.filter(([runId]) => runId !== winners[0]).map(([, answer]) => answer)).toEqual(Array.from({ length: 19 }, () => repeats(winners[0] ?? '')))
    expect((await readWallet(db, owner.workspaceId, 'live')).held).toBe(1_000n)
    expect((await Promise.all(runs.map((runId) => claimsOf(db, runId)))).flat()).toEqual(['robin@example.com'])
  })

  it('to two people in either order and at once leaves one run, and no run waits for another for ever', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [`a${round}@example.com`, `b${round}@example.com`]
      const runs = await Promise.all([a, b].flatMap((_, index) => [to(a, b), to(b, a)].map((more) => send(index === 0 ? more : to(a)))))
      const answers = await Promise.all(runs.map((runId) => reserveSend(db, runId)))
      expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(1)
    }
  })

  it('to one person by two addresses, which a row ties, is reserved for one of twenty', async () => {
    await buildRow(db, owner, [['email', 'robin@example.com'], ['email', 'robin@example.org']])
    const answers = await Promise.all(Array.from({ length: 20 }, async (_, index) => ask(to(index % 2 === 0 ? 'robin@example.com' : 'robin@example.org'))))
    expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(1)
  })

  it('is one while twenty ask and the first of them ends at once: somebody may try again, and never two at a time', async () => {
    const runs = await Promise.all(Array.from({ length: 20 }, () => send()))
    let under = 0
    let most = 0
    await Promise.all(runs.map(async (runId) => {
      if ((await reserveSend(db, runId)).kind !== 'reserved') return
      under += 1
      most = Math.max(most, under)
      await db.pool.query('select pg_sleep(0.01)')
      under -= 1
      await endRun(db, failure(runId))
    }))
    expect(most).toBe(1)
  })

  it('is refused within the window, over the same channel, whichever way the person is named', async () => {
    const row = await buildRow(db, owner, [['email', 'robin@example.com'], ['email', 'robin@example.org'], ['linkedin', 'in/robin']])
    const first = await sent()
    expect(await ask()).toEqual(repeats(first))
    expect(await ask(to('kim@example.com', 'Robin@Example.com'))).toEqual(repeats(first))
    expect(await ask(to('robin@example.org'))).toEqual(repeats(first))
    expect(await ask({ ...to('assistant@example.com'), rowId: row })).toEqual(repeats(first))
    expect(await ask(invite('robin'))).toEqual({ kind: 'reserved' })
    expect(await ask(to('kim@example.com'))).toEqual({ kind: 'reserved' })
  })

  it('is refused after an invitation: a message goes over the same channel', async () => {
    const first = await sent(invite('robin'))
    expect(await ask({ capability: 'linkedin.message', input: { profile_url: 'https://linkedin.com/in/robin/', text: 't' } })).toEqual(repeats(first))
  })

  it('passes when the window is over, and a longer one refuses it again', async () => {
    const first = await sent()
    await later(29)
    expect(await ask()).toEqual(repeats(first))
    await later(2)
    await db.pool.query('update workspace set repeat_touch_days = 60 where id = $1', [owner.workspaceId])
    expect(await ask()).toEqual(repeats(first))
    await db.pool.query('update workspace set repeat_touch_days = 30 where id = $1', [owner.workspaceId])
    expect(await ask()).toEqual({ kind: 'reserved' })
  })

  it('is nobody else\'s: another workspace and the other environment write to the same person', async () => {
    await sent()
    expect(await ask()).toMatchObject({ kind: 'blocked' })
    owner = { ...owner, environment: 'test' }
    expect(await ask()).toEqual({ kind: 'reserved' })
    owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
    await turnTablesOn(db, owner.workspaceId)
    expect(await ask()).toEqual({ kind: 'reserved' })
  })
})

describe('what passes the guard', () => {
  it.each<[string, SendToBuild]>([
    ['a reply', { input: { to: 'robin@example.com', subject: 's', text: 't', in_reply_to: '<1@example.com>' } }],
    ['routing.allow_repeat', { allowRepeat: true }],
  ])('%s, which counts for the next one all the same', async (_, more) => {
    await sent()
    await later(60)
    const passing = await send(more)
    expect(await reserveSend(db, passing)).toEqual({ kind: 'reserved' })
    expect(await claimsOf(db, passing)).toEqual(['robin@example.com'])
    expect(await ask()).toEqual(repeats(passing))
    expect(await ask(more)).toEqual({ kind: 'reserved' })
  })

  it('a window of no days', async () => {
    await sent()
    await db.pool.query('update workspace set repeat_touch_days = 0 where id = $1', [owner.workspaceId])
    expect(await ask()).toEqual({ kind: 'reserved' })
  })

  it('everything while tables are off, and what was sent then counts once they are on', async () => {
    await db.pool.query('update workspace set tables_enabled_at = null where id = $1', [owner.workspaceId])
    await sent()
    const second = await sent()
    const third = await send()
    expect(await reserveSend(db, third)).toEqual({ kind: 'reserved' })
    await turnTablesOn(db, owner.workspaceId)
    expect(await ask()).toEqual(repeats(third))
    await endRun(db, failure(third))
    expect(await ask()).toEqual(repeats(second))
  })

  it('a message into a chat whose person is known, but the person is told', async () => {
    const chat = { capability: 'chat.send', input: { platform: 'whatsapp', phone: '+12025550123', text: 't' } }
    const first = await sent(chat, { output: { chat_id: 'c1' } })
    const inChat = await send({ capability: 'chat.send', input: { platform: 'whatsapp', chat_id: 'c1', text: 't' } })
    expect(await reserveSend(db, inChat)).toEqual({ kind: 'reserved' })
    expect(await claimsOf(db, inChat)).toEqual(['+12025550123'])
    expect(await ask(chat)).toEqual(repeats(inChat))
    await endRun(db, failure(inChat))
    expect(await ask(chat)).toEqual(repeats(first))
  })
})

describe('the workspace\'s own addresses', () => {
  const inbox = (address: string, workspaceId = owner.workspaceId) =>
    addInbox(db, { workspaceId, environment: 'live', provider: 'agentmail', externalId: `${address} of ${workspaceId}`, address, status: 'active' })

  it.each([
    ['an inbox', 'sales@own.example.com', true],
    ['another address at the inbox\'s domain', 'boss@own.example.com', true],
    ['an address above or below that domain', 'boss@example.com', false],
    ['an inbox at a domain of everybody\'s', 'acme@agentmail.to', true],
    ['somebody else at a domain of everybody\'s', 'other@agentmail.to', false],
    ['somebody at a domain where another workspace has an inbox', 'other@shared.example.com', false],
    ['an inbox at such a domain', 'own@shared.example.com', true],
    ['an inbox that was removed', 'gone@gone.example.com', false],
  ])('%s', async (_, address, passes) => {
    await db.pool.query('delete from inbox')
    await Promise.all(['sales@own.example.com', 'acme@agentmail.to', 'own@shared.example.com', 'gone@gone.example.com'].map((own) => inbox(own)))
    await inbox('theirs@shared.example.com', (await buildWorkspace(db)).id)
    await db.pool.query(`update inbox set status = 'removed' where address = 'gone@gone.example.com'`)
    await sent(to(address))
    expect((await ask(to(address))).kind).toBe(passes ? 'reserved' : 'blocked')
  })

  it('excuse nobody else on the same message', async () => {
    await db.pool.query('delete from inbox')
    await inbox('sales@agent.example.com')
    const first = await sent(to('sales@agent.example.com', 'robin@example.com'))
    expect(await ask(to('boss@agent.example.com', 'robin@example.com'))).toEqual(repeats(first))
    expect(await ask(to('boss@agent.example.com', 'sales@agent.example.com'))).toEqual({ kind: 'reserved' })
  })

  it('are the simulated inbox in the sandbox, and there alone', async () => {
    for (const environment of ['test', 'live'] as const) {
      owner = { ...owner, environment }
      await sent(to('sandbox@inbox.example'))
      expect((await ask(to('sandbox@inbox.example'))).kind).toBe(environment === 'test' ? 'reserved' : 'blocked')
    }
  })
})

describe('a claim', () => {
  it.each<[string, (runId: string) => Promise<unknown>]>([
    ['a failure', (runId) => endRun(db, failure(runId))],
    ['a cancellation', (runId) => cancelRun(db, runId, owner)],
  ])('is let go by %s, and the next first message passes', async (_, end) => {
    const runId = await send()
    await reserveSend(db, runId)
    expect(await ask()).toEqual(repeats(runId))
    await end(runId)
    expect([await claimsOf(db, runId), await touchesOf(db, runId)]).toEqual([[], []])
    expect(await ask()).toEqual({ kind: 'reserved' })
  })

  it('is not left by a reservation that an empty wallet refuses, nor by one that is blocked', async () => {
    const poor = await send(to('kim@example.com'))
    expect(await reserveSend(db, poor, 10n ** 12n)).toMatchObject({ kind: 'refused' })
    await sent()
    const blocked = await send(to('kim@example.com', 'robin@example.com'))
    expect(await reserveSend(db, blocked)).toMatchObject({ kind: 'blocked' })
    expect([await claimsOf(db, poor), await claimsOf(db, blocked)]).toEqual([[], []])
    expect(await ask(to('kim@example.com'))).toEqual({ kind: 'reserved' })
  })

  it('and its hold are made once, also when many executors ask for one run', async () => {
    const runId = await send()
    const answers = await Promise.all(Array.from({ length: 10 }, () => reserveSend(db, runId)))
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual([...Array.from({ length: 9 }, () => 'moved'), 'reserved'])
  })
})

describe('a touch', () => {
  it('is a send that succeeded or may have gone out, by everybody whom it named', async () => {
    const first = await sent({ input: { to: ['a@example.com'], cc: 'b@example.com', subject: 's', text: 't' } })
    expect(await touchesOf(db, first)).toEqual(['email email a@example.com', 'email email b@example.com'])
    const unknown = await sent({}, { outcome: 'unknown' })
    expect(await touchesOf(db, unknown)).toEqual(['email email robin@example.com'])
    expect(await ask()).toEqual(repeats(unknown))
    const failed = await sent(to('kim@example.com'), { outcome: 'provider_error' })
    expect(await touchesOf(db, failed)).toEqual([])
    expect(await claimsOf(db, first)).toEqual([])
  })

  it('is counted on every row that carries the person, once a run', async () => {
    const row = await buildRow(db, owner, [['email', 'robin@example.com'], ['email', 'robin@example.org'], ['linkedin', 'in/robin']])
    const other = await buildRow(db, owner, [['linkedin', 'in/robin']])
    const stranger = await buildRow(db, owner, [['email', 'kim@example.com']])
    await sent(to('robin@example.com', 'robin@example.org'))
    expect(await Promise.all([row, other, stranger].map((id) => readRowTouches(db, id)))).toEqual([
      { touches: 1, touched: true, channel: 'email' }, { touches: 0, touched: false, channel: null }, { touches: 0, touched: false, channel: null },
    ])
    await sent(invite('robin'), { outcome: 'unknown' })
    expect(await Promise.all([row, other].map((id) => readRowTouches(db, id)))).toEqual([
      { touches: 2, touched: true, channel: 'linkedin' }, { touches: 1, touched: true, channel: 'linkedin' },
    ])
  })
})
