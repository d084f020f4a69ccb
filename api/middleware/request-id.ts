import type { Logger } from 'pino'
import { newId } from '../../db/ids.ts'
import type { MiddlewareStep } from './state.ts'

/**
 * Gives the request its own id, whatever the client sent: support must be able to trust that one id is one request
 * (Spec 7). Sets up the state that the later steps fill.
 */
export const requestId =
  (log: Logger): MiddlewareStep =>
  async (ctx, next) => {
    const id = newId('req')
    ctx.state.requestId = id
    ctx.state.log = log.child({ request_id: id })
    ctx.state.route = null
    ctx.state.principal = null
    ctx.set('Request-Id', id)
    await next()
  }
