import { CancelledFailure, Context } from '@temporalio/activity'
import { findingSubjects } from '../../domain/history/subjects.ts'
import { isJsonObject } from '../../domain/json/json.ts'
import { isOtherPerson, nameIn } from '../../domain/people/same-person.ts'
import type { AdapterResult } from '../../domain/providers/manifest.ts'
import type { AttemptAnswer } from '../../domain/runs/attempt-answer.ts'
import { giveUpAttempt, readAttempt } from '../../db/runs/attempts/begin.ts'
import type { AttemptEnd } from '../../db/runs/attempts/outcome.ts'
import { recordOutcome } from '../../usecases/runs/record-outcome.ts'
import { atOnceOrInSlices } from '../../db/time-slices.ts'
import type { RunStatus } from '../../domain/runs/states.ts'
import { step } from '../../domain/routing/waterfall.ts'
import type { ActivityDeps } from '../deps.ts'
import { answerOf, endOf } from './attempt-end.ts'
import { invokeProvider } from './invoke-provider.ts'
import { noteKey } from './note-key.ts'
import { prepareCall } from './prepare-call.ts'
import type { AttemptExecution } from './attempt-execution.ts'
import { retryWhileDatabaseUnavailable } from './retry-while-database-unavailable.ts'
import { runEndOf } from './settle-run.ts'
import { warnOf, warnOfCost } from './warn-of-attempt.ts'
import { withoutListed } from './without-listed.ts'

export type CallDeps = Pick<
  ActivityDeps,
  | 'db'
  | 'walletBatches'
  | 'adapters'
  | 'endpoints'
  | 'sandboxEndpoints'
  | 'catalog'
  | 'cipher'
  | 'publicUrl'
  | 'accountWith'
  | 'log'
  | 'traced'
  | 'observedLatency'
  | 'notifyEnded'
  | 'startDeliveries'
>

/** An attempt's stored outcome; `settled`: it has ended the run. */
export type Recorded = { readonly kind: 'answered'; readonly answer: AttemptAnswer } | RunSettledByAttempt

/** The outcome has ended the run, which is settled. `provider` is that of the decision; `charge`: USD. */
export interface RunSettledByAttempt {
  readonly kind: 'settled'
  readonly answer: AttemptAnswer
  readonly status: RunStatus
  readonly provider: string
  readonly charge: string
}

/** Calls the provider and commits the outcome under this executor's token. */
export async function callAndRecord(deps: CallDeps, call: AttemptExecution): Promise<Recorded> {
  const cutOff = shutdownSignal(Context.current())
  const startedAt = performance.now()
  const prepared = await retryWhileDatabaseUnavailable(() => prepareCall(deps, call))
  const answered =
    prepared.kind === 'ready' ? await invokeProvider(deps, call, { invoke: prepared.invoke, cutOff }) : prepared
  const result = await retryWhileDatabaseUnavailable(() =>
    withoutListed(deps, call.run, ofRequestedPerson(call.run, answered)),
  )
  if (cutOff.aborted && result.kind === 'failed') return giveUp(deps, call)
  if (prepared.kind === 'ready' && prepared.key !== undefined)
    await noteKey(deps, call, { key: prepared.key, result: answered })
  return record(deps, call, { result, latencyMs: Math.round(performance.now() - startedAt) })
}

/** An answer about another person is none: the provider is paid, and the customer is not charged. */
function ofRequestedPerson({ capability, input }: AttemptExecution['run'], result: AdapterResult): AdapterResult {
  if (capability === null || !isJsonObject(input) || result.kind !== 'delivered') return result
  const [requested, answered] = [nameIn(input), nameIn(result.output)]
  return requested !== null && answered !== null && isOtherPerson(requested, answered)
    ? { kind: 'noMatch', detail: OTHER_PERSON, raw: result.raw }
    : result
}

/** It names neither person. */
const OTHER_PERSON = 'the provider answered about another person: no part of the name is one of the requested name'

