import { createPasswords } from '../../passwords.ts'
import type { Route } from '../../route.ts'
import type { OwnParts, RouteParts } from '../../route-parts.ts'
import { createSignInLimits } from '../../sign-in-limits.ts'
import { whoAmI } from './me.ts'
import { signIn } from './signin.ts'
import { signOut } from './signout.ts'
import { signUp } from './signup.ts'

/** Signing up, in and out (decisions, "Keys, sessions, connected apps"). */
export function authRoutes({ db, settings }: Pick<RouteParts, 'db' | 'settings'>, { metrics }: Pick<OwnParts, 'metrics'>): Route[] {
  const passwords = createPasswords(() => metrics.passwordHashes.inc())
  const limits = createSignInLimits(db.pool)
  return [
    signUp({ db, passwords, limits, settings }),
    signIn({ db, passwords, limits }),
    signOut({ db }),
    whoAmI({ db }),
  ]
}
