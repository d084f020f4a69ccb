import type { CallToolResult } from '@modelcontextprotocol/server'
import { atOnceOrInSlices } from '../../db/time-slices.ts'
import { type ContentOptions, fittingContent } from './answer/content.ts'
import { inWordsOfMcp, type ItemWords } from './answer/words.ts'
import { withApprovalHint } from './approval.ts'
import type { ToolAnswer } from './tool.ts'

export interface ResultOptions extends ContentOptions {
  readonly requestId: string
  /** What of its items is in the words of the service; null: nothing. */
  readonly itemWords: ItemWords | null
}

/** The answer of a tool as the client reads it: in the words of MCP, within its budget. */
export async function toolResult(
  { body, failed, replayed }: Pick<ToolAnswer, 'body' | 'failed' | 'replayed'>,
  { requestId, itemWords, ...options }: ResultOptions,
): Promise<CallToolResult> {
  const content = withApprovalHint(inWordsOfMcp(body, itemWords))
  return {
    ...(await atOnceOrInSlices(fittingContent(content, options))),
    ...(failed ? { isError: true } : {}),
    _meta: metaOf(requestId, replayed),
  }
}

export const metaOf = (requestId: string, replayed: boolean): { readonly [key: string]: unknown } => ({
  request_id: requestId,
  ...(replayed ? { idempotent_replay: true } : {}),
})
