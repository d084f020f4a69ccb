import type { Context } from 'koa'

export interface OAuthError {
  readonly status: number
  /** A code of OAuth (RFC 6749, 7591), not of this API. */
  readonly error: string
  readonly description: string
}

/** The envelope of OAuth endpoints, which clients' libraries read. */
export function answerError(ctx: Context, { status, error, description }: OAuthError): void {
  ctx.status = status
  ctx.set('Cache-Control', 'no-store')
  ctx.body = { error, error_description: description }
}
