import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import { formatUsd } from '../../../../domain/money/microdollars.ts'
import type { HoldRefusal } from '../../../../domain/routing/refusal.ts'
import { beginAttempt } from '../../../../db/runs/attempts/begin.ts'
import { recordOutcome } from '../../../../usecases/runs/record-outcome.ts'
import type { Database } from '../../../../db/database.ts'
import { acceptRun } from '../../../../usecases/runs/accept-run.ts'
import { cancelRun } from '../../../../db/runs/cancel.ts'
import { endRun } from '../../../../usecases/runs/end-run.ts'
import { creditWallet } from '../../../../db/money/wallets/queries.ts'
import { writeSpendGuard } from '../../../../db/money/wallets/spend-guard.ts'
import { playTogether } from './together.ts'
import { buildAttempt, buildAttemptEnd, buildNewRun, delivery, failure, reserveAmount } from '../../build.ts'
import type { LedgerModel, RunModel, WalletModel } from './ledger-model.ts'
import type { Chosen, Command, LimitShare, Share, Together } from './ledger-sequences.ts'

/** The status in which a run waits for each step. */
const WAITING: Readonly<Record<Extract<Command, Chosen>['kind'], readonly string[]>> = {
  reserve: ['created'],
  begin: ['reserved'],
  record: ['running'],
  deliver: ['running'],
  miss: ['running'],
  fail: ['created', 'running'],
  cancel: ['created', 'reserved'],
}

export function pick(
  runs: readonly RunModel[],
  { kind, run, from }: Chosen & { readonly kind: keyof typeof WAITING },
): RunModel | undefined {
  const waiting = from === 'waiting' ? runs.filter(({ status }) => WAITING[kind].includes(status)) : []
  const among = waiting.length > 0 ? waiting : runs
  return among[run % among.length]
}

export const shareOf = (total: bigint, { eighths, more }: Share): bigint => {
  const part = (total * BigInt(eighths)) / 8n + more
  return part < 0n ? 0n : part
}

const limitOf = (part: LimitShare, total: bigint, base: bigint): bigint | null | undefined =>
  part === null || part === undefined ? part : base + shareOf(total, part)

export function holdOf(
  run: RunModel,
  { of: base, share: part }: Pick<Extract<Command, { kind: 'reserve' }>, 'of' | 'share'>,
): bigint {
  const {
    available,
    held,
    spent,
    workspace: { guard },
  } = run.wallet
  switch (base) {
    case 'nothing':
      return 0n
    case 'available':
      return shareOf(available, part)
    case 'perRun':
      return shareOf(guard.perRunLimit ?? available, part)
    case 'daily':
      return shareOf(guard.dailyLimit === null ? available : guard.dailyLimit - spent - held, part)
  }
}

export interface Played {
  readonly db: Database
  readonly model: LedgerModel
  /** Distinguishes this sequence's keys from those of others. */
  readonly sequence: string
}

/** Executes one command on the database and on the model and compares their answers; returns what happened. */
export async function play({ db, model, sequence }: Played, step: Command): Promise<readonly string[]> {
  if (step.kind === 'reserve together' || step.kind === 'settle together') return playTogether({ db, model }, step)
  return [await playAlone({ db, model, sequence }, step)]
}

async function playAlone({ db, model, sequence }: Played, step: Exclude<Command, Together>): Promise<string> {
  if (step.kind === 'credit' || step.kind === 'guard' || step.kind === 'accept') {
    const wallet = model.wallets[step.wallet % model.wallets.length]
    if (wallet === undefined) throw new Error('the model has no wallets')
    return playOnWallet({ db, model, sequence }, step, wallet)
  }
  const chosen = pick(model.runs, step)
  return chosen === undefined ? 'no run yet' : playOnRun({ db, model, sequence }, step, chosen)
}

