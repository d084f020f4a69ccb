import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import fc from 'fast-check'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import { beginAttempt } from '../../../db/attempts/begin.ts'
import { recordOutcome } from '../../../db/attempts/outcome.ts'
import type { Database } from '../../../db/database.ts'
import { acceptRun } from '../../../db/runs/accept.ts'
import { cancelRun } from '../../../db/runs/cancel.ts'
import { endRun } from '../../../db/runs/settle.ts'
import { creditWallet } from '../../../db/wallets/queries.ts'
import { writeSpendGuard } from '../../../db/wallets/spend-guard.ts'
import { buildAttempt, buildAttemptEnd, buildNewRun, delivery, failure, reserveAmount } from '../build.ts'
import type { LedgerModel, RunModel, WalletModel } from './ledger-model.ts'

/** A number in relation to what the model knows then: boundaries are met on purpose and not by luck. */
interface Share {
  readonly eighths: number
  readonly more: bigint
}

export type Command =
  | { readonly kind: 'credit'; readonly wallet: number; readonly amount: bigint; readonly as: 'topup' | 'promotion'; readonly key: number }
  | { readonly kind: 'guard'; readonly wallet: number; readonly enabled: boolean | undefined; readonly daily: LimitShare; readonly perRun: LimitShare }
  | { readonly kind: 'accept'; readonly wallet: number; readonly key: number | null }
  | ({ readonly kind: 'reserve'; readonly of: 'available' | 'perRun' | 'daily' | 'nothing'; readonly share: Share } & Chosen)
  | ({ readonly kind: 'begin' } & Chosen)
  | ({ readonly kind: 'record'; readonly outcome: 'succeeded' | 'provider_error'; readonly whose: 'own' | 'stale' } & Chosen)
  | ({ readonly kind: 'deliver'; readonly share: Share } & Chosen)
  | ({ readonly kind: 'fail'; readonly status: 'failed' | 'timed_out' | 'blocked'; readonly givesKeyBack: boolean } & Chosen)
  | ({ readonly kind: 'miss' } & Chosen)
  | ({ readonly kind: 'cancel'; readonly scoped: boolean } & Chosen)

/** Which run a step is about: one that waits for this step, or any, so that steps also come late and again. */
interface Chosen {
  readonly run: number
  readonly from: 'waiting' | 'any'
}

/** undefined leaves the limit as it is, null switches it off. */
type LimitShare = Share | null | undefined

/** 2^53 + 1, which no double can hold. */
const BEYOND_DOUBLES = 9_007_199_254_740_993n
/** Forty of them are 4e18, which a bigint column still holds. */
const AMOUNT_MAX = 100_000_000_000_000_000n

const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 100_000_000n }), fc.constantFrom(BEYOND_DOUBLES, AMOUNT_MAX), fc.bigInt({ min: 1n, max: AMOUNT_MAX }),
)
/** Most happens on the first wallet, so that its money gets short and its limits are met. */
const wallet = fc.constantFrom(0, 0, 0, 0, 1, 2, 3)
const more = fc.constantFrom(0n, 0n, 1n, -1n)
const share: fc.Arbitrary<Share> = fc.record({ eighths: fc.nat(8), more })
const shareOrAbove: fc.Arbitrary<Share> = fc.record({ eighths: fc.nat(10), more })
const limit: fc.Arbitrary<LimitShare> = fc.oneof({ weight: 4, arbitrary: share }, fc.constantFrom(null, undefined))
const chosen = { run: fc.nat(1_000), from: fc.constantFrom('waiting', 'waiting', 'waiting', 'any') }

const of = <const Kind extends Command['kind'], Rest>(kind: Kind, rest: fc.Arbitrary<Rest>): fc.Arbitrary<{ kind: Kind } & Rest> =>
  rest.map((members) => ({ kind, ...members }))

