import type { StepContext } from './state.ts'

/**
 * Whether a page of this service posted the form: browsers send the origin. The browser may have reached the service by
 * another name than PUBLIC_URL (localhost): then the page's host must be the requested host. Text browsers send no
 * origin, and have no scripts that could post a form by themselves.
 */
export function isSameOriginPost(ctx: StepContext, publicUrl: string): boolean {
  const origin = ctx.get('Origin')
  const site = ctx.get('Sec-Fetch-Site')
  if (site !== '' && site !== 'same-origin' && site !== 'none') return false
  if (origin === '' || origin === new URL(publicUrl).origin) return true
  return site === 'same-origin' && URL.canParse(origin) && new URL(origin).host === ctx.get('Host')
}
