import { formatUsd } from '../../domain/money/microdollars.ts'
import { metadataOf } from '../../domain/runs/metadata.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { RunStatus } from '../../domain/runs/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { GO_ON, LOCK_WAITING_RUN, STORE_DECISION, STORE_EXPIRY } from '../../db/runs/approvals/decide.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { type StreamOwner, writeEvents } from '../../db/delivery/events/write.ts'
import { readRunStatus } from '../../db/runs/settle.ts'
import { endRunWithin } from '../runs/end-run.ts'

interface Decider {
  /** The person or the key. */
  readonly by: string
  readonly note: string | null
}

export interface DecisionToMake extends StreamOwner, Decider {
  readonly runId: string
}

type Decided = { readonly kind: 'decided'; readonly deliveries: readonly DeliveryToStart[] } | DecisionRefused

export type DecisionRefused =
  /** The run does not wait for an approval, or its approval has expired. */
  | { readonly kind: 'refused'; readonly status: RunStatus }
  /** The decider has requested the run. */
  | { readonly kind: 'own' }
  | { readonly kind: 'missing' }

/** A request's decision with its stored answer. */
export const DECIDE_BY_REQUEST: Transaction = { name: 'decide_by_request', effect: true }

export type DecidedByRequest<Answer> =
  | { readonly kind: 'decided'; readonly deliveries: readonly DeliveryToStart[]; readonly answer: Answer }
  | DecisionRefused

/** Decides about a waiting run; `answer` reads and stores the answer in the same transaction. */
export const decideByRequest = <Answer>(
  db: Database,
  { verb, ...decision }: DecisionToMake & { readonly verb: 'approve' | 'reject' },
  answer: (tx: Queries) => Promise<Answer>,
): Promise<DecidedByRequest<Answer>> =>
  db.transaction(DECIDE_BY_REQUEST, async (tx) => {
    const decided = await (verb === 'approve' ? approveRun : rejectRun)(tx, decision)
    return decided.kind === 'decided' ? { ...decided, answer: await answer(tx) } : decided
  })

/** Approves a waiting run: it is priced again and continues. */
const approveRun = (tx: Queries, decision: DecisionToMake): Promise<Decided> =>
  decide(tx, decision, 'approved', async () => {
    await tx.query(GO_ON, { runId: decision.runId })
  })

/** Rejects a waiting run: it ends as `blocked`. */
const rejectRun = (tx: Queries, decision: DecisionToMake): Promise<Decided> =>
  decide(tx, decision, 'rejected', async () => {
    await endRunWithin(tx, {
      ...endOf(decision.runId),
      error: {
        code: 'approval_rejected',
        message: `The run was rejected${decision.note === null ? '' : `: ${decision.note}`}. Nothing was charged.`,
      },
    })
  })

async function decide(
  tx: Queries,
  decision: DecisionToMake,
  how: 'approved' | 'rejected',
  takeEffect: () => Promise<void>,
): Promise<Decided> {
  const { runId, workspaceId, environment, by, note } = decision
  const [run] = await tx.query(LOCK_WAITING_RUN, { runId, workspaceId, environment })
  if (run === undefined) return { kind: 'missing' }
  const { approvalId, estimate } = run
  if (run.requestedBy === by || run.watchedBy === by) return { kind: 'own' }
  if (!run.isOpen || approvalId === null || estimate === null) return { kind: 'refused', status: run.status }
  const stored = await tx.query(STORE_DECISION, { approvalId, decision: how, by, note })
  // While this one waited for the lock, the run became dearer and got a new approval: the decider has not seen it.
  if (stored.length === 0) return { kind: 'refused', status: run.status }
  await takeEffect()
  const data = {
    run_id: runId,
    ...metadataOf(run),
    approval_id: approvalId,
    estimate: formatUsd(estimate),
    decided_by: by,
    note,
  }
  const { deliveries } = await writeEvents(
    tx,
    decision,
    how === 'approved' ? [{ type: 'run.approved', data }] : [{ type: 'run.rejected', data }],
  )
  return { kind: 'decided', deliveries }
}

/** The clock has decided, and the run ends. */
export const EXPIRE_APPROVAL: Transaction = { name: 'expire_approval', effect: true }

/** Ends a run whose approval has expired. Returns the status that counts: a decision may have come first. */
export const expireApproval = (db: Database, runId: string): Promise<RunStatus> =>
  db.transaction(EXPIRE_APPROVAL, async (tx) => {
    const expired = await tx.query(STORE_EXPIRY, { runId })
    return expired.length === 0 ? readRunStatus(tx, runId) : endRunWithin(tx, { ...endOf(runId), error: EXPIRED })
  })

const EXPIRED: RunError = {
  code: 'approval_expired',
  message: 'The run was not approved in time. Nothing was charged.',
}

const endOf = (runId: string) =>
  ({
    runId,
    status: 'blocked',
    charge: 0n,
    attempt: null,
    provider: null,
    outcomeReason: null,
    ownKey: false,
    releasesKey: false,
  }) as const
