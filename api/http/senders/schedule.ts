import { readSchedule, type SenderDeps } from '../../../usecases/outreach/sender-plans.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { SenderSchedule } from '../../schemas/sending.ts'
import { mustFindSender, SenderParams } from './find.ts'
import { presentScheduled } from './present.ts'

/** Decisions, "Slots of senders": what waits for a sender. */
export const listScheduledSends = (deps: SenderDeps & { readonly cursors: Cursors }) =>
  defineRoute({
    operationId: 'listScheduledSends',
    method: 'GET',
    path: '/v1/senders/{sender_id}/schedule',
    summary: 'List scheduled sends',
    description:
      'Returns the sends that wait for a slot of this sender, by channel and in the order in which they go, with the time at which each is expected to go.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'read',
    params: SenderParams,
    paged: {
      cursors: deps.cursors,
      limit: { maximum: 100, default: 50 },
      list: ({ principal: { workspaceId, environment }, params }) => [
        'scheduled_sends',
        workspaceId,
        environment,
        params.sender_id,
      ],
    },
    responses: { 200: { description: 'A page of scheduled sends.', schema: SenderSchedule } },
    errors: ['not_found'],
    async handler({ params, principal, page, reply }) {
      const plan = await mustFindSender(deps, principal, params.sender_id)
      const offset = Number(page.after() ?? 0)
      const found = await readSchedule(deps, principal, { plan, offset, limit: page.readLimit })
      return reply(200, page.of(found, { present: presentScheduled, positionOf: () => String(offset + page.limit) }))
    },
  })
