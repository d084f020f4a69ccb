import { accountEmail } from '../../../domain/accounts/email.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import { writeFirstVerifyMail } from '../../../db/access/account-mails/write.ts'
import type { Database, Queries } from '../../../db/database.ts'
import { attributeReferral, type Attribution } from '../../../usecases/money/attribute-referral.ts'
import { purgeSessions } from '../../../db/access/sessions/queries.ts'
import { signUp as create } from '../../../usecases/access/sign-up.ts'
import type { AccountMails } from '../../auth/account-mails.ts'
import type { KnownDevices } from '../../auth/known-devices.ts'
import type { Passwords } from '../../auth/passwords.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { SignedUp, SignUpRequest } from '../../schemas/auth.ts'
import type { ApiSettings } from '../../settings.ts'
import { SIGN_UP_QUOTAS, type SignInLimits } from '../../auth/sign-in-limits.ts'
import { presentSession } from './present.ts'

export interface SignUpDeps {
  readonly db: Database
  readonly passwords: Passwords
  readonly limits: SignInLimits
  readonly devices: KnownDevices
  readonly settings: Pick<ApiSettings, 'signupCredit'>
  readonly mails: AccountMails
}

/** Decisions, "Local start": every sandbox wallet starts with this. */
const SANDBOX_CREDIT = parseUsd('1000.00')
/** Of the workspace that a person gets who leaves their last one: a promotion is for sign-ups. */
export const OWN_WORKSPACE_CREDIT = { live: parseUsd('0.00'), test: SANDBOX_CREDIT }

/** Decisions, "sign-in": a person, a workspace of their own, a session and, once, a sandbox key. */
export const signUp = ({ db, passwords, limits, devices, settings, mails }: SignUpDeps) =>
  defineRoute({
    operationId: 'signUp',
    method: 'POST',
    path: '/v1/auth/signup',
    summary: 'Sign up',
    description:
      'Creates a workspace with `1000.00` in its sandbox wallet. Returns a session and a sandbox key; both are shown only once. This route has no `Idempotency-Key`: a repeated sign-up is answered with `conflict`, and you can sign in instead. Each client address can sign up 20 times a minute and 60 times an hour. A production deployment creates the sandbox key too. The live wallet starts with `SIGNUP_CREDIT`. An unknown or own referral code is `invalid_request` at `/referral_code`; then nothing is created.',
    tags: ['Authentication'],
    spec: '5.8',
    access: 'public',
    quotas: SIGN_UP_QUOTAS,
    body: SignUpRequest,
    bodyExamples: {
      person: {
        summary: 'A new workspace',
        value: { email: 'ada@example.com', password: 'correct horse battery staple', workspace: 'Analytical Engines' },
      },
    },
    responses: { 200: { description: 'The session, the workspace and its sandbox key.', schema: SignedUp } },
    errors: ['conflict', 'unavailable'],
    async handler({ body, clientAddress, requestHeader, log, reply }) {
      const email = accountEmail(body.email)
      const counted = await limits.countSignUp(clientAddress)
      const mail = mails.draftIfPossible()
      let conflictReported = false
      let isMailed = false
      try {
        // Hashed before the address is looked up: a taken address and a free one cost one hash each.
        const passwordHash = await passwords.hash(body.password)
        const made = await create(
          db,
          {
            email,
            passwordHash,
            workspace: body.workspace.trim(),
            credit: { live: settings.signupCredit, test: SANDBOX_CREDIT },
            awaitsConfirmation: mail !== null,
            userAgent: requestHeader('User-Agent') ?? null,
          },
          async (tx, { workspaceId, userId }) => {
            if (mail !== null) isMailed = await writeFirstVerifyMail(tx, mail, { userId, email })
            if (body.referral_code !== undefined) await refer(tx, { workspaceId, code: body.referral_code, email })
          },
        )
        if (made.kind === 'taken')
          throw new Problem('conflict', 'An account with this address exists already. Sign in instead.', {
            param: '/email',
          })
        if (mail !== null && isMailed) mails.stored(log, 'verify_email', mail)
        await purgeSessions(db)
        log.info({ workspace_id: made.workspaceId, user_id: made.userId }, 'user_signed_up')
        return reply(200, {
          ...presentSession(made.session, { id: made.workspaceId, name: body.workspace.trim() }),
          user: { id: made.userId, email },
          test_key: made.testKey,
          device_token: devices.issue(email, undefined),
        })
      } catch (error) {
        // A refused referral code reveals as much as a conflict: that the address is free, or belongs to the code's
        // owner.
        conflictReported = error instanceof Problem && (error.code === 'conflict' || error.code === 'invalid_request')
        throw error
      } finally {
        if (!conflictReported) await counted.giveBack()
      }
    },
  })

/** Decisions, "referrals": a code that brings no credit stops the sign-up, because the person expects the credit. */
async function refer(tx: Queries, attribution: Attribution): Promise<void> {
  const answer = await attributeReferral(tx, attribution)
  if (answer === 'unknown_code')
    throw new Problem('invalid_request', 'This referral code does not exist.', { param: '/referral_code' })
  if (answer === 'self_referral')
    throw new Problem('invalid_request', 'You cannot refer yourself. Sign up without the code.', {
      param: '/referral_code',
    })
}
