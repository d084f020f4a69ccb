import type { JsonObject } from '../../../domain/json/json.ts'
import type { ToolCall } from '../tool-call.ts'
import { charsIn } from './content.ts'

/** What is around the items of a page takes the rest. */
const SHARE_OF_ITEMS = 0.7

interface Page {
  readonly body: object
  /** The same as JSON. */
  readonly text: string
}

/** What an answer may measure, and how. */
export type PageBudget = Pick<ToolCall, 'chars' | 'form'>

/**
 * A page that fits into its budget, so that its cursor leads to the item after the last one that is shown. `read` reads
 * a page with another limit, which is free and changes nothing.
 */
export async function pageWithin<Answer extends Page>(
  answer: Answer,
  { chars, form }: PageBudget,
  read: (limit: number) => Promise<Answer>,
): Promise<Answer> {
  const most = chars * SHARE_OF_ITEMS
  const lengthOf = (json: string): number => charsIn(json, form)
  const fitting = itemsWithin(answer.body, most, lengthOf)
  if (lengthOf(answer.text) <= most || fitting === null) return answer
  return read(Math.max(1, fitting))
}

/** The number of a page's first items with at most this many characters; null: it is no page with more than one. */
function itemsWithin(body: object, chars: number, lengthOf: (json: string) => number): number | null {
  const { items, ...around }: { readonly items?: unknown } = body
  if (!Array.isArray(items) || items.length < 2 || !('next_cursor' in around || 'next_after' in around)) return null
  let left = chars - lengthOf(JSON.stringify(around))
  const first = items.findIndex((item) => {
    left -= lengthOf(JSON.stringify(item)) + 1
    return left < 0
  })
  return first === -1 ? null : first
}

/** The arguments of the same read with another limit; it waits for nothing, because there are items. */
export const argumentsWithLimit = ({ wait: _wait, ...args }: JsonObject, limit: number): JsonObject => ({
  ...args,
  limit,
})