/** Calls and records for an executor that was lost: it is repeated only if the provider's manifest allows that. */
export function repeatAndRecord(deps: CallDeps, call: AttemptExecution): Promise<Recorded> {
  const { repeat, resume } = call
  const repeatable = repeat === 'resumed' ? resume !== null : repeat === 'keyed' || repeat === 'free'
  return repeatable
    ? callAndRecord(deps, { ...call, mayHaveBeenCalled: true })
    : record(deps, call, { result: LOST, latencyMs: null })
}

interface Ended {
  readonly result: AdapterResult
  /** Of this executor's call; null: it made none. */
  readonly latencyMs: number | null
}

async function record(deps: CallDeps, call: AttemptExecution, { result, latencyMs }: Ended): Promise<Recorded> {
  const subjects = result.kind === 'delivered' ? await atOnceOrInSlices(findingSubjects(result.output)) : null
  const end = endOf(call, result, subjects)
  const answer = answerOf({ ...end, provider: call.provider }, end.outcome)
  const settled = await settleToo(deps, call, { end, answer })
  if (settled !== null || (await recordSoon(deps, end))) {
    warnOf(deps, call, { outcome: end.outcome, latencyMs })
    if (end.costUnreadable && call.connectionId === null) warnOfCost(deps, call)
    return settled ?? { kind: 'answered', answer }
  }
  // Too late: another executor has taken over the attempt, or this one has stored its outcome and lost the answer. What
  // is stored counts.
  const stored = await readAttempt(deps.db, call.runId, call.number)
  if (stored?.outcome == null) throw new Error('the attempt was taken over and is not decided yet')
  return { kind: 'answered', answer: answerOf(stored, stored.outcome) }
}

/**
 * Stores an outcome that ends a plain run, and ends the run; null: nothing was stored, because the attempt is another
 * executor's, the run has ended, or this outcome does not end it. Then the outcome is stored alone.
 */
async function settleToo(
  { walletBatches, notifyEnded }: CallDeps,
  { runId, run, state }: AttemptExecution,
  { end, answer }: { readonly end: AttemptEnd; readonly answer: AttemptAnswer },
): Promise<RunSettledByAttempt | null> {
  if (state === null || !run.plain) return null
  const next = step(state, { kind: 'answered', answer })
  if (next.kind !== 'settle' || next.decision.final_bill === true) return null
  const status = await retryWhileDatabaseUnavailable(() =>
    walletBatches.recordAndSettle(run, end, runEndOf({ runId, ...next })),
  )
  if (status === null) return null
  notifyEnded(runId)
  return { kind: 'settled', answer, status, provider: next.decision.provider, charge: next.decision.charge }
}

/**
 * Aborted only when the worker must stop. A workflow that was terminated, or that Temporal has lost, aborts no call:
 * the provider is working on it, and the run's next workflow finds its answer.
 */
function shutdownSignal(context: Context): AbortSignal {
  const shutdown = new AbortController()
  const onCancelled = (): void => {
    const { notFound, cancelRequested, timedOut, paused, reset } = context.cancellationDetails ?? {}
    if (!notFound && !cancelRequested && !timedOut && !paused && !reset) shutdown.abort()
  }
  context.cancellationSignal.addEventListener('abort', onCancelled, { once: true })
  if (context.cancellationSignal.aborted) onCancelled()
  return shutdown.signal
}

/**
 * Keeps an answer through a restart of the database. If the activity's own retry repeated the call, the provider would
 * be called twice, or a send would be unknown. If another executor takes over the attempt meanwhile, its outcome
 * counts.
 */
const recordSoon = ({ db }: CallDeps, end: AttemptEnd): Promise<boolean> =>
  retryWhileDatabaseUnavailable(() => recordOutcome(db, end))

/**
 * The worker is shutting down and has aborted the call, which states nothing about the provider. It gives up the lease,
 * so that the next worker repeats the call or finds that it must not.
 */
async function giveUp(deps: CallDeps, call: AttemptExecution): Promise<never> {
  await giveUpAttempt(deps.db, call)
  throw new CancelledFailure('the worker is shutting down')
}

const LOST: AdapterResult = {
  kind: 'failed',
  outcome: 'unknown',
  detail: 'the worker was lost during the call, and this call must not be repeated',
}
