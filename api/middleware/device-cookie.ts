import { DEVICE_SECONDS } from '../auth/known-devices.ts'
import type { StepContext } from './state.ts'
import { DEVICE_TOKEN_LENGTH_MAX } from '../schemas/auth.ts'

const NAME = 'known_device'

/** The token by which this browser proves that it has signed in before. The token carries its own signature. */
export function deviceToken(ctx: StepContext): string | undefined {
  const token = ctx.cookies.get(NAME, { signed: false })
  return token === undefined || token.length > DEVICE_TOKEN_LENGTH_MAX ? undefined : token
}

/**
 * Sets the cookie for the dashboard and for the sign-in of apps. It outlives the session: the browser is still the
 * same.
 */
export function setDeviceCookie(ctx: StepContext, publicUrl: string, token: string): void {
  const secure = publicUrl.startsWith('https:')
  // Behind a proxy the connection is plain; the public address names the browser's protocol.
  ctx.cookies.secure = secure
  ctx.cookies.set(NAME, token, {
    signed: false,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    overwrite: true,
    maxAge: DEVICE_SECONDS * 1_000,
  })
}
