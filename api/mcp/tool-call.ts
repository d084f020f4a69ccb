import type { RouteCaller } from '../route/pipeline.ts'
import type { Principal } from '../../domain/access/principal.ts'
import type { AnswerForm } from './answer/content.ts'

/** The caller of a tool. The request id is that of the HTTP request, or of one item of a batch. */
export interface ToolCall extends RouteCaller {
  readonly principal: Principal
  /** The most characters of the answer. */
  readonly chars: number
  readonly form: AnswerForm
  /** Reports progress to a client that requested it, and does nothing for others. */
  readonly progress: (progress: ToolProgress) => void
}

export interface ToolProgress {
  /** Grows from one to the next. */
  readonly done: number
  readonly total?: number
  readonly message: string
}
