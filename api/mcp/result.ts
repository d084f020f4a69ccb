import type { CallToolResult } from '@modelcontextprotocol/server'
import { atOnceOrInSlices } from '../../db/time-slices.ts'
import { type ContentOptions, fittingContent } from './answer/content.ts'
import { inWordsOfMcp } from './answer/words.ts'
import { withApprovalHint } from './approval.ts'
import type { ToolAnswer } from './tool.ts'

export interface ResultOptions extends ContentOptions {
  readonly requestId: string
  /** Each item of the answer has a hint, which names a command. */
  readonly hinted: boolean
}

/** The answer of a tool as the client reads it: in the words of MCP, within its budget. */
export async function toolResult(
  { body, failed, replayed }: Pick<ToolAnswer, 'body' | 'failed' | 'replayed'>,
  { requestId, hinted, ...options }: ResultOptions,
): Promise<CallToolResult> {
  const said = withApprovalHint(inWordsOfMcp(body, { hinted }))
  return {
    ...(await atOnceOrInSlices(fittingContent(said, options))),
    ...(failed ? { isError: true } : {}),
    _meta: metaOf(requestId, replayed),
  }
}

export const metaOf = (requestId: string, replayed: boolean): { readonly [key: string]: unknown } => ({
  request_id: requestId,
  ...(replayed ? { idempotent_replay: true } : {}),
})
