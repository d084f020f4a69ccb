import type { StepContext } from './state.ts'

/** Aborts when the connection closes before the answer is out, so that waiting handlers stop waiting. */
export function clientGone(ctx: StepContext): AbortSignal {
  const controller = new AbortController()
  const left = (): void => {
    if (!ctx.res.writableFinished) controller.abort()
  }
  if (ctx.res.closed) left()
  else ctx.res.once('close', left)
  return controller.signal
}
