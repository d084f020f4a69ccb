import type { BoundCaller } from '../bound-route.ts'
import type { Principal } from '../principal.ts'

/** Who calls a tool. The request id is that of the HTTP request, or of one item of a batch. */
export interface ToolCall extends BoundCaller {
  readonly principal: Principal
  /** Tells a client that asked for it how far the call is; others are told nothing. */
  readonly progress: (progress: Progress) => void
}

export interface Progress {
  /** Grows from one to the next. */
  readonly done: number
  readonly total?: number
  readonly message: string
}
