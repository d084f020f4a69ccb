import type { StepContext } from './state.ts'

/**
 * Whether a form was posted by a page of this service: a browser says from where. It may have reached the service by another name than
 * PUBLIC_URL (localhost): then the page's host is the one that it asks. Text browsers say nothing, and have no scripts that could post for anybody.
 */
export function isSameOriginPost(ctx: StepContext, publicUrl: string): boolean {
  const origin = ctx.get('Origin')
  const site = ctx.get('Sec-Fetch-Site')
  if (site !== '' && site !== 'same-origin' && site !== 'none') return false
  if (origin === '' || origin === new URL(publicUrl).origin) return true
  return site === 'same-origin' && URL.canParse(origin) && new URL(origin).host === ctx.get('Host')
}