const credit = of('credit', fc.record({ wallet, amount, as: fc.constantFrom('topup', 'promotion'), key: fc.nat(30) }))
const accept = of('accept', fc.record({ wallet, key: fc.option(fc.nat(5)) }))

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: credit },
  { weight: 3, arbitrary: of('guard', fc.record({ wallet, enabled: fc.constantFrom(true, true, true, false, undefined), daily: limit, perRun: limit })) },
  { weight: 7, arbitrary: accept },
  { weight: 9, arbitrary: of('reserve', fc.record({ ...chosen, of: fc.constantFrom('available', 'available', 'perRun', 'daily', 'nothing'), share: shareOrAbove })) },
  { weight: 6, arbitrary: of('begin', fc.record(chosen)) },
  { weight: 4, arbitrary: of('record', fc.record({ ...chosen, outcome: fc.constantFrom('succeeded', 'provider_error'), whose: fc.constantFrom('own', 'own', 'stale') })) },
  { weight: 5, arbitrary: of('deliver', fc.record({ ...chosen, share: shareOrAbove })) },
  { weight: 2, arbitrary: of('fail', fc.record({ ...chosen, status: fc.constantFrom('failed', 'timed_out', 'blocked'), givesKeyBack: fc.boolean() })) },
  { weight: 1, arbitrary: of('miss', fc.record(chosen)) },
  { weight: 2, arbitrary: of('cancel', fc.record({ ...chosen, scoped: fc.boolean() })) },
)

/** A few credits and runs first, then any step in any order. */
export const sequenceOf = (commandsMax: number): fc.Arbitrary<Command[]> =>
  fc.tuple(
    fc.array(fc.oneof(credit, accept), { minLength: 4, maxLength: 8, size: 'max' }),
    fc.array(command, { minLength: commandsMax / 2, maxLength: commandsMax, size: 'max' }),
  ).map(([first, rest]) => [...first, ...rest].slice(0, commandsMax))

/** The status in which a run waits for each step. */
const WAITING: Readonly<Record<Extract<Command, Chosen>['kind'], readonly string[]>> = {
  reserve: ['created'], begin: ['reserved'], record: ['running'], deliver: ['running'], miss: ['running'], fail: ['created', 'running'],
  cancel: ['created', 'reserved'],
}

function pick(runs: readonly RunModel[], { kind, run, from }: Extract<Command, Chosen>): RunModel | undefined {
  const waiting = from === 'waiting' ? runs.filter(({ status }) => WAITING[kind].includes(status)) : []
  const among = waiting.length > 0 ? waiting : runs
  return among[run % among.length]
}

const shareOf = (whole: bigint, { eighths, more }: Share): bigint => {
  const part = (whole * BigInt(eighths)) / 8n + more
  return part < 0n ? 0n : part
}

const limitOf = (part: LimitShare, whole: bigint, base: bigint): bigint | null | undefined =>
  (part === null || part === undefined ? part : base + shareOf(whole, part))

function holdOf(run: RunModel, { of: base, share: part }: Extract<Command, { kind: 'reserve' }>): bigint {
  const { available, held, spent, workspace: { guard } } = run.wallet
  switch (base) {
    case 'nothing': return 0n
    case 'available': return shareOf(available, part)
    case 'perRun': return shareOf(guard.perRunLimit ?? available, part)
    case 'daily': return shareOf(guard.dailyLimit === null ? available : guard.dailyLimit - spent - held, part)
  }
}

export interface Played {
  readonly db: Database
  readonly model: LedgerModel
  /** Distinguishes this sequence's keys from those of others. */
  readonly sequence: string
}

/** Plays one command on the database and on the model and compares their answers; says what happened. */
export async function play({ db, model, sequence }: Played, step: Command): Promise<string> {
  if (step.kind === 'credit' || step.kind === 'guard' || step.kind === 'accept') {
    const wallet = model.wallets[step.wallet % model.wallets.length]
    if (wallet === undefined) throw new Error('the model has no wallets')
    return playOnWallet({ db, model, sequence }, step, wallet)
  }
  const chosen = pick(model.runs, step)
  return chosen === undefined ? 'no run yet' : playOnRun({ db, model, sequence }, step, chosen)
}

