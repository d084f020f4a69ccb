import type { Route } from '../../route/route.ts'
import type { OwnParts, RouteParts } from '../route-parts.ts'
import { changePassword } from './change-password.ts'
import { whoAmI } from './me.ts'
import { sessionRoutes } from './sessions.ts'
import { signIn } from './signin.ts'
import { signOut } from './signout.ts'
import { signUp } from './signup.ts'

/** Signing up, in and out, the password and the sessions (decisions, "Keys, sessions, connected apps"). */
export function authRoutes(
  { db, settings }: Pick<RouteParts, 'db' | 'settings'>,
  { proving }: Pick<OwnParts, 'proving'>,
): Route[] {
  return [
    signUp({ ...proving, settings }),
    signIn(proving),
    signOut({ db }),
    whoAmI({ db }),
    changePassword(proving),
    ...sessionRoutes({ db }),
  ]
}
