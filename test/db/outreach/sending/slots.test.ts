import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { periodStarts } from '../../../../domain/sending/calendar.ts'
import type { ChannelLimits } from '../../../../domain/sending/policy.ts'
import type { SendSchedule } from '../../../../domain/sending/schedule.ts'
import type { Database } from '../../../../db/database.ts'
import { beginAttempt } from '../../../../db/runs/attempts/begin.ts'
import { cancelRun } from '../../../../db/runs/cancel.ts'
import { claimOverdueRuns } from '../../../../db/runs/sweep.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { addInbox } from '../../../../db/outreach/inboxes/queries.ts'
import { changeSender, changeSendingPolicy } from '../../../../usecases/outreach/change-sending.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { recordOutcome } from '../../../../usecases/runs/record-outcome.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { buildAttempt, buildAttemptEnd, delivery, failure, openTestDatabase, type Owner } from '../../build.ts'
import { buildSend, reserveSend, turnTablesOn } from '../outbound/build.ts'

let db: Database
let close: () => Promise<void>
let owner: Owner
let number = 0
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(30))
})
afterAll(async () => {
  expect((await verifyLedger(db)).drifts).toEqual([])
  await close()
})
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
})

const NOW = new Date('2026-11-30T10:20:00Z')
const later = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000)

/** An inbox at team.example with these limits. */
async function inbox(limits: ChannelLimits = {}): Promise<string> {
  number++
  const made = await addInbox(db, {
    ...owner,
    provider: 'agentmail',
    externalId: `ext_${owner.workspaceId}_${number}`,
    address: `sender${number}@${owner.workspaceId.slice(-8)}.example`,
    status: 'active',
  })
  if (made === null) throw new Error('the inbox exists')
  await limit(made.id, limits)
  return made.id
}
const limit = (senderId: string, email: ChannelLimits, paused?: boolean) =>
  changeSender(db, { ...owner, senderId, channels: { email }, paused })

async function send(sender: string, schedule?: SendSchedule): Promise<string> {
  number++
  const input = { to: `person${number}@example.com`, subject: 's', text: 't' }
  return buildSend(db, owner, { sender, input, ...(schedule !== undefined && { schedule }) })
}
const ask = (runId: string, now: Date = NOW) => reserveSend(db, runId, { now })
const request = async (sender: string, { now, schedule }: { now?: Date; schedule?: SendSchedule } = {}) =>
  ask(await send(sender, schedule), now)

/** Ends a reserved send, as a provider that takes the message. */
async function deliver(runId: string): Promise<void> {
  const attempt = buildAttempt(runId)
  await beginAttempt(db, attempt)
  await recordOutcome(db, buildAttemptEnd(attempt))
  await endRun(db, delivery(runId, 1_000n))
}
const slotsOf = async (sender: string): Promise<Date[]> =>
  (
    await db.pool.query<{ at: string }>('select taken_at as at from sender_slot where sender_id = $1 order by 1', [
      sender,
    ])
  ).rows.map(({ at }) => new Date(at))
const statusOf = async (runId: string): Promise<string> =>
  (await db.pool.query<{ status: string }>('select status from run where id = $1', [runId])).rows[0]?.status ?? ''

