import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { beginAttempt } from '../../../../db/runs/attempts/begin.ts'
import type { Database } from '../../../../db/database.ts'
import { acceptRun } from '../../../../usecases/runs/accept-run.ts'
import { cancelRun } from '../../../../db/runs/cancel.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { creditWallet } from '../../../../db/money/wallets/queries.ts'
import { readWallet, type WalletRow } from '../../../build/wallet.ts'
import { writeSpendGuard } from '../../../../db/money/wallets/spend-guard.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import {
  buildAttempt,
  buildNewRun,
  delivery,
  failure,
  openTestDatabase,
  type Owner,
  readBooks,
  reserveAmount,
} from '../../build.ts'
import { numRunsFor } from '../../../support/seed.ts'

const SEQUENCES = numRunsFor(25)
/** After this time the property stops and counts as passed, so a busy machine tries fewer sequences. */
const TIME_MS_MAX = 40_000
/** 2^53 + 1 microdollars: no double can represent it. */
const UNIT = 9_007_199_254_740_993n
const UNITS_MAX = 20n

/** The steps of one run; the steps of one stage are executed at the same time. */
interface Script {
  /** Units of the hold. */
  readonly hold: bigint
  /** How often the hold is requested at once. */
  readonly reserves: number
  /** How often the attempt is begun at once. */
  readonly begins: number
  /** All at once; the one that commits first decides how the run ends. */
  readonly ends: readonly ('deliver all' | 'deliver half' | 'deliver nothing' | 'fail' | 'cancel')[]
  /** A cancel that crosses with reserving. */
  readonly cancelledEarly: boolean
}

const script: fc.Arbitrary<Script> = fc.record({
  hold: fc.bigInt({ min: 1n, max: 4n }),
  reserves: fc.integer({ min: 1, max: 3 }),
  begins: fc.integer({ min: 0, max: 2 }),
  ends: fc.array(fc.constantFrom('deliver all', 'deliver half', 'deliver nothing', 'fail', 'cancel'), {
    minLength: 0,
    maxLength: 3,
  }),
  cancelledEarly: fc.boolean(),
})

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(16))
})
afterAll(() => close())

const repeat = <Answer>(times: number, step: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, step))

interface ScriptResult {
  readonly id: string
  readonly hold: bigint
  readonly reserved: readonly string[]
  /** The final status that every end returned, and whether a cancel reported that it won. */
  readonly statuses: readonly string[]
  readonly cancels: readonly string[]
}

async function playScript(
  owner: Owner,
  { hold, reserves, begins, ends, cancelledEarly }: Script,
): Promise<ScriptResult> {
  const run = buildNewRun(owner)
  await acceptRun(db, run)
  const amount = hold * UNIT
  const [reserved, early] = await Promise.all([
    repeat(reserves, () => reserveAmount(db, run.id, amount)),
    repeat(cancelledEarly ? 1 : 0, () => cancelRun(db, run.id, owner)),
  ])
  const answers = reserved.map((answer) => (answer.kind === 'refused' ? answer.refusal.control : answer.kind))
  // A refused run has no hold; its workflow ends it.
  if (!answers.includes('reserved')) {
    const statuses = [await endRun(db, failure(run.id, { status: 'blocked', releasesKey: true }))]
    return { id: run.id, hold: amount, reserved: answers, statuses, cancels: early.map(({ kind }) => kind) }
  }
  const begun = await repeat(begins, () => beginAttempt(db, buildAttempt(run.id)))
  expect(begun.filter(({ kind }) => kind === 'begun').length).toBeLessThanOrEqual(1)
  const charges = { 'deliver all': amount, 'deliver half': amount / 2n, 'deliver nothing': 0n }
  const [statuses, late] = await Promise.all([
    Promise.all(
      ends.flatMap((end) =>
        end === 'cancel' ? [] : [endRun(db, end === 'fail' ? failure(run.id) : delivery(run.id, charges[end]))],
      ),
    ),
    Promise.all(ends.flatMap((end) => (end === 'cancel' ? [cancelRun(db, run.id, owner)] : []))),
  ])
  return { id: run.id, hold: amount, reserved: answers, statuses, cancels: [...early, ...late].map(({ kind }) => kind) }
}

/** Reads the wallet until it is stopped; returns the number of reads and any state that breaks an invariant. */
function pollWallet({ workspaceId, environment }: Owner, isRight: (wallet: WalletRow) => boolean) {
  const stopping = new AbortController()
  const done = (async () => {
    const wrong: WalletRow[] = []
    let reads = 0
    for (; !stopping.signal.aborted; reads += 1) {
      const wallet = await readWallet(db, workspaceId, environment)
      if (!isRight(wallet)) wrong.push(wallet)
    }
    return { reads, wrong }
  })()
  return {
    stop: () => {
      stopping.abort()
      return done
    },
  }
}

