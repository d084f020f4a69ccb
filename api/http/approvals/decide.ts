import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import { decideByRequest, type DecisionRefused } from '../../../usecases/approvals/decide.ts'
import type { DeliveryStarter } from '../../../workflows/starters/deliveries.ts'
import type { RunStarter } from '../../../workflows/starters/runs.ts'
import { describeError } from '../../errors/logged-error.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { ApprovalDecided } from '../../schemas/approval.ts'
import { Run } from '../../schemas/run.ts'
import { mustReadRun } from '../runs/answer.ts'
import { RunParams } from '../runs/get.ts'
import { presentRun, type RunLinks } from '../runs/present.ts'

export interface DecideDeps extends RunLinks {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly starter: RunStarter
  readonly deliveries: Pick<DeliveryStarter, 'startAll'>
  readonly notifyEnded: (runId: string) => void
}

interface Words {
  readonly operationId: 'approveRun' | 'rejectRun'
  readonly verb: 'approve' | 'reject'
  readonly summary: string
  readonly description: string
  readonly answer: string
}

/** A person or an approver key lets the run continue. */
export const approveWaitingRun = (deps: DecideDeps) =>
  decisionRoute(deps, {
    operationId: 'approveRun',
    verb: 'approve',
    summary: 'Approve a run',
    description:
      'Lets a run that is `awaiting_approval` continue. It is priced again: if it has become more than 10 % dearer, it waits for another approval. Needs a dashboard session, or an API key with `approver` that has not requested the run.',
    answer: 'The approved run.',
  })

/** A person or an approver key ends the run. */
export const rejectWaitingRun = (deps: DecideDeps) =>
  decisionRoute(deps, {
    operationId: 'rejectRun',
    verb: 'reject',
    summary: 'Reject a run',
    description:
      'Ends a run that is `awaiting_approval` as `blocked`, with the error `approval_rejected` and the note. Nothing is charged. Needs a dashboard session, or an API key with `approver` that has not requested the run.',
    answer: 'The rejected run.',
  })

/** The database decides, in one transaction with the stored answer; the workflow gets a signal. */
const decisionRoute = (deps: DecideDeps, { operationId, verb, summary, description, answer }: Words) =>
  defineRoute({
    operationId,
    method: 'POST',
    path: `/v1/runs/{run_id}/${verb}`,
    summary,
    description,
    tags: ['Approvals'],
    spec: '4.13',
    access: 'approve',
    idempotent: { store: deps },
    params: RunParams,
    body: ApprovalDecided,
    bodyOptional: true,
    bodyExamples: { note: { summary: 'With a note', value: { note: 'Write to her on Monday.' } } },
    responses: { 200: { description: answer, schema: Run } },
    errors: ['forbidden', { code: 'invalid_request', status: 404 }, { code: 'invalid_request', status: 409 }],
    async handler({ params, body, principal, log, saveResponse, reply }) {
      const { run_id: runId } = params
      const { workspaceId, environment } = principal
      const by = deciderOf(principal)
      const decision = { verb, runId, workspaceId, environment, by, note: body.note ?? null }
      const decided = await decideByRequest(deps.db, decision, async (tx) => {
        const run = presentRun(await mustReadRun(tx, runId, principal), deps)
        await saveResponse(tx, run)
        return run
      })
      if (decided.kind !== 'decided') throw refusalOf(decided, runId)
      deps.deliveries.startAll(decided.deliveries)
      if (decided.answer.done) deps.notifyEnded(runId)
      // The decision is stored whether or not the signal reaches the workflow now: the sweeper resumes an approved run.
      deps.starter
        .signalDecision(runId)
        .catch((error: unknown) =>
          log.info({ run_id: runId, error: describeError(error) }, 'run_decision_signal_failed'),
        )
      if (verb === 'approve') log.info({ run_id: runId, decided_by: by }, 'run_approved')
      else log.info({ run_id: runId, decided_by: by }, 'run_rejected')
      return reply(200, decided.answer)
    },
  })

function deciderOf(principal: Exclude<Principal, { kind: 'app' }>): string {
  return principal.kind === 'session' ? principal.userId : principal.apiKeyId
}

function refusalOf(refused: DecisionRefused, runId: string): Problem {
  switch (refused.kind) {
    case 'missing':
      return new Problem('invalid_request', 'There is no run with this id.', { httpStatus: 404, param: '/run_id' })
    case 'own':
      return new Problem('forbidden', 'This API key has requested the run: another key or a person decides about it.')
    case 'refused':
      return new Problem('invalid_request', `The run does not wait for an approval: it is ${refused.status}.`, {
        httpStatus: 409,
        status: refused.status,
        run_id: runId,
      })
  }
}
