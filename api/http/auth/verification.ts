import { writeVerifyMail } from '../../../db/access/account-mails/write.ts'
import { verifyEmail as verify } from '../../../usecases/access/verify-email.ts'
import { refuseLink } from '../../auth/account-mails.ts'
import { SIGN_IN_QUOTAS } from '../../auth/sign-in-limits.ts'
import { defineRoute } from '../../route/route.ts'
import { EmailVerified, LinkRequested, LinkToken } from '../../schemas/auth.ts'
import type { LinkDeps } from './password-reset.ts'

/** Decisions, "Account mails". */
export const requestEmailVerification = ({ db, mails }: LinkDeps) =>
  defineRoute({
    operationId: 'requestEmailVerification',
    method: 'POST',
    path: '/v1/auth/verification',
    summary: 'Request the confirmation mail again',
    description:
      'Sends a mail with a link that confirms the address of the person of this session. A confirmed address gets none, and an address gets at most five an hour.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'self',
    responses: {
      200: { description: 'A mail is on its way, unless the address is confirmed.', schema: LinkRequested },
    },
    errors: ['unavailable'],
    async handler({ principal, log, reply }) {
      const draft = mails.draft()
      if (await writeVerifyMail(db, draft, principal.userId)) mails.stored(log, 'verify_email', draft)
      return reply(200, { requested: true })
    },
  })

export const verifyEmail = ({ db, mails }: LinkDeps) =>
  defineRoute({
    operationId: 'verifyEmail',
    method: 'POST',
    path: '/v1/auth/verification/complete',
    summary: 'Confirm an address by a link',
    description: 'Confirms the address of a person by the token of a mail. It opens no session.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'public',
    quotas: SIGN_IN_QUOTAS,
    body: LinkToken,
    bodyExamples: { person: { summary: 'The token of the mail', value: { token: 'svc_mail_…' } } },
    responses: { 200: { description: 'The address is confirmed.', schema: EmailVerified } },
    errors: [],
    async handler({ body, log, reply }) {
      const mail = await mails.open('verify_email', body.token)
      const verifiedAt = await verify(db, mail)
      if (verifiedAt === null) return refuseLink()
      log.info({ user_id: mail.userId }, 'email_verified')
      return reply(200, { email: mail.email, verified_at: verifiedAt.toISOString() })
    },
  })
