import { readBodyWithin } from '../middleware/body.ts'
import { isSameOriginPost } from '../middleware/csrf.ts'
import type { StepContext } from '../middleware/state.ts'
import { readMultipart } from './multipart.ts'
import { Problem } from '../errors/problem.ts'

/** Several times the input of a run or a row. */
const FORM_BYTES_MAX = 65_536

const METHODS = ['GET', 'HEAD', 'POST']

/** Pages take only reads and posts. */
export function requireMethod(ctx: StepContext): void {
  if (METHODS.includes(ctx.method)) return
  const allow = METHODS.join(', ')
  throw new Problem('method_not_allowed', `This page answers ${allow}.`, { headers: { Allow: allow } })
}

/**
 * The fields of a form that one of our pages has posted. Throws a Problem for another site's form, before it is read.
 */
export async function readForm(
  ctx: StepContext,
  publicUrl: string,
  bytesMax = FORM_BYTES_MAX,
): Promise<URLSearchParams> {
  if (!isSameOriginPost(ctx, publicUrl))
    throw new Problem('forbidden', 'The form was sent from another site and ignored.')
  if (bytesMax > FORM_BYTES_MAX && ctx.is('multipart/form-data'))
    return readMultipart(await readBodyWithin(ctx, bytesMax), ctx.get('Content-Type'))
  if (!ctx.is('application/x-www-form-urlencoded'))
    throw new Problem('unsupported_media_type', 'Send the fields of a form as `application/x-www-form-urlencoded`.')
  return new URLSearchParams((await readBodyWithin(ctx, FORM_BYTES_MAX)).toString('utf8'))
}
