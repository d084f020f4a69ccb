import { accountEmail } from '../../../domain/accounts/email.ts'
import { writeResetMail } from '../../../db/access/account-mails/write.ts'
import { resetPassword as reset } from '../../../usecases/access/reset-password.ts'
import { type AccountMails, refuseLink } from '../../auth/account-mails.ts'
import { SIGN_IN_QUOTAS } from '../../auth/sign-in-limits.ts'
import type { PasswordVerifier } from '../../auth/verify-password.ts'
import { defineRoute } from '../../route/route.ts'
import { OWN_WORKSPACE_CREDIT } from './signup.ts'
import { LinkRequested, PasswordResetLinkRequest, PasswordResetRequest, SignedIn } from '../../schemas/auth.ts'
import { presentSession } from './present.ts'

export type LinkDeps = PasswordVerifier & { readonly mails: AccountMails }

/** Decisions, "Account mails": the answer is the same whether or not the address has an account. */
export const requestPasswordReset = ({ db, mails }: LinkDeps) =>
  defineRoute({
    operationId: 'requestPasswordReset',
    method: 'POST',
    path: '/v1/auth/password-reset',
    summary: 'Request a new password',
    description:
      'Sends a mail with a link for a new password to the address, if it has an account. The link works once, within an hour. An address gets at most five such mails an hour.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'public',
    quotas: SIGN_IN_QUOTAS,
    body: PasswordResetLinkRequest,
    bodyExamples: { person: { summary: 'The address of the account', value: { email: 'ada@example.com' } } },
    responses: { 200: { description: 'A mail is on its way, if there is such an account.', schema: LinkRequested } },
    errors: ['unavailable'],
    async handler({ body, log, reply }) {
      const draft = mails.draft()
      const isStored = await writeResetMail(db, draft, accountEmail(body.email))
      if (isStored) mails.stored(log, 'reset_password', draft)
      return reply(200, { requested: true })
    },
  })

export const resetPassword = ({ db, mails, passwords, devices }: LinkDeps) =>
  defineRoute({
    operationId: 'resetPassword',
    method: 'POST',
    path: '/v1/auth/password-reset/complete',
    summary: 'Set a new password by a link',
    description:
      'Sets the password by the token of a mail and opens a session. All other sessions of the person end, and their address counts as confirmed. If it was not confirmed before, another person may have signed up with it. So everything that can act in the workspace ends too: API keys, connected apps, invitations, other members, connected providers, inboxes and messaging accounts. Webhooks and automatic top-ups are switched off, watches pause, jobs are cancelled, and runs that wait for an approval expire.',
    tags: ['Authentication'],
    spec: '5.3',
    access: 'public',
    quotas: SIGN_IN_QUOTAS,
    body: PasswordResetRequest,
    bodyExamples: {
      person: {
        summary: 'The token of the mail and a new password',
        value: { token: 'svc_mail_…', password: 'a longer phrase of ordinary words' },
      },
    },
    responses: { 200: { description: 'A new session.', schema: SignedIn } },
    errors: ['unavailable'],
    async handler({ body, requestHeader, log, reply }) {
      const mail = await mails.open('reset_password', body.token)
      const hash = await passwords.hash(body.password)
      const userAgent = requestHeader('User-Agent') ?? null
      const done = await reset(db, { mail, hash, userAgent, credit: OWN_WORKSPACE_CREDIT })
      if (done === null) return refuseLink()
      const fields = { workspace_id: done.workspace.id, user_id: mail.userId, confirms_first: done.confirmsFirst }
      log.info(fields, 'password_reset')
      return reply(200, {
        ...presentSession(done.session, done.workspace),
        device_token: devices.issue(mail.email, undefined),
      })
    },
  })
