import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { beginAttempt } from '../../../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../../../usecases/runs/record-outcome.ts'
import { cancelRun } from '../../../../db/runs/cancel.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { readWallet } from '../../../build/wallet.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { buildAttempt, buildAttemptEnd, delivery, failure, openTestDatabase, type Owner } from '../../build.ts'
import {
  buildRow,
  buildSend,
  buildSent,
  claimsOf,
  readRowTouches,
  repeats,
  reserveSend,
  type SendToBuild,
  touchesOf,
  turnTablesOn,
} from './build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
  await close()
})
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  await turnTablesOn(db, owner.workspaceId)
})

const to = (...addresses: string[]) => ({ input: { to: addresses, subject: 's', text: 't' } })
const invite = (slug: string) => ({
  capability: 'linkedin.invite',
  input: { profile_url: `https://www.linkedin.com/in/${slug}` },
})
const send = (more?: SendToBuild) => buildSend(db, owner, more)
const request = async (more?: SendToBuild) => reserveSend(db, await send(more))
const sent = (more?: SendToBuild, end?: Parameters<typeof buildSent>[3]) => buildSent(db, owner, more, end)

describe('a claim', () => {
  it.each<[string, (runId: string) => Promise<unknown>]>([
    ['a failure', (runId) => endRun(db, failure(runId))],
    ['a cancellation', (runId) => cancelRun(db, runId, owner)],
  ])('is released by %s, and the next first message passes', async (_, end) => {
    const runId = await send()
    await reserveSend(db, runId)
    expect(await request()).toEqual(repeats(runId))
    await end(runId)
    expect([await claimsOf(db, runId), await touchesOf(db, runId)]).toEqual([[], []])
    expect(await request()).toEqual({ kind: 'reserved' })
  })

  it('is not left by a reservation that an empty wallet refuses, nor by one that is blocked', async () => {
    const poor = await send(to('kim@example.com'))
    expect(await reserveSend(db, poor, { hold: 10n ** 12n })).toMatchObject({ kind: 'refused' })
    await sent()
    const blocked = await send(to('kim@example.com', 'robin@example.com'))
    expect(await reserveSend(db, blocked)).toMatchObject({ kind: 'blocked' })
    expect([await claimsOf(db, poor), await claimsOf(db, blocked)]).toEqual([[], []])
    expect(await request(to('kim@example.com'))).toEqual({ kind: 'reserved' })
  })

  it('is made once, like the hold, when many executors reserve one run', async () => {
    const runId = await send()
    const answers = await Promise.all(Array.from({ length: 10 }, () => reserveSend(db, runId)))
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual([
      'reserved',
      ...Array.from({ length: 9 }, () => 'statusChanged'),
    ])
  })
})

describe('many sends that overlap, reserved and ended at the same time', () => {
  it('wait for one another in one order: every one ends, at most one to a person succeeds, and no claim is left', async () => {
    const people = Array.from({ length: 12 }, (_, index) => `person${index}@example.com`)
    await buildRow(
      db,
      owner,
      people.slice(0, 2).map((address) => ['email', address] as const),
    )
    await Promise.all(people.map((address) => buildRow(db, owner, [['email', address]])))
    const someone = (index: number): string => people[index % people.length] ?? ''
    const runs = await Promise.all(
      Array.from({ length: 72 }, (_, index) =>
        send({ ...to(someone(index), someone(5 * index + 1)), allowRepeat: index % 6 === 0 }),
      ),
    )
    const succeeded: string[] = []
    await Promise.all(
      runs.map(async (runId, index) => {
        if ((await reserveSend(db, runId)).kind !== 'reserved') return
        if (index % 3 === 0) {
          await cancelRun(db, runId, owner)
          return
        }
        const attempt = buildAttempt(runId)
        await beginAttempt(db, attempt)
        const fails = index % 3 === 1
        await recordOutcome(
          db,
          buildAttemptEnd(attempt, fails ? { outcome: 'provider_error', output: null, raw: null, units: 0 } : {}),
        )
        expect(await endRun(db, fails ? failure(runId) : delivery(runId, 1_000n))).toBe(fails ? 'failed' : 'succeeded')
        if (!fails) succeeded.push(runId)
      }),
    )
    const touched = (await Promise.all(succeeded.map((runId) => touchesOf(db, runId)))).flat()
    expect(touched.length).toBeGreaterThan(0)
    expect(new Set(touched).size).toBe(touched.length)
    expect(
      (await db.pool.query('select count(*)::integer from touch_claim where workspace_id = $1', [owner.workspaceId]))
        .rows,
    ).toEqual([{ count: 0 }])
    expect((await readWallet(db, owner.workspaceId, 'live')).held).toBe(0n)
  })
})

