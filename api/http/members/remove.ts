import { OWN_WORKSPACE_CREDIT } from '../auth/signup.ts'
import type { Database } from '../../../db/database.ts'
import { removeMember as remove } from '../../../usecases/access/change-member.ts'
import { defineRoute } from '../../route/route.ts'
import { MemberParams, MemberRemoved } from '../../schemas/member.ts'
import { refusalOfChange } from './change.ts'

/** Decisions, "Members". */
export const removeMember = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'removeMember',
    method: 'DELETE',
    path: '/v1/members/{user_id}',
    summary: 'Remove a member',
    description:
      'Ends the membership, and the sessions and connected apps of the person in this workspace, with their next request. API keys stay. A person who belongs to no other workspace gets an empty one of their own.',
    tags: ['Members'],
    spec: '4.13',
    access: 'session',
    params: MemberParams,
    responses: { 200: { description: 'The person is no member any more.', schema: MemberRemoved } },
    errors: ['not_found', 'conflict'],
    async handler({ params, principal, log, reply }) {
      const of = { workspaceId: principal.workspaceId, userId: params.user_id }
      const removed = await remove(db, of, OWN_WORKSPACE_CREDIT)
      if (typeof removed === 'string') throw refusalOfChange(removed)
      log.info({ user_id: principal.userId, member_id: removed.userId }, 'member_removed')
      return reply(200, { id: removed.userId, removed: true })
    },
  })