describe('a cap', () => {
  it('is kept by simultaneous sends, and the others wait in the order in which they came', async () => {
    const sender = await inbox({ caps: { day: 5 } })
    const runs = await Promise.all(Array.from({ length: 20 }, () => send(sender)))
    const answers = await Promise.all(runs.map((runId) => ask(runId)))
    expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(5)
    const waiting = answers.flatMap((one) => (one.kind === 'scheduled' ? [one] : []))
    expect(waiting.map(({ at }) => at?.toISOString().slice(0, 10)).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => '2026-12-01'),
      ...Array.from({ length: 5 }, () => '2026-12-02'),
      ...Array.from({ length: 5 }, () => '2026-12-03'),
    ])
    expect(new Set(waiting.map(({ reason }) => reason))).toEqual(new Set(['day_cap']))
  })

  it('of a workspace holds for a sender without its own, and the sender’s own comes first', async () => {
    await changeSendingPolicy(db, owner.workspaceId, { channels: { email: { caps: { hour: 1, day: 2 } } } })
    const [common, own] = [await inbox(), await inbox({ caps: { hour: 2 } })]
    const kinds = async (sender: string) => [
      (await request(sender)).kind,
      (await request(sender)).kind,
      (await request(sender)).kind,
    ]
    expect(await kinds(common)).toEqual(['reserved', 'scheduled', 'scheduled'])
    expect(await kinds(own)).toEqual(['reserved', 'reserved', 'scheduled'])
  })

  it('of a domain counts all of its inboxes together', async () => {
    await changeSendingPolicy(db, owner.workspaceId, { domain_caps: { day: 3 } })
    const inboxes = [await inbox(), await inbox()]
    const runs = await Promise.all(Array.from({ length: 10 }, (_, index) => send(inboxes[index % 2] ?? '')))
    const answers = await Promise.all(runs.map((runId) => ask(runId)))
    expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(3)
    expect(answers.flatMap((one) => (one.kind === 'scheduled' ? [one.reason] : []))).toEqual(
      Array.from({ length: 7 }, () => 'domain_cap'),
    )
  })

  it('of the provider is a ceiling that no limit raises', async () => {
    const sender = await inbox({ caps: { day: 500 } })
    const runs = [await send(sender), await send(sender)]
    const answers = []
    for (const runId of runs) answers.push((await reserveSend(db, runId, { now: NOW, ceilings: { day: 1 } })).kind)
    expect(answers).toEqual(['reserved', 'scheduled'])
  })

  it('that is set later counts what was sent before', async () => {
    const sender = await inbox()
    await request(sender)
    await request(sender)
    await limit(sender, { caps: { day: 2 } })
    expect((await request(sender)).kind).toBe('scheduled')
  })
})

describe('a slot', () => {
  it('is free again when the send ends without a message, and taken when it may have been sent', async () => {
    const sender = await inbox({ caps: { day: 1 } })
    const [cancelled, failed, unknown, next] = [
      await send(sender),
      await send(sender),
      await send(sender),
      await send(sender),
    ]
    expect(await ask(cancelled)).toEqual({ kind: 'reserved' })
    await cancelRun(db, cancelled, owner)
    expect(await ask(failed)).toEqual({ kind: 'reserved' })
    const rejected = buildAttempt(failed)
    await beginAttempt(db, rejected)
    await recordOutcome(db, { ...buildAttemptEnd(rejected), outcome: 'rejected', detail: 'no', output: null })
    await endRun(db, failure(failed))
    expect(await ask(unknown)).toEqual({ kind: 'reserved' })
    const lost = buildAttempt(unknown)
    await beginAttempt(db, lost)
    await recordOutcome(db, { ...buildAttemptEnd(lost), outcome: 'unknown', detail: 'lost', output: null })
    await endRun(db, failure(unknown))
    expect((await ask(next)).kind).toBe('scheduled')
  })

  it('is not taken by a send whose hold is refused', async () => {
    const sender = await inbox({ caps: { day: 1 } })
    expect((await reserveSend(db, await send(sender), { now: NOW, hold: 10n ** 15n })).kind).toBe('refused')
    expect(await slotsOf(sender)).toEqual([])
    expect((await request(sender)).kind).toBe('reserved')
  })
})

