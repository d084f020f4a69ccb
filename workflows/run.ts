import {
  CancellationScope,
  proxyLocalActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { RunStatus } from '../domain/runs/states.ts'
import { nextStep, type Settlement, step } from '../domain/routing/waterfall.ts'
import type { RunSettledByAttempt } from '../activities/runs/call-and-record.ts'
import type { ReserveAnswer } from '../activities/runs/reserve-answer.ts'
import { DATABASE_STEP, RESERVE_STEP } from './policies.ts'
import { awaitDecision, watchForDecision } from './run/approval.ts'
import { awaitSlot } from './run/slot.ts'
import { attempt } from './run/attempt.ts'
import { cancelIfRequested, type CancelRequests, watchForCancel } from './run/cancel.ts'
import { stateOf } from './run/earlier-answers.ts'
import { awaitFinalBill } from './run/final-bill.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'

export interface RunStart {
  readonly runId: string
  readonly workspaceId: string
  /** The capability, or the endpoint of a raw run. */
  readonly capability: string
}

export interface RunOutcome {
  readonly status: RunStatus
  readonly provider: string | null
  readonly charge: string | null
}

type Opening = Exclude<ReserveAnswer, { kind: 'awaiting_approval' | 'scheduled' }>

const { settleRun } = proxyLocalActivities<Activities>(DATABASE_STEP)
const { reserveRun } = proxyLocalActivities<Activities>(RESERVE_STEP)

/**
 * One run (Spec 3.1): reserve the money, once a person has approved the run if it needs that, attempt providers in turn
 * until one delivers, settle. The reservation makes a quick first attempt itself, which may end the run. Each step
 * stores its answer in its own transaction, so this workflow may be lost and started again at any point.
 */
export async function run(start: RunStart): Promise<RunOutcome> {
  const cancels = watchForCancel()
  // Clean-up is not cancellable: an operator's cancellation is a request, like the signal, and the database decides.
  return CancellationScope.nonCancellable(async () => {
    const { finalBillMs, ...outcome } = await execute(start, cancels)
    showEnd(outcome)
    if (finalBillMs === undefined) return outcome
    // The caller already has the answer: the rest concerns only the provider and the wallet, and may take its time.
    return { ...outcome, charge: (await awaitFinalBill(start.runId, finalBillMs)) ?? outcome.charge }
  })
}

/** Reserves, attempts, falls back and settles; the run may end at each of these steps. */
async function execute(start: RunStart, cancels: CancelRequests): Promise<End> {
  const { runId } = start
  if (await cancelIfRequested(runId, cancels)) return CANCELLED
  const opening = await reserveWhenApproved(start, cancels)
  if (opening.kind === 'ended') return endedAs(opening.status, opening.final_bill_ms)
  if (opening.kind === 'settled') return settledBy(opening)
  if (await cancelIfRequested(runId, cancels)) return CANCELLED

  let next = nextStep(stateOf(opening))
  while (next.kind === 'attempt') {
    const reply = await attempt(start, next.attempt, cancels)
    if (reply.kind === 'ended') return endedAs(reply.status)
    if (reply.kind === 'settled') return settledBy(reply)
    next = step(next.attempt.state, reply)
  }
  return settle(runId, next)
}

/**
 * A run that needs an approval or a slot of its sender waits for it, and is reserved again: each reservation reads what
 * is stored.
 */
async function reserveWhenApproved(start: RunStart, cancels: CancelRequests): Promise<Opening> {
  const decision = watchForDecision()
  for (;;) {
    const answer = await reserveRun(start)
    if (answer.kind === 'awaiting_approval') await awaitDecision(answer.expires_in_ms, { decision, cancels })
    else if (answer.kind === 'scheduled') await awaitSlot(answer, { decision, cancels })
    else return answer
    if (await cancelIfRequested(start.runId, cancels)) return { kind: 'ended', status: 'cancelled' }
  }
}

/** How the run ended, and how long until its provider's final bill is due, if one is expected. */
interface End extends RunOutcome {
  readonly finalBillMs?: number | undefined
}

const endedAs = (status: RunStatus, finalBillMs?: number): End => ({
  status,
  provider: null,
  charge: null,
  finalBillMs,
})
const CANCELLED = endedAs('cancelled')

/** An attempt has ended the run and settled it. */
const settledBy = ({ status, provider, charge }: RunSettledByAttempt): End => ({ status, provider, charge })

async function settle(runId: string, { decision, answers, ownKey }: Settlement): Promise<End> {
  const { status, final_bill_ms: finalBillMs } = await settleRun({ runId, decision, answers, ownKey })
  return { finalBillMs, status, provider: decision.provider === '' ? null : decision.provider, charge: decision.charge }
}

/** What an operator sees of the end. */
function showEnd({ status, provider }: RunOutcome): void {
  setCurrentDetails(`Ended: ${status}`)
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.runStatus, value: status },
    ...(provider === null ? [] : [{ key: SEARCH_ATTRIBUTES.provider, value: provider }]),
  ])
}
