import { findUser } from '../../../db/access/users/queries.ts'
import { type Joining, joinWorkspace } from '../../../usecases/access/join-workspace.ts'
import { refuseLink } from '../../auth/account-mails.ts'
import { SIGN_IN_QUOTAS } from '../../auth/sign-in-limits.ts'
import { verifyPassword } from '../../auth/verify-password.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { AcceptInvitationRequest, SignedIn } from '../../schemas/auth.ts'
import type { LinkDeps } from './password-reset.ts'
import { presentSession } from './present.ts'

/** Decisions, "Members". */
export const acceptInvitation = (deps: LinkDeps) =>
  defineRoute({
    operationId: 'acceptInvitation',
    method: 'POST',
    path: '/v1/auth/invitations/accept',
    summary: 'Accept an invitation',
    description:
      'Joins the workspace of an invitation by the token of its mail, and opens a session there. An address without an account gets one with this password; a person with an account gives the password that they have, and keeps their other workspaces.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'public',
    quotas: SIGN_IN_QUOTAS,
    body: AcceptInvitationRequest,
    bodyExamples: {
      person: {
        summary: 'The token of the mail and a password',
        value: { token: 'svc_mail_…', password: 'a longer phrase of ordinary words' },
      },
    },
    responses: { 200: { description: 'A session in the workspace.', schema: SignedIn } },
    errors: ['unavailable'],
    async handler({ body, clientAddress, requestHeader, log, reply }) {
      const mail = await deps.mails.open('invitation', body.token)
      const joining = await joiningOf(deps, mail.email, { ...body, clientAddress })
      const joined = await joinWorkspace(deps.db, { mail, joining, userAgent: requestHeader('User-Agent') ?? null })
      if (joined === null) return refuseLink()
      log.info({ workspace_id: mail.workspaceId, user_id: joined.userId, role: mail.role }, 'member_joined')
      return reply(200, {
        ...presentSession(joined.session, { id: mail.workspaceId, name: mail.workspace }),
        device_token: deps.devices.issue(mail.email, body.device_token),
      })
    },
  })

async function joiningOf(
  deps: LinkDeps,
  email: string,
  typed: { readonly password: string; readonly clientAddress: string; readonly device_token?: string },
): Promise<Joining> {
  if ((await findUser(deps.db, email)) === null) return { passwordHash: await deps.passwords.hash(typed.password) }
  const { password, clientAddress, device_token: deviceToken } = typed
  const user = await verifyPassword(deps, { email, password, clientAddress, deviceToken })
  if (user === null)
    throw new Problem('invalid_request', 'This address has an account, and this is not its password.', {
      param: '/password',
    })
  return { userId: user.userId }
}
