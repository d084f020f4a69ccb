import type { Database } from '../../../db/database.ts'
import { withdrawInvitation as withdraw } from '../../../db/access/members/members.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { InvitationParams, InvitationWithdrawn } from '../../schemas/member.ts'

/** Decisions, "Members". */
export const withdrawInvitation = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'withdrawInvitation',
    method: 'DELETE',
    path: '/v1/members/invitations/{invitation_id}',
    summary: 'Withdraw an invitation',
    description:
      'The link of the mail no longer works. A person who has joined stays. A repeated call answers the same.',
    tags: ['Members'],
    spec: '4.13',
    access: 'session',
    params: InvitationParams,
    responses: { 200: { description: 'The invitation is withdrawn.', schema: InvitationWithdrawn } },
    errors: ['not_found'],
    async handler({ params, principal, log, reply }) {
      const id = params.invitation_id
      if (!(await withdraw(db, principal.workspaceId, id)))
        throw new Problem('not_found', 'There is no such invitation.', { param: '/invitation_id' })
      log.info({ user_id: principal.userId, invitation_id: id }, 'invitation_withdrawn')
      return reply(200, { id, withdrawn: true })
    },
  })
