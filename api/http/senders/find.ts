import Type from 'typebox'
import type { Principal } from '../../../domain/access/principal.ts'
import { readSenderPlans, type SenderDeps, type SenderPlan } from '../../../usecases/outreach/sender-plans.ts'
import { Problem } from '../../errors/problem.ts'
import { closed } from '../../schemas/common.ts'

export const SenderParams = closed({
  sender_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of an inbox or a connected account.',
    examples: ['inbox_01j9zq3v6n4k8w2x5y7a9b1c3d'],
  }),
})

/** One of the workspace's senders in the environment of the caller. Throws `not_found` for any other id. */
export async function mustFindSender(deps: SenderDeps, principal: Principal, senderId: string): Promise<SenderPlan> {
  const [plan] = await readSenderPlans(deps, principal, senderId)
  if (plan === undefined)
    throw new Problem('not_found', 'This workspace has no sender with this id in this environment.', {
      param: '/sender_id',
    })
  return plan
}