async function playOnWallet({ db, model, sequence }: Played, step: Extract<Command, { wallet: number }>, wallet: WalletModel): Promise<string> {
  const owner = { workspaceId: wallet.workspace.id, environment: wallet.environment }
  switch (step.kind) {
    case 'credit': {
      const key = `${sequence}:${step.key}`
      const credited = await creditWallet(db, { ...owner, amount: step.amount, kind: step.as, key })
      expect(credited).toBe(model.credit(wallet, step.amount, step.as, key))
      return `credit: ${credited}`
    }
    case 'guard': {
      const { guard } = wallet.workspace
      const daily = limitOf(step.daily, wallet.available, wallet.spent + wallet.held)
      const perRun = limitOf(step.perRun, wallet.available, 0n)
      await writeSpendGuard(db, wallet.workspace.id, { enabled: step.enabled, dailyLimit: daily, perRunLimit: perRun })
      wallet.workspace.guard = {
        enabled: step.enabled ?? guard.enabled,
        dailyLimit: daily === undefined ? guard.dailyLimit : daily,
        perRunLimit: perRun === undefined ? guard.perRunLimit : perRun,
      }
      return 'guard'
    }
    case 'accept': {
      const asked = buildNewRun(owner, { idempotencyKey: step.key === null ? null : `key ${step.key}` })
      const answer = await acceptRun(db, asked)
      const expected = model.accept(wallet, asked.id, asked.idempotencyKey)
      if (expected === 'inserted') expect(answer).toEqual({ kind: 'inserted' })
      else expect(answer).toEqual({ kind: 'replayed', runId: expected.id, sameRequest: true, status: expected.status })
      return `accept: ${answer.kind}`
    }
  }
}

async function playOnRun({ db, model }: Played, step: Extract<Command, { run: number }>, chosen: RunModel): Promise<string> {
  const { wallet } = chosen
  switch (step.kind) {
    case 'reserve': {
      const hold = holdOf(chosen, step)
      const answer = await reserveAmount(db, chosen.id, hold)
      const expected = model.reserve(chosen, hold)
      if (answer.kind !== 'refused') {
        expect(answer.kind).toBe(expected)
        return `reserve: ${answer.kind}`
      }
      const { dailyLimit, perRunLimit } = wallet.workspace.guard
      const refusing = { per_run_limit: perRunLimit, daily_limit: dailyLimit, balance: null }[answer.refusal.control]
      expect(answer.refusal).toEqual({ control: expected, available: formatUsd(wallet.available), limit: refusing === null ? null : formatUsd(refusing) })
      return `reserve: ${answer.refusal.control}`
    }
    case 'begin': {
      const attempt = buildAttempt(chosen.id)
      const begun = await beginAttempt(db, attempt)
      expect(begun.kind).toBe(model.begin(chosen, attempt.token))
      if (begun.kind === 'ended') expect(begun.status).toBe(chosen.status)
      return `begin: ${begun.kind}`
    }
    case 'record': {
      const token = step.whose === 'own' ? (chosen.attempt?.token ?? randomUUID()) : randomUUID()
      const output = step.outcome === 'succeeded' ? { email: null } : null
      const counted = await recordOutcome(db, buildAttemptEnd(buildAttempt(chosen.id, { token }), { outcome: step.outcome, output }))
      expect(counted).toBe(model.record(chosen, token, step.outcome))
      return `record: ${counted}`
    }
    case 'deliver': {
      const charge = shareOf(chosen.held, step.share)
      const expected = model.end(chosen, 'succeeded', { charge, givesKeyBack: false })
      if (expected === null) {
        await expect(endRun(db, delivery(chosen.id, charge))).rejects.toThrow()
        return 'deliver: above the hold'
      }
      expect(await endRun(db, delivery(chosen.id, charge))).toBe(expected)
      return 'deliver: ended'
    }
    case 'fail': case 'miss': {
      const status = step.kind === 'miss' ? 'no_match' : step.status
      const givesKeyBack = step.kind === 'fail' && step.givesKeyBack
      expect(await endRun(db, failure(chosen.id, { status, givesKeyBack }))).toBe(model.end(chosen, status, { charge: null, givesKeyBack }))
      return `${step.kind}: ended`
    }
    case 'cancel': {
      const scope = step.scoped ? { workspaceId: wallet.workspace.id, environment: wallet.environment } : null
      const answer = await cancelRun(db, chosen.id, scope)
      expect(answer.kind).toBe(model.cancel(chosen))
      if (answer.kind === 'refused') expect(answer.status).toBe(chosen.status)
      return `cancel: ${answer.kind}`
    }
  }
}
