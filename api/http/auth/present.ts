import type { NewSession } from '../../../usecases/access/sign-in.ts'

/** A new session, as every route that opens one shows it. */
export const presentSession = (session: NewSession, workspace: { readonly id: string; readonly name: string }) => ({
  session_token: session.token,
  expires_at: session.expiresAt.toISOString(),
  workspace,
})
