import type { StepContext } from './state.ts'

/** Aborts when the connection closes before the answer is out, so that waiting handlers stop waiting. */
export function clientGone(ctx: StepContext): AbortSignal {
  const controller = new AbortController()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort()
  })
  return controller.signal
}
