import type { AccountMails } from '../../auth/account-mails.ts'
import type { Route } from '../../route/route.ts'
import type { OwnParts, RouteParts } from '../route-parts.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { refuseInvitations } from './refuse-invitations.ts'
import { changePassword } from './change-password.ts'
import { leaveWorkspace } from './leave.ts'
import { whoAmI } from './me.ts'
import { requestPasswordReset, resetPassword } from './password-reset.ts'
import { sessionRoutes } from './sessions.ts'
import { signIn } from './signin.ts'
import { signOut } from './signout.ts'
import { signUp } from './signup.ts'
import { requestEmailVerification, verifyEmail } from './verification.ts'
import { listWorkspaces, switchWorkspace } from './workspaces.ts'

/** Signing up, in and out, the password and the sessions (decisions, "Keys, sessions, connected apps"). */
export function authRoutes(
  { db, settings }: Pick<RouteParts, 'db' | 'settings'>,
  { proving }: Pick<OwnParts, 'proving'>,
  mails: AccountMails,
): Route[] {
  const byLink = { ...proving, mails }
  return [
    signUp({ ...byLink, settings }),
    signIn(proving),
    signOut({ db }),
    whoAmI({ db }),
    changePassword(proving),
    requestPasswordReset(byLink),
    resetPassword(byLink),
    requestEmailVerification(byLink),
    verifyEmail(byLink),
    acceptInvitation(byLink),
    refuseInvitations(byLink),
    ...sessionRoutes({ db }),
    listWorkspaces({ db }),
    switchWorkspace({ db }),
    leaveWorkspace({ db }),
  ]
}
