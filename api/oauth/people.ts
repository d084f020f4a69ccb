import { createHash } from 'node:crypto'
import { readPersonsWorkspace } from '../../db/access/users/queries.ts'
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
    if (user === null) return null
    const login = { accountId: user.userId, remember: false, passwordMark: markOf(user.passwordHash) }
    return { login, deviceToken: proving.devices.issue(email, deviceToken) }
  },
  async workspaceOf({ accountId, passwordMark }) {
    const workspace = await readPersonsWorkspace(proving.db, accountId)
    return workspace === null || markOf(workspace.passwordHash) !== passwordMark ? null : workspace
  },
})

/** Differs for each password that a person sets, also for an equal one: each has its own salt. */
const markOf = (passwordHash: string): string => createHash('sha256').update(passwordHash).digest('base64url')
