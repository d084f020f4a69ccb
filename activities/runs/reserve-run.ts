import { formatUsd } from '../../domain/money/microdollars.ts'
import { errorStatus } from '../../domain/errors/codes.ts'
import { type QuotaReached, sentenceOf } from '../../domain/plans/quotas.ts'
import { NO_ROUTING_POLICY, rulesOf } from '../../domain/routing/policy.ts'
import { savedReason } from '../../domain/routing/reason.ts'
import { servedAnswer } from '../../domain/routing/served-answer.ts'
import type { AttemptedRun } from '../../domain/routing/attempt-request.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import { isEnded } from '../../domain/runs/states.ts'
import { blockedByList, findingRequestedKeys } from '../../domain/do-not-process/requested.ts'
import { expireApproval } from '../../usecases/approvals/decide.ts'
import { planFor } from '../../usecases/runs/plan.ts'
import { endRun } from '../../usecases/runs/end-run.ts'
import type { RunToReserve } from '../../db/runs/to-reserve.ts'
import type { SavedResult } from '../../db/tables/saved-answer.ts'
import { matchKeys } from '../../db/outreach/do-not-process/match.ts'
import { atOnceOrInSlices } from '../../db/time-slices.ts'
import { readWalletState } from '../../db/money/wallets/read.ts'
import type { ActivityDeps } from '../deps.ts'
import { type ApprovalDeps, awaitApproval, neededApproval } from './approval.ts'
import { ended, type EndWithoutAttempt, refuse } from './end-without-attempt.ts'
import { holdAndAttempt, type HoldDeps } from './hold-and-attempt.ts'
import { lawRefusal } from './law.ts'
import { mustRead, type ReserveAnswer, storedAnswer, storedMeanwhile } from './reserve-answer.ts'

type Deps = HoldDeps & ApprovalDeps & Pick<ActivityDeps, 'singleRunSeen'>

/**
 * Chooses the candidates and holds the price of the most expensive one (Spec 3.1, 4.1, 4.10), or answers from a saved
 * row (Spec 4.6). A quick first attempt is made at once, and settles the run when it ends it. Repeated, it returns the
 * plan that was stored the first time.
 */
export const reserveRun =
  (deps: Deps) =>
  async (request: AttemptedRun): Promise<ReserveAnswer> => {
    const { runId } = request
    const run = await mustRead(deps, runId)
    if (run.jobId === null) deps.singleRunSeen(run.environment)
    const stored = storedAnswer(run)
    if (stored !== null) return stored
    if (run.status === 'awaiting_approval') return endExpired(deps, runId)
    const listId = await coveringList(deps, run)
    if (listId !== null) return ended(deps, runId, { ...blockedByList(listId), releasesKey: false })
    const saved = savedResult(deps, run)
    if (saved !== null) return answerFromRow(deps, runId, saved)

    const refused = lawRefusal(deps, runId, run)
    if (refused !== null) return refuse(deps, runId, refused)
    const answer = await planFor(deps, { ...run, exploringRun: runId })
    if (answer.kind === 'refused')
      return refuse(deps, runId, { status: 'failed', error: await withBalance(deps, run, answer.error) })
    const { plan } = answer
    const reason = await neededApproval(deps, { runId, run, plan })
    if (reason === null) return holdAndAttempt(deps, { request, run }, plan)
    const full = await awaitApproval(deps, { runId, run, plan }, reason)
    return full === null ? storedMeanwhile(deps, runId) : refuse(deps, runId, withoutPlace(full))
  }

/** It may be sent again when others have been decided: with the same idempotency key it is a new run. */
const withoutPlace = (full: QuotaReached): Pick<EndWithoutAttempt, 'status' | 'error'> => ({
  status: 'failed',
  error: { code: 'limit_reached', message: `${sentenceOf(full)} Nothing was charged.` },
})

/** The time for its decision is over; a decision that came first counts, and the workflow reads it. */
async function endExpired(deps: Deps, runId: string): Promise<ReserveAnswer> {
  const status = await expireApproval(deps.db, runId)
  if (!isEnded(status)) return { kind: 'awaiting_approval', expires_in_ms: 0 }
  deps.notifyEnded(runId)
  return { kind: 'ended', status }
}

/** A refusal for money names the balance; that of a hold has it already. */
const withBalance = async (
  { db }: Pick<ActivityDeps, 'db'>,
  { workspaceId, environment }: RunToReserve,
  error: RunError,
): Promise<RunError> =>
  errorStatus(error.code) === 402
    ? { ...error, available: formatUsd((await readWalletState(db, workspaceId, environment)).available) }
    : error

/** A do-not-process list that covers the subject of the run; null: none does. */
async function coveringList({ db }: Pick<ActivityDeps, 'db'>, run: RunToReserve): Promise<string | null> {
  if (!run.hasLists) return null
  const matched = await matchKeys(db, run, await atOnceOrInSlices(findingRequestedKeys(run)))
  const [listId = null] = matched.values()
  return listId
}

/** The answer in a row of the workspace that serves this run; null: no row does. */
const savedResult = (deps: Pick<ActivityDeps, 'findManifest'>, run: RunToReserve): SavedResult | null =>
  servedAnswer(
    run.saved ?? [],
    { routing: run.routing, policy: rulesOf(run.routingPolicy ?? NO_ROUTING_POLICY, run.capability) },
    (provider) => deps.findManifest(provider)?.facts,
  )

/** A saved answer in a row is free and needs no provider. */
async function answerFromRow(
  deps: Pick<ActivityDeps, 'db' | 'notifyEnded'>,
  runId: string,
  saved: SavedResult,
): Promise<ReserveAnswer> {
  const status = await endRun(deps.db, {
    runId,
    status: 'succeeded',
    error: null,
    charge: 0n,
    attempt: null,
    provider: null,
    outcomeReason: savedReason(saved.source),
    ownKey: true,
    releasesKey: false,
    saved,
  })
  deps.notifyEnded(runId)
  return { kind: 'ended', status }
}
