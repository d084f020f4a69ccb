import type { StepContext } from '../../middleware/state.ts'
import { setDeviceCookie } from '../../middleware/device-cookie.ts'
import { setSessionCookie } from '../cookies.ts'

/** The session that a route has opened. */
interface Entered {
  readonly session_token: string
  readonly expires_at: string
  readonly device_token?: string
}

/** The browser keeps the session's token in a cookie that no script reads. */
export function enter(ctx: StepContext, publicUrl: string, entered: Entered): void {
  setSessionCookie(ctx, publicUrl, entered)
  if (entered.device_token !== undefined) setDeviceCookie(ctx, publicUrl, entered.device_token)
}

/** By which a person recognizes the session in their list. */
export function clientOf(ctx: StepContext): Record<string, string> {
  const userAgent = ctx.get('User-Agent')
  return userAgent === '' ? {} : { 'User-Agent': userAgent }
}
