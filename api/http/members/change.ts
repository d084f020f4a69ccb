import type { Database } from '../../../db/database.ts'
import { changeRole, type Refused } from '../../../usecases/access/change-member.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { ChangeMemberRequest, Member, MemberParams } from '../../schemas/member.ts'
import { presentMember } from './present.ts'

/** Decisions, "Members". */
export const changeMember = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'changeMember',
    method: 'PATCH',
    path: '/v1/members/{user_id}',
    summary: 'Change the role of a member',
    description: 'The role holds from the next request of the person on. A workspace keeps at least one owner.',
    tags: ['Members'],
    spec: '4.13',
    access: 'session',
    params: MemberParams,
    body: ChangeMemberRequest,
    bodyExamples: { member: { summary: 'May run and write', value: { role: 'member' } } },
    responses: { 200: { description: 'The member with the new role.', schema: Member } },
    errors: ['not_found', 'conflict'],
    async handler({ params, body, principal, log, reply }) {
      const changed = await changeRole(db, { workspaceId: principal.workspaceId, userId: params.user_id }, body.role)
      if (typeof changed === 'string') throw refusalOfChange(changed)
      log.info({ user_id: principal.userId, member_id: changed.userId, role: changed.role }, 'member_role_changed')
      return reply(200, presentMember(changed, principal))
    },
  })

export const refusalOfChange = (refused: Refused): Problem =>
  refused === 'no_member'
    ? new Problem('not_found', 'There is no such member.', { param: '/user_id' })
    : new Problem('conflict', 'A workspace keeps at least one owner. Make another person an owner first.')
