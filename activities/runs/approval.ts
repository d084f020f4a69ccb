import type { ApprovalReason } from '../../domain/approvals/approval.ts'
import { approvalReason, dependsOnNewPeople } from '../../domain/approvals/judge.ts'
import { NOTHING_TO_APPROVE } from '../../domain/approvals/policy.ts'
import { approvalUrl } from '../../domain/approvals/url.ts'
import { changesSomething } from '../../domain/catalog/changes.ts'
import { maySend, reachesStored } from '../../domain/outbound/is-send.ts'
import { parseUsd } from '../../domain/money/microdollars.ts'
import type { QuotaReached } from '../../domain/plans/quotas.ts'
import type { RoutePlan } from '../../domain/routing/plan.ts'
import { reachesNewPeople } from '../../db/runs/approvals/new-people.ts'
import { requestApproval } from '../../usecases/approvals/request.ts'
import type { RunToReserve } from '../../db/runs/to-reserve.ts'
import type { ActivityDeps } from '../deps.ts'
import { nameOfWork } from './name-of-work.ts'

export type ApprovalDeps = Pick<ActivityDeps, 'db' | 'catalog' | 'publicUrl' | 'startDeliveries' | 'notifyEnded'>

export interface PlannedRun {
  readonly runId: string
  readonly run: RunToReserve
  readonly plan: RoutePlan
}

/** Why the run needs an approval before anything is held; null: it needs none, or has it. */
export async function neededApproval(
  deps: Pick<ApprovalDeps, 'db' | 'catalog'>,
  { runId, run, plan }: PlannedRun,
): Promise<ApprovalReason | null> {
  const policy = run.approvalPolicy ?? NOTHING_TO_APPROVE
  const facts = {
    byPerson: run.byPerson,
    isRequested: run.routing.approval === 'required',
    hold: parseUsd(plan.hold),
    sends: plan.sends || maySend({ ...run, raw: run.rawRequest }),
    isRawWrite: isRawWrite(deps, run) || reachesStored({ ...run, raw: run.rawRequest }),
  }
  const given = run.approval?.decision === 'approved' ? { estimate: BigInt(run.approval.estimate) } : null
  return approvalReason(policy, facts, {
    given,
    reachesNewPeople:
      given === null &&
      dependsOnNewPeople(policy, facts) &&
      (reachesUnnamed(run) || (await reachesNewPeople(deps.db, runId))),
  })
}

/** Whether it may reach people that its input does not name: in doubt no run has contacted them before. */
const reachesUnnamed = (run: RunToReserve): boolean =>
  reachesStored({ ...run, raw: run.rawRequest }) || (run.rawRequest !== null && run.send === null)

/** In doubt a call changes something: the catalog may have lost its endpoint since it was accepted. */
function isRawWrite({ catalog }: Pick<ApprovalDeps, 'catalog'>, { rawRequest }: RunToReserve): boolean {
  if (rawRequest === null) return false
  const endpoint = catalog.find(rawRequest.provider, rawRequest.endpoint, rawRequest.method)
  return endpoint === undefined || changesSomething(endpoint)
}

/**
 * The run waits for a person from now on. The link leads to its page of the dashboard, which needs a sign-in: the agent
 * has the link too, so the link decides nothing. Returned: the quota that leaves no place for it; null: it waits.
 */
export async function awaitApproval(
  { db, catalog, publicUrl, startDeliveries, notifyEnded }: ApprovalDeps,
  { runId, run, plan }: PlannedRun,
  reason: ApprovalReason,
): Promise<QuotaReached | null> {
  const { workspaceId, environment } = run
  const { capability, endpoint } = nameOfWork(catalog, run)
  const requested = await requestApproval(db, {
    workspaceId,
    environment,
    runId,
    work: capability ?? endpoint ?? 'raw',
    reason,
    estimate: parseUsd(plan.hold),
    url: approvalUrl(publicUrl(), { environment, runId }),
  })
  if (requested.kind === 'quota reached') return requested
  if (requested.kind === 'statusChanged') return null
  startDeliveries(requested.deliveries)
  // The requests that wait for the run are answered now: a person may take hours.
  notifyEnded(runId)
  return null
}
