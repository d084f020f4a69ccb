import { invitationPage } from './invitation.ts'
import { forgottenPage, resetPage } from './password.ts'
import { refuseInvitationsPage } from './refuse-invitations.ts'
import { signInPage } from './sign-in.ts'
import { signUpPage } from './sign-up.ts'
import { verifyEmailPage } from './verify-email.ts'
import type { VisitorPage, VisitorParts } from './visitor-page.ts'

/** Every page that needs no session. */
export const createVisitorPages = (parts: VisitorParts): VisitorPage[] =>
  [signInPage, signUpPage, forgottenPage, resetPage, verifyEmailPage, invitationPage, refuseInvitationsPage].map(
    (make) => make(parts),
  )