describe('many runs at the same time on one wallet', () => {
  it('never overdraw it, never pass the daily cap, and leave the ledger without drift', async () => {
    const situation = fc.record({
      scripts: fc.array(script, { minLength: 12, maxLength: 24, size: 'max' }),
      environment: fc.constantFrom('test', 'live'),
      balance: fc.bigInt({ min: 1n, max: UNITS_MAX }),
      topups: fc.array(fc.record({ units: fc.bigInt({ min: 1n, max: 4n }), key: fc.nat(2) }), { maxLength: 5 }),
      daily: fc.option(fc.bigInt({ min: 1n, max: UNITS_MAX })),
      perRun: fc.option(fc.bigInt({ min: 1n, max: 4n })),
    })
    await fc.assert(
      fc.asyncProperty(situation, async ({ scripts, environment, balance, topups, daily, perRun }) => {
        const owner = { workspaceId: (await buildWorkspace(db, { test: '0', live: '0' })).id, environment }
        const sequence = randomUUID()
        const credit = (units: bigint, key: string) =>
          creditWallet(db, { ...owner, amount: units * UNIT, key: `${sequence}:${key}` })
        await credit(balance, 'first')
        const [dailyLimit, perRunLimit] = [daily, perRun].map((units) => (units === null ? null : units * UNIT))
        await writeSpendGuard(db, owner.workspaceId, { enabled: true, dailyLimit, perRunLimit })

        const poll = pollWallet(
          owner,
          ({ available, held, spent }) =>
            available >= 0n && held >= 0n && (dailyLimit == null || spent + held <= dailyLimit),
        )
        const [runs, credited] = await Promise.all([
          Promise.all(scripts.map((one) => playScript(owner, one))),
          Promise.all(topups.map(async ({ units, key }) => ((await credit(units, `${key}`)) ? units : 0n))),
        ])
        const { reads, wrong } = await poll.stop()
        expect(reads).toBeGreaterThan(0)
        expect(wrong).toEqual([])

        const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
        const books = await Promise.all(runs.map(({ id }) => readBooks(db, id)))
        const wallet = await readWallet(db, owner.workspaceId, owner.environment)
        const charged = total(books.map((book) => BigInt(book.charged ?? 0)))
        expect(wallet.held).toBe(total(books.map((book) => BigInt(book.held))))
        expect(wallet.spent).toBe(charged)
        expect(wallet.available + wallet.held + charged).toBe((balance + total(credited)) * UNIT)
        expect(new Set(topups.map(({ key }) => key)).size).toBe(credited.filter((units) => units > 0n).length)

        for (const [index, run] of runs.entries()) {
          const { status } = books[index]
          expect(run.reserved.filter((answer) => answer === 'reserved').length).toBeLessThanOrEqual(1)
          if (run.reserved.includes('reserved')) expect(perRunLimit == null || run.hold <= perRunLimit).toBe(true)
          expect(new Set(run.statuses)).toEqual(new Set(run.statuses.length === 0 ? [] : [status]))
          expect(run.cancels.filter((answer) => answer === 'cancelled')).toHaveLength(status === 'cancelled' ? 1 : 0)
        }
        const { drifts } = await verifyLedger(db)
        expect(drifts).toEqual([])
      }),
      { numRuns: SEQUENCES, endOnFailure: true, interruptAfterTimeLimit: TIME_MS_MAX },
    )
  }, 300_000)

  it('succeed for exactly as many as the balance covers, and the others are refused for the balance', async () => {
    const owner: Owner = { workspaceId: (await buildWorkspace(db, { live: '0.70' })).id, environment: 'live' }
    const answers = await repeat(60, async () => {
      const run = buildNewRun(owner)
      await acceptRun(db, run)
      const answer = await reserveAmount(db, run.id, 100_000n)
      return answer.kind === 'refused' ? answer.refusal.control : answer.kind
    })
    expect([
      answers.filter((answer) => answer === 'reserved').length,
      answers.filter((answer) => answer === 'balance').length,
    ]).toEqual([7, 53])
    expect(await readWallet(db, owner.workspaceId, 'live')).toMatchObject({ available: 0n, held: 700_000n })
  })

  it('succeed for exactly as many as the daily cap allows, and the others hold no money', async () => {
    const owner: Owner = { workspaceId: (await buildWorkspace(db, { live: '100.00' })).id, environment: 'live' }
    await writeSpendGuard(db, owner.workspaceId, { enabled: true, dailyLimit: 550_000n })
    const answers = await repeat(60, async () => {
      const run = buildNewRun(owner)
      await acceptRun(db, run)
      const answer = await reserveAmount(db, run.id, 100_000n)
      if (answer.kind === 'reserved') await endRun(db, delivery(run.id, 100_000n))
      return answer.kind === 'refused' ? answer.refusal.control : answer.kind
    })
    expect([
      answers.filter((answer) => answer === 'reserved').length,
      answers.filter((answer) => answer === 'daily_limit').length,
    ]).toEqual([5, 55])
    expect(await readWallet(db, owner.workspaceId, 'live')).toMatchObject({
      available: 99_500_000n,
      held: 0n,
      spent: 500_000n,
    })
  })
})