async function playOnWallet(
  { db, model, sequence }: Played,
  step: Extract<Exclude<Command, Together>, { wallet: number }>,
  wallet: WalletModel,
): Promise<string> {
  const owner = { workspaceId: wallet.workspace.id, environment: wallet.environment }
  switch (step.kind) {
    case 'credit': {
      const key = `${sequence}:${step.key}`
      const credited = await creditWallet(db, { ...owner, amount: step.amount, key })
      expect(credited).toBe(model.credit(wallet, step.amount, key))
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
      const newRun = buildNewRun(owner, { idempotencyKey: step.key === null ? null : `key ${step.key}` })
      const answer = await acceptRun(db, newRun)
      const expected = model.accept(wallet, newRun.id, newRun.idempotencyKey)
      if (expected === 'inserted') expect(answer).toEqual({ kind: 'inserted' })
      else expect(answer).toEqual({ kind: 'replayed', runId: expected.id, sameRequest: true, status: expected.status })
      return `accept: ${answer.kind}`
    }
  }
}

async function playReserve(
  { db, model }: Pick<Played, 'db' | 'model'>,
  step: Extract<Command, { kind: 'reserve' }>,
  chosen: RunModel,
): Promise<string> {
  const hold = holdOf(chosen, step)
  const answer = await reserveAmount(db, chosen.id, hold)
  const expected = model.reserve(chosen, hold)
  if (answer.kind !== 'refused') {
    expect(answer.kind).toBe(expected)
    return `reserve: ${answer.kind}`
  }
  expectRefusal(answer.refusal, expected, chosen)
  return `reserve: ${answer.refusal.control}`
}

const notNegative = (amount: bigint): bigint => (amount > 0n ? amount : 0n)
const NEXT_UTC_DAY = expect.stringMatching(/T00:00:00\.000Z$/)

/** The refusal names the control that the model expects, and the run's wallet as the model has it now. */
export function expectRefusal(refusal: HoldRefusal, expected: string, chosen: RunModel): void {
  const { wallet } = chosen
  const { dailyLimit, perRunLimit } = wallet.workspace.guard
  const refusing = {
    per_run_limit: perRunLimit,
    daily_limit: dailyLimit,
    key_budget: null,
    job_ceiling: null,
    balance: null,
    receivable: null,
  }[refusal.control]
  expect(refusal).toEqual({
    control: expected,
    available: formatUsd(wallet.available),
    limit: refusing === null ? null : formatUsd(refusing),
    ...(refusal.control === 'daily_limit' && dailyLimit !== null
      ? { left: formatUsd(notNegative(dailyLimit - wallet.spent - wallet.held)), resetsAt: NEXT_UTC_DAY }
      : {}),
  })
}

async function playOnRun(
  { db, model }: Played,
  step: Extract<Command, { run: number }>,
  chosen: RunModel,
): Promise<string> {
  const { wallet } = chosen
  switch (step.kind) {
    case 'reserve':
      return playReserve({ db, model }, step, chosen)
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
      const counted = await recordOutcome(
        db,
        buildAttemptEnd(buildAttempt(chosen.id, { token }), { outcome: step.outcome, output }),
      )
      expect(counted).toBe(model.record(chosen, token, step.outcome))
      return `record: ${counted}`
    }
    case 'deliver': {
      const charge = shareOf(chosen.held, step.share)
      const expected = model.end(chosen, 'succeeded', { charge, releasesKey: false })
      if (expected === null) {
        await expect(endRun(db, delivery(chosen.id, charge))).rejects.toThrow()
        return 'deliver: above the hold'
      }
      expect(await endRun(db, delivery(chosen.id, charge))).toBe(expected)
      return 'deliver: ended'
    }
    case 'fail':
    case 'miss': {
      const status = step.kind === 'miss' ? 'no_match' : step.status
      const releasesKey = step.kind === 'fail' && step.releasesKey
      expect(await endRun(db, failure(chosen.id, { status, releasesKey }))).toBe(
        model.end(chosen, status, { charge: null, releasesKey }),
      )
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