describe('a send that waits', () => {
  it('holds nothing, keeps its claims, and is reserved at its time', async () => {
    const sender = await inbox({ window: { timezone: 'UTC', days: ['mon', 'tue'], from: '12:00', to: '14:00' } })
    const runId = await send(sender)
    expect(await ask(runId)).toMatchObject({
      kind: 'scheduled',
      at: new Date('2026-11-30T12:00:00Z'),
      reason: 'window',
    })
    expect(await statusOf(runId)).toBe('scheduled')
    expect(await ask(runId, new Date('2026-11-30T12:00:00Z'))).toEqual({ kind: 'reserved' })
    expect(await statusOf(runId)).toBe('reserved')
    await deliver(runId)
    expect(await slotsOf(sender)).toEqual([new Date('2026-11-30T12:00:00Z')])
  })

  it('lets no later one pass while its time has come', async () => {
    const sender = await inbox({ caps: { hour: 1 } })
    const [first, second, third] = [await send(sender), await send(sender), await send(sender)]
    expect((await ask(first)).kind).toBe('reserved')
    expect(await ask(second)).toMatchObject({ kind: 'scheduled', at: new Date('2026-11-30T11:00:00Z') })
    expect(await ask(third, later(45))).toMatchObject({ kind: 'scheduled', at: new Date('2026-11-30T12:00:00Z') })
    expect(await ask(second, later(46))).toEqual({ kind: 'reserved' })
    expect(await ask(third, later(47))).toMatchObject({ kind: 'scheduled', at: new Date('2026-11-30T12:00:00Z') })
  })

  it('does not stop others before the time at which it wants to go', async () => {
    const sender = await inbox({ caps: { hour: 1 } })
    expect(await request(sender, { schedule: { not_before: later(300).toISOString() } })).toMatchObject({
      reason: 'requested',
    })
    expect((await request(sender)).kind).toBe('reserved')
  })

  it.each<[string, (sender: string, runId: string) => Promise<unknown>]>([
    ['the cancellation of the one before', (_, runId) => cancelRun(db, runId, owner)],
    ['a change of the limits', (sender) => limit(sender, { caps: { day: 2 } })],
    [
      'a change of the policy',
      async (sender) => {
        await limit(sender, { caps: { hour: 1 } })
        await changeSendingPolicy(db, owner.workspaceId, { channels: { email: null } })
      },
    ],
  ])('moves up after %s', async (_, change) => {
    const sender = await inbox({ caps: { day: 1 } })
    const [first, second] = [await send(sender), await send(sender)]
    await reserveSend(db, first)
    expect((await reserveSend(db, second)).kind).toBe('scheduled')
    expect((await claimOverdueRuns(db, 1_000, 30)).map(({ id }) => id)).not.toContain(second)
    await change(sender, first)
    const due = (await claimOverdueRuns(db, 1_000, 30)).filter(({ id }) => id === second)
    expect(due.map(({ waits }) => waits)).toEqual([true])
  })

  it('of a paused sender waits without a time', async () => {
    const sender = await inbox()
    await limit(sender, {}, true)
    const runId = await send(sender)
    expect(await ask(runId)).toMatchObject({ kind: 'scheduled', at: null, reason: 'sender_paused' })
    await limit(sender, {}, false)
    expect(await ask(runId)).toEqual({ kind: 'reserved' })
  })

  it('counts as a touch of the person', async () => {
    await turnTablesOn(db, owner.workspaceId)
    const sender = await inbox({ caps: { day: 0, week: 1 } })
    const input = { to: 'robin@example.com', subject: 's', text: 't' }
    const first = await buildSend(db, owner, { sender, input })
    await limit(sender, { caps: { hour: 1 }, window: { timezone: 'UTC', days: ['sun'], from: '10:00', to: '11:00' } })
    expect((await ask(first)).kind).toBe('scheduled')
    expect(await ask(await buildSend(db, owner, { sender: await inbox(), input }))).toMatchObject({
      kind: 'blocked',
      block: { kind: 'repeat_touch', runId: first },
    })
  })
})

describe('a send that may not wait', () => {
  it.each<[string, SendSchedule, object]>([
    ['refuses', { on_limit: 'refuse' }, { reason: 'hour_cap', nextSlotAt: '2026-11-30T11:00:00.000Z' }],
    ['has no slot in time', { not_after: later(30).toISOString() }, { reason: 'hour_cap' }],
  ])('is blocked when it %s, with the time of the next slot', async (_, schedule, block) => {
    const sender = await inbox({ caps: { hour: 1 } })
    await request(sender)
    expect(await request(sender, { schedule })).toMatchObject({
      kind: 'blocked',
      block: { kind: 'sender_limit', senderId: sender, ...block },
    })
    expect(await slotsOf(sender)).toHaveLength(1)
  })

  it('waits all the same for the time that it asks for itself', async () => {
    const schedule: SendSchedule = { not_before: later(60).toISOString(), on_limit: 'refuse' }
    expect(await request(await inbox(), { schedule })).toMatchObject({ kind: 'scheduled', reason: 'requested' })
  })
})

