import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Step } from './state.ts'

/** 120 random bits: nobody guesses the id of another workspace's request. */
const ID_BYTES = 15

export const newRequestId = (): string => `req_${randomBytes(ID_BYTES).toString('hex')}`

/**
 * Gives the request its own id, whatever the client sent: support must be able to trust that one id is one
 * request (Spec 7). Sets up the state that the later steps fill.
 */
export const requestId = (log: Logger): Step => async (ctx, next) => {
  const id = newRequestId()
  ctx.state.requestId = id
  ctx.state.log = log.child({ request_id: id })
  ctx.state.route = null
  ctx.state.principal = null
  ctx.state.body = undefined
  ctx.set('Request-Id', id)
  await next()
}
