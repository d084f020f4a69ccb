import { ENVIRONMENTS, type Environment } from '../../domain/runs/states.ts'
import type { StepContext } from '../middleware/state.ts'
import { DASHBOARD_PATH } from './paths.ts'

const SESSION = 'dashboard_session'
const ENVIRONMENT = 'dashboard_environment'
const FIRST_STEPS = 'dashboard_first_steps_hidden'
/** Longer than any token that the service makes. */
const TOKEN_LENGTH_MAX = 512

/**
 * The attributes of every cookie. `Lax`: a link in a mail or a chat leads a signed-in person to the page and not to the
 * sign-in; changes need a POST, with which other sites do not send the cookie and whose origin is also checked.
 */
const options = (publicUrl: string) =>
  ({
    httpOnly: true,
    sameSite: 'lax',
    path: DASHBOARD_PATH,
    secure: publicUrl.startsWith('https:'),
    overwrite: true,
  }) as const

/** The session token that the browser presents. */
export function sessionToken(ctx: StepContext): string | null {
  const token = ctx.cookies.get(SESSION)
  return token === undefined || token.length > TOKEN_LENGTH_MAX ? null : token
}

/** The browser drops the token when the session ends. */
export function setSessionCookie(
  ctx: StepContext,
  publicUrl: string,
  session: { readonly session_token: string; readonly expires_at: string },
): void {
  secured(ctx, publicUrl).set(SESSION, session.session_token, {
    ...options(publicUrl),
    expires: new Date(session.expires_at),
  })
}

export function forgetSession(ctx: StepContext, publicUrl: string): void {
  secured(ctx, publicUrl).set(SESSION, null, options(publicUrl))
}

/** The environment for URLs that name none: the one that was shown last, and at first live, as for sessions. */
export const lastEnvironment = (ctx: StepContext): Environment =>
  ENVIRONMENTS.find((known) => known === ctx.cookies.get(ENVIRONMENT)) ?? 'live'

export function setEnvironmentCookie(ctx: StepContext, publicUrl: string, environment: Environment): void {
  if (ctx.cookies.get(ENVIRONMENT) !== environment)
    secured(ctx, publicUrl).set(ENVIRONMENT, environment, options(publicUrl))
}

/** A person who has hidden the first steps does not see them again in this browser. */
const FIRST_STEPS_HIDDEN_MS = 365 * 24 * 60 * 60_000

/** The first steps of a workspace, as the person has left them in this browser. */
export const firstStepsOf = (ctx: StepContext, publicUrl: string, workspaceId: string) => ({
  hidden: ctx.cookies.get(FIRST_STEPS) === workspaceId,
  hide: () => {
    secured(ctx, publicUrl).set(FIRST_STEPS, workspaceId, { ...options(publicUrl), maxAge: FIRST_STEPS_HIDDEN_MS })
  },
})

/** Behind a proxy the connection is plain; the public address names the browser's protocol. */
function secured(ctx: StepContext, publicUrl: string): StepContext['cookies'] {
  ctx.cookies.secure = publicUrl.startsWith('https:')
  return ctx.cookies
}
