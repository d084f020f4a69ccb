import type { Database } from '../../../db/database.ts'
import { readErasure } from '../../../db/erasure/erasures.ts'
import { decideRequestedErasure } from '../../../db/erasure/requests.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { Erasure, ErasureDecided, ErasureParams } from '../../schemas/erasure.ts'
import { presentErasure } from './present.ts'

interface DecideErasureDeps {
  readonly db: Database
}

interface Words {
  readonly operationId: 'approveErasure' | 'rejectErasure'
  readonly verb: 'approve' | 'reject'
  readonly verdict: 'approved' | 'rejected'
  readonly summary: string
  readonly description: string
  readonly answer: string
  readonly note: string
}

/** An owner lets the erasure begin that a person has requested. */
export const approveErasure = (deps: DecideErasureDeps) =>
  decisionRoute(deps, {
    operationId: 'approveErasure',
    verb: 'approve',
    verdict: 'approved',
    summary: 'Approve a requested erasure',
    description:
      'Begins an erasure that a person has requested on their page (`status` is `requested`). It reaches what was made before the approval.',
    answer: 'The erasure, which is under way.',
    note: 'The identity was checked.',
  })

/** An owner declines the erasure that a person has requested. */
export const rejectErasure = (deps: DecideErasureDeps) =>
  decisionRoute(deps, {
    operationId: 'rejectErasure',
    verb: 'reject',
    verdict: 'rejected',
    summary: 'Reject a requested erasure',
    description:
      'Ends an erasure that a person has requested on their page. Nothing is erased. The person sees the note on their page.',
    answer: 'The rejected erasure.',
    note: 'We are required to keep the data of our contract.',
  })

const decisionRoute = (
  deps: DecideErasureDeps,
  { operationId, verb, verdict, summary, description, answer, note }: Words,
) =>
  defineRoute({
    operationId,
    method: 'POST',
    path: `/v1/erasures/{erasure_id}/${verb}`,
    summary,
    description,
    tags: ['Retention'],
    spec: '4.13',
    access: 'session',
    params: ErasureParams,
    body: ErasureDecided,
    bodyOptional: true,
    bodyExamples: { note: { summary: 'With a note', value: { note } } },
    responses: { 200: { description: answer, schema: Erasure } },
    errors: ['not_found', 'conflict'],
    async handler({ params: { erasure_id: erasureId }, body, principal, log, reply }) {
      const decision = { erasureId, verdict, decidedBy: principal.userId, note: body.note ?? null }
      const decided = await decideRequestedErasure(deps.db, principal, decision)
      if (decided !== null) {
        log.info({ erasure_id: erasureId, decision: verdict }, 'erasure_decided')
        return reply(200, presentErasure(decided))
      }
      const erasure = await readErasure(deps.db, principal, erasureId)
      if (erasure === null)
        throw new Problem('not_found', 'There is no erasure with this id.', { param: '/erasure_id' })
      // A repeated request finds what it has decided.
      if (erasure.request?.state === verdict) return reply(200, presentErasure(erasure))
      throw new Problem('conflict', 'This erasure does not wait for a decision.', { param: '/erasure_id' })
    },
  })
