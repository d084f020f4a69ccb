import { baseUrlOf, type StoredCredentials } from '../config.ts'
import type { AppTokens } from './authorization-server.ts'

/** A sign-in in the browser, as the person's file has it. */
export interface StoredApp {
  readonly clientId: string
  readonly token: string
  readonly refreshToken: string | null
  /** Milliseconds since 1970. */
  readonly endsAtMs: number
}

/** The sign-in that is stored for this URL; null: none. */
export function storedAppOf(stored: StoredCredentials | null, baseUrl: string): StoredApp | null {
  if (stored === null || baseUrlOf(stored) !== baseUrl) return null
  const {
    app_token: token,
    app_client_id: clientId,
    app_refresh_token: refreshToken,
    app_token_ends_at: endsAt,
  } = stored
  if (token === undefined || clientId === undefined) return null
  return { clientId, token, refreshToken: refreshToken ?? null, endsAtMs: Date.parse(endsAt ?? '') || 0 }
}

/** What is kept after a sign-in: its tokens and the keys for the same URL; another URL has separate ones. */
export function withApp(
  before: StoredCredentials | null,
  { baseUrl, clientId, tokens }: { readonly baseUrl: string; readonly clientId: string; readonly tokens: AppTokens },
): StoredCredentials {
  const { app_refresh_token: _, ...kept } = before !== null && baseUrlOf(before) === baseUrl ? before : {}
  return {
    ...kept,
    base_url: baseUrl,
    app_token: tokens.accessToken,
    app_client_id: clientId,
    app_token_ends_at: new Date(tokens.endsAtMs).toISOString(),
    ...(tokens.refreshToken === null ? {} : { app_refresh_token: tokens.refreshToken }),
  }
}
