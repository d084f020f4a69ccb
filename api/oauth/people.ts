import { readPersonsWorkspace } from '../../db/users/queries.ts'
import { type PasswordVerifier, verifyPassword } from '../auth/verify-password.ts'
import { SignInRequest } from '../schemas/auth.ts'
import { check } from '../validation/check.ts'
import type { People } from './interaction.ts'

/** The service's own users, who sign in here as at the dashboard, with the same limits. */
export const peopleOf = (proving: PasswordVerifier): People => ({
  async signIn({ email, password, clientAddress, deviceToken }) {
    // Input that no account can have fails without a verification.
    const request = check(SignInRequest, { email, password })
    const user = request.ok ? await verifyPassword(proving, { ...request.value, clientAddress, deviceToken }) : null
    return user === null ? null : { userId: user.userId, deviceToken: proving.devices.issue(email, deviceToken) }
  },
  workspaceOf: (userId) => readPersonsWorkspace(proving.db, userId),
})