describe('a ramp', () => {
  it('begins with the first send after it was set', async () => {
    const sender = await inbox({ ramp: { start: 1, step_per_day: 1, target: 3 } })
    expect((await request(sender, { now: later(2_880) })).kind).toBe('reserved')
    expect(await request(sender, { now: later(2_881) })).toMatchObject({ kind: 'scheduled', reason: 'ramp' })
    const third = later(2_880 + 2_880)
    for (let sent = 0; sent < 2; sent++) expect((await request(sender, { now: third })).kind).toBe('reserved')
  })
})

/** Pseudo-random numbers from 0 to 1, the same for one seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

describe('a simulated fortnight', () => {
  it('passes no cap, no window and no gap, and sends or keeps each send once', async () => {
    await changeSendingPolicy(db, owner.workspaceId, { domain_caps: { day: 25 } })
    const limits: ChannelLimits[] = [
      {
        caps: { hour: 3, day: 8, week: 30 },
        window: { timezone: 'Europe/Berlin', days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' },
      },
      { ramp: { start: 2, step_per_day: 1, target: 9 }, spacing: { min_seconds: 300, max_seconds: 1_200 } },
      {
        caps: { day: 6 },
        window: { timezone: 'America/New_York', days: ['mon', 'wed', 'sat'], from: '22:00', to: '03:00' },
        spacing: { min_seconds: 60, max_seconds: 60 },
      },
      { caps: { hour: 2 } },
    ]
    const senders = await Promise.all(limits.map((one) => inbox(one)))
    const random = randomOf(7)
    const start = NOW.getTime()
    const arrivals = await Promise.all(
      Array.from({ length: 120 }, async (_, index) => ({
        runId: await send(senders[index % 4] ?? ''),
        at: start + Math.floor(random() * 4 * 86_400_000),
      })),
    )
    const due = new Map(arrivals.map(({ runId, at }) => [runId, at]))
    const end = start + 14 * 86_400_000
    for (;;) {
      const next = Math.min(...due.values())
      if (due.size === 0 || next > end) break
      const judged = [...due].filter(([, at]) => at <= next + 1_000).slice(0, 12)
      const answers = await Promise.all(judged.map(([runId]) => ask(runId, new Date(next))))
      for (const [index, answer] of answers.entries()) {
        const [runId] = judged[index] ?? ['']
        if (answer.kind !== 'scheduled') due.delete(runId)
        else due.set(runId, Math.max(next + 1_000, answer.at?.getTime() ?? Infinity))
        expect(['scheduled', 'reserved']).toContain(answer.kind)
      }
    }
    const days = new Map<number, number>()
    let sent = 0
    for (const [index, sender] of senders.entries()) {
      const { caps = {}, window, spacing } = limits[index] ?? {}
      const taken = (await slotsOf(sender)).map((at) => at.getTime())
      sent += taken.length
      for (const period of ['hour', 'day', 'week'] as const) {
        const counts = new Map<number, number>()
        for (const at of taken) {
          const begin = periodStarts(at, window?.timezone ?? 'UTC')[period]
          counts.set(begin, (counts.get(begin) ?? 0) + 1)
        }
        expect(Math.max(...counts.values())).toBeLessThanOrEqual(caps[period] ?? Infinity)
      }
      for (const [place, at] of taken.entries()) {
        const day = periodStarts(at, 'UTC').day
        days.set(day, (days.get(day) ?? 0) + 1)
        if (place > 0) expect(at - (taken[place - 1] ?? 0)).toBeGreaterThanOrEqual((spacing?.min_seconds ?? 0) * 1_000)
      }
    }
    expect(Math.max(...days.values())).toBeLessThanOrEqual(25)
    expect(sent + due.size).toBe(120)
    expect(sent).toBeGreaterThan(90)
  })
})
