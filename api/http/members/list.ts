import type { Database } from '../../../db/database.ts'
import { listInvitations, listMembers as list } from '../../../db/access/members/members.ts'
import { defineRoute } from '../../route/route.ts'
import { MemberList } from '../../schemas/member.ts'
import { presentMember } from './present.ts'

/** Decisions, "Members". */
export const listMembers = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'listMembers',
    method: 'GET',
    path: '/v1/members',
    summary: 'List members',
    description: 'The people of the workspace with their roles, and the invitations that wait for an answer.',
    tags: ['Members'],
    spec: '4.13',
    access: 'read',
    responses: { 200: { description: 'The people and the open invitations.', schema: MemberList } },
    errors: [],
    async handler({ principal, reply }) {
      const [members, invitations] = await Promise.all([
        list(db, principal.workspaceId),
        listInvitations(db, principal.workspaceId),
      ])
      return reply(200, {
        items: members.map((member) => presentMember(member, principal)),
        invitations: invitations.map(({ id, email, role, refusal, ...of }) => ({
          id,
          email,
          role,
          invited_by: of.invitedBy,
          created_at: of.createdAt.toISOString(),
          expires_at: of.expiresAt.toISOString(),
          sent_at: of.sentAt?.toISOString() ?? null,
          refusal,
        })),
      })
    },
  })