describe('a touch', () => {
  it('is a send that succeeded or may have gone out, by every recipient', async () => {
    const first = await sent({ input: { to: ['a@example.com'], cc: 'b@example.com', subject: 's', text: 't' } })
    expect(await touchesOf(db, first)).toEqual(['email email a@example.com', 'email email b@example.com'])
    const unknown = await sent({}, { outcome: 'unknown' })
    expect(await touchesOf(db, unknown)).toEqual(['email email robin@example.com'])
    expect(await request()).toEqual(repeats(unknown))
    const failed = await sent(to('kim@example.com'), { outcome: 'provider_error' })
    expect(await touchesOf(db, failed)).toEqual([])
    expect(await claimsOf(db, first)).toEqual([])
  })

  it('is counted on every row of the person, once a run', async () => {
    const row = await buildRow(db, owner, [
      ['email', 'robin@example.com'],
      ['email', 'robin@example.org'],
      ['linkedin', 'in/robin'],
    ])
    const other = await buildRow(db, owner, [['linkedin', 'in/robin']])
    const outsider = await buildRow(db, owner, [['email', 'kim@example.com']])
    await sent(to('robin@example.com', 'robin@example.org'))
    expect(await Promise.all([row, other, outsider].map((id) => readRowTouches(db, id)))).toEqual([
      { touches: 1, touched: true, channel: 'email' },
      { touches: 0, touched: false, channel: null },
      { touches: 0, touched: false, channel: null },
    ])
    await sent(invite('robin'), { outcome: 'unknown' })
    expect(await Promise.all([row, other].map((id) => readRowTouches(db, id)))).toEqual([
      { touches: 2, touched: true, channel: 'linkedin' },
      { touches: 1, touched: true, channel: 'linkedin' },
    ])
  })

  it('of a linked row is counted there, to another address of the person or into an unknown chat', async () => {
    const row = await buildRow(db, owner, [
      ['email', 'robin@example.com'],
      ['linkedin', 'in/robin'],
      ['domain', 'example.com'],
    ])
    const toOther = await sent({ ...to('robin@example.org'), rowId: row })
    expect(await touchesOf(db, toOther)).toEqual([
      'email email robin@example.com',
      'email email robin@example.org',
      'email linkedin in/robin',
    ])
    expect(await readRowTouches(db, row)).toEqual({ touches: 1, touched: true, channel: 'email' })
    expect(await request()).toEqual(repeats(toOther))
    const chat = { capability: 'linkedin.message', input: { chat_id: 'c-unknown', text: 't' }, rowId: row }
    const inChat = await send(chat)
    await reserveSend(db, inChat)
    expect(await claimsOf(db, inChat)).toEqual(['in/robin', 'robin@example.com'])
    expect(await touchesOf(db, await sent(chat))).toEqual([
      'linkedin email robin@example.com',
      'linkedin linkedin in/robin',
    ])
    expect(await readRowTouches(db, row)).toEqual({ touches: 2, touched: true, channel: 'linkedin' })
    const company = await buildRow(db, owner, [['domain', 'example.net']])
    await sent({ ...chat, rowId: company })
    expect(await readRowTouches(db, company)).toEqual({ touches: 1, touched: true, channel: 'linkedin' })
  })
})
