import type { JsonObject } from '../../../domain/json/json.ts'
import { pageResult } from '../page.ts'
import { countOf, objectsOf, textOf } from '../wire.ts'

/** The page in Markdown, after its scripts ran where the caller wants that. */
export const contentTask = (input: JsonObject): JsonObject => ({
  url: textOf(input.url),
  markdown_view: true,
  enable_javascript: input.render === true,
})

const REFUSED_MIN = 400

/** null: the page refused the request, or has no content. */
export function readContent(result: JsonObject, input: JsonObject): JsonObject | null {
  const [page] = objectsOf(result.items, 1)
  if (page === undefined || (countOf(page.status_code) ?? 0) >= REFUSED_MIN) return null
  return pageResult({ url: input.url, format: 'markdown', content: page.page_as_markdown })
}
