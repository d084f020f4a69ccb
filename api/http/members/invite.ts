import { accountEmail } from '../../../domain/accounts/email.ts'
import {
  INVITATIONS_PER_HOUR_MAX,
  INVITATIONS_TO_ADDRESS_PER_HOUR_MAX,
  type NotInvited,
} from '../../../domain/accounts/invitation.ts'
import { LINK_HOURS } from '../../../domain/accounts/mails.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { inviteMember as invite } from '../../../usecases/access/invite.ts'
import type { AccountMails } from '../../auth/account-mails.ts'
import { Problem } from '../../errors/problem.ts'
import { quotaExceeded } from '../../errors/quota.ts'
import { defineRoute } from '../../route/route.ts'
import { Invited, InviteRequest } from '../../schemas/member.ts'

const HOUR_SECONDS = 3_600

/** Decisions, "Members". */
export const inviteMember = (deps: { db: Database; cipher: SecretCipher; mails: AccountMails }) =>
  defineRoute({
    operationId: 'inviteMember',
    method: 'POST',
    path: '/v1/members',
    summary: 'Invite a person',
    description: `Sends a mail with a link by which the person joins the workspace. The link works once, within seven days. A further invitation of the same address replaces the first. Your own address must be confirmed. A workspace sends ${INVITATIONS_PER_HOUR_MAX} invitations an hour, and an address gets ${INVITATIONS_TO_ADDRESS_PER_HOUR_MAX} from all workspaces together.`,
    tags: ['Members'],
    spec: '4.13',
    access: 'session',
    idempotent: { store: deps },
    body: InviteRequest,
    bodyExamples: {
      viewer: { summary: 'A person who may only look', value: { email: 'grace@example.com', role: 'viewer' } },
    },
    responses: { 200: { description: 'The mail is on its way.', schema: Invited } },
    errors: ['forbidden', 'conflict', 'limit_reached', 'unavailable'],
    async handler({ body, principal, log, saveResponse, reply }) {
      const { workspaceId, userId } = principal
      const draft = deps.mails.draft()
      const invitation = { workspaceId, email: accountEmail(body.email), role: body.role, invitedBy: userId }
      const expiresAt = new Date(Date.now() + LINK_HOURS.invitation * HOUR_SECONDS * 1_000).toISOString()
      const answer = { id: draft.id, email: invitation.email, role: body.role, expires_at: expiresAt }
      const outcome = await invite(deps.db, { draft, invitation }, (tx) => saveResponse(tx, answer))
      if (outcome === 'too_many_people') throw await quotaExceeded(deps.db, workspaceId, 'people')
      if (outcome !== 'invited') throw refusalOf(outcome)
      deps.mails.stored(log, 'invitation', draft)
      log.info({ user_id: userId, invitation_id: draft.id, role: body.role }, 'member_invited')
      return reply(200, answer)
    },
  })

function refusalOf(outcome: Exclude<NotInvited, 'too_many_people'>): Problem {
  switch (outcome) {
    case 'not_confirmed':
      return new Problem(
        'forbidden',
        'Confirm your own e-mail address first, then invite others: follow the link in the mail of your sign-up, or request another mail.',
      )
    case 'is_member':
      return new Problem('conflict', 'This person is a member already. Change their role instead.', {
        param: '/email',
      })
    case 'refuses':
      return new Problem('conflict', 'The person with this address has refused all invitations.', { param: '/email' })
    case 'too_many_lately':
      return new Problem('rate_limited', `A workspace sends ${INVITATIONS_PER_HOUR_MAX} invitations an hour.`, {
        retry_after: HOUR_SECONDS,
      })
    case 'too_many_to_address':
      return new Problem(
        'rate_limited',
        `An address gets ${INVITATIONS_TO_ADDRESS_PER_HOUR_MAX} invitations an hour, from all workspaces together.`,
        { param: '/email', retry_after: HOUR_SECONDS },
      )
  }
}
