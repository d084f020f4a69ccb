import { randomUUID } from 'node:crypto'
import { expect } from '@jest/globals'
import { createWalletBatches, type WalletBatches } from '../../../../usecases/runs/wallet-batches.ts'
import type { Database } from '../../../../db/database.ts'
import type { WalletId } from '../../../../db/money/wallets/ledger.ts'
import { buildAttempt, buildAttemptEnd, buildPlan, delivery, failure, UNLIMITED } from '../../build.ts'
import { expectRefusal, holdOf, pick, shareOf } from './ledger-commands.ts'
import { isOver, type LedgerModel, type RunModel } from './ledger-model.ts'
import type { Together } from './ledger-sequences.ts'

const NO_CAPACITY = { ...UNLIMITED, concurrency: 0 }

interface Arrived {
  readonly batches: WalletBatches
  readonly wallet: WalletId
  readonly model: LedgerModel
}

/** Runs of one wallet arrive at once: the answers are those of one after the other, in the order of arrival. */
export async function playTogether(
  { db, model }: { readonly db: Database; readonly model: LedgerModel },
  step: Together,
): Promise<string[]> {
  const wallet = model.wallets[step.wallet % model.wallets.length]
  if (wallet === undefined) throw new Error('the model has no wallets')
  const arrived: Arrived = {
    batches: createWalletBatches(db),
    wallet: { workspaceId: wallet.workspace.id, environment: wallet.environment },
    model,
  }
  const runs = model.runs.filter((run) => run.wallet === wallet)
  return step.kind === 'reserve together' ? reserveTogether(arrived, step, runs) : settleTogether(arrived, step, runs)
}

type ToReserve = Extract<Together, { kind: 'reserve together' }>
type ToSettle = Extract<Together, { kind: 'settle together' }>

async function reserveTogether(
  { batches, wallet, model }: Arrived,
  step: ToReserve,
  runs: readonly RunModel[],
): Promise<string[]> {
  const left = [...runs]
  const items = step.runs.flatMap((one) => {
    const run = pick(left, { ...one, kind: 'reserve' })
    if (run === undefined) return []
    left.splice(left.indexOf(run), 1)
    const limits = one.full ? NO_CAPACITY : UNLIMITED
    return [{ run, full: one.full, hold: holdOf(run, one), attempt: buildAttempt(run.id, { limits }) }]
  })
  const answers = await Promise.all(
    items.map(({ run: { id }, hold, attempt }) =>
      batches.reserveAndBegin(wallet, {
        reservation: { runId: id, plan: buildPlan(hold), hold, routingReason: '' },
        attempt,
      }),
    ),
  )
  return items.map(({ run, full, hold, attempt }, index) => {
    const answer = answers[index]
    const expected = model.reserve(run, hold)
    if (answer?.kind === 'refused') expectRefusal(answer.refusal, expected, run)
    else if (expected !== 'reserved') expect(answer?.kind).toBe(expected)
    else if (full) {
      run.status = 'queued'
      expect(answer?.kind).toBe('queued')
    } else expect(answer?.kind).toBe(model.begin(run, attempt.token))
    return `reserve together: ${answer?.kind === 'refused' ? answer.refusal.control : answer?.kind}`
  })
}

async function settleTogether(
  { batches, wallet, model }: Arrived,
  step: ToSettle,
  runs: readonly RunModel[],
): Promise<string[]> {
  const items = step.runs.flatMap((one) => {
    const run = pick(runs, { ...one, kind: 'deliver' })
    if (run === undefined) return []
    const token = one.whose === 'own' ? (run.attempt?.token ?? randomUUID()) : randomUUID()
    return [{ run, token, charge: one.end === 'delivery' ? shareOf(run.held, one.share) : null }]
  })
  const answers = await Promise.allSettled(
    items.map(({ run: { id }, token, charge }) => {
      const attempt = buildAttempt(id, { token })
      return charge === null
        ? batches.recordAndSettle(wallet, buildAttemptEnd(attempt, FAILED), failure(id))
        : batches.recordAndSettle(wallet, buildAttemptEnd(attempt), delivery(id, charge))
    }),
  )
  return items.map(({ run, token, charge }, index) => {
    const answer = answers[index]
    const expected = settled(model, run, { token, charge })
    if (expected === 'above the hold') {
      expect(answer).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('does not fit') } })
      return 'settle together: above the hold'
    }
    expect(answer).toEqual({ status: 'fulfilled', value: expected })
    return `settle together: ${expected === null ? 'unchanged' : 'ended'}`
  })
}

const FAILED = { outcome: 'provider_error', output: null, raw: null, units: 0 } as const

/** The status of the run when this outcome ends it; null: nothing changes. */
function settled(
  model: LedgerModel,
  run: RunModel,
  { token, charge }: { readonly token: string; readonly charge: bigint | null },
): string | null {
  if (isOver(run) || !model.record(run, token, charge === null ? 'provider_error' : 'succeeded')) return null
  return model.end(run, charge === null ? 'failed' : 'succeeded', { charge, releasesKey: false }) ?? 'above the hold'
}
