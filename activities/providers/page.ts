import { PAGE_CONTENT_LENGTH_MAX, PAGE_LINKS_MAX } from '../../domain/capabilities/web-scrape.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import { unique, urlOf } from './wire.ts'

/** The URL of a link in Markdown, up to its title or closing parenthesis. */
const LINK = /\]\((https?:\/\/[^\s()<>"]{1,2040})/g

/** The entire result of `web.scrape`; null for a page without content. `links` are those of Markdown. */
export function pageResult(page: {
  readonly url: Json | undefined
  readonly format: string
  readonly content: Json | undefined
}): JsonObject | null {
  const content = typeof page.content === 'string' ? page.content : ''
  if (content.trim() === '') return null
  return {
    url: urlOf(page.url),
    title: null,
    description: null,
    language: null,
    format: page.format,
    content: content.slice(0, PAGE_CONTENT_LENGTH_MAX),
    truncated: content.length > PAGE_CONTENT_LENGTH_MAX,
    links: page.format === 'markdown' ? linksIn(content) : null,
  }
}

const linksIn = (markdown: string): string[] =>
  unique([...markdown.matchAll(LINK)].flatMap(([, url]) => url ?? [])).slice(0, PAGE_LINKS_MAX)
