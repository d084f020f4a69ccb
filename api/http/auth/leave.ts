import type { Database } from '../../../db/database.ts'
import { removeMember } from '../../../usecases/access/change-member.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { WorkspaceLeft, WorkspaceParams } from '../../schemas/auth.ts'
import { OWN_WORKSPACE_CREDIT } from './signup.ts'

/** Decisions, "Members". */
export const leaveWorkspace = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'leaveWorkspace',
    method: 'DELETE',
    path: '/v1/auth/workspaces/{workspace_id}',
    summary: 'Leave a workspace',
    description:
      'Ends your membership, and your sessions and connected apps in that workspace, with the next request. API keys stay. The last owner cannot leave. If you belong to no other workspace, you get an empty one of your own.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'self',
    params: WorkspaceParams,
    responses: { 200: { description: 'You are no member any more.', schema: WorkspaceLeft } },
    errors: ['not_found', 'conflict'],
    async handler({ params, principal, log, reply }) {
      const { userId } = principal
      const id = params.workspace_id
      const left = await removeMember(db, { workspaceId: id, userId }, OWN_WORKSPACE_CREDIT)
      if (left === 'no_member')
        throw new Problem('not_found', 'You belong to no workspace with this id.', { param: '/workspace_id' })
      if (left === 'last_owner')
        throw new Problem('conflict', 'You are the last owner of this workspace. Make another person an owner first.')
      log.info({ user_id: userId, left_workspace_id: id }, 'workspace_left')
      return reply(200, { id, left: true })
    },
  })
