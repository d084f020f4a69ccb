import { readSenderPlans, type SenderDeps } from '../../../usecases/outreach/sender-plans.ts'
import { defineRoute } from '../../route/route.ts'
import { Sender, SenderList } from '../../schemas/sending.ts'
import { mustFindSender, SenderParams } from './find.ts'
import { presentSender } from './present.ts'

/** Decisions, "Slots of senders": every inbox and account with its limits. */
export const listSenders = (deps: SenderDeps) =>
  defineRoute({
    operationId: 'listSenders',
    method: 'GET',
    path: '/v1/senders',
    summary: 'List senders',
    description:
      'Returns every inbox and connected account with the limits that hold for each of its channels, what it has sent today, and when it has its next slot.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'read',
    responses: { 200: { description: 'All senders of this environment, by id.', schema: SenderList } },
    errors: [],
    async handler({ principal, reply }) {
      const plans = await readSenderPlans(deps, principal, null)
      return reply(200, { items: plans.map(presentSender) })
    },
  })

export const getSender = (deps: SenderDeps) =>
  defineRoute({
    operationId: 'getSender',
    method: 'GET',
    path: '/v1/senders/{sender_id}',
    summary: 'Retrieve a sender',
    description: 'Returns one inbox or connected account with its limits.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'read',
    params: SenderParams,
    responses: { 200: { description: 'The sender.', schema: Sender } },
    errors: ['not_found'],
    async handler({ params, principal, reply }) {
      return reply(200, presentSender(await mustFindSender(deps, principal, params.sender_id)))
    },
  })
