import { refuseInvitations as refuse } from '../../../usecases/access/refuse-invitations.ts'
import type { Database } from '../../../db/database.ts'
import { refuseLink } from '../../auth/account-mails.ts'
import { SIGN_IN_QUOTAS } from '../../auth/sign-in-limits.ts'
import { defineRoute } from '../../route/route.ts'
import { InvitationsRefused, LinkToken } from '../../schemas/auth.ts'

/** Decisions, "Members". */
export const refuseInvitations = ({ db }: { readonly db: Database }) =>
  defineRoute({
    operationId: 'refuseInvitations',
    method: 'POST',
    path: '/v1/auth/invitations/refuse',
    summary: 'Refuse all invitations',
    description:
      'By the token of an invitation, also one that has expired: its address gets no more invitations from any workspace, and those that it has do not work any more.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'public',
    quotas: SIGN_IN_QUOTAS,
    body: LinkToken,
    bodyExamples: { person: { summary: 'The token of the mail', value: { token: 'svc_mail_…' } } },
    responses: { 200: { description: 'The address gets no more invitations.', schema: InvitationsRefused } },
    errors: [],
    async handler({ body, log, reply }) {
      const email = await refuse(db, body.token)
      if (email === null) return refuseLink()
      log.info({}, 'invitations_refused')
      return reply(200, { email, refused: true })
    },
  })
