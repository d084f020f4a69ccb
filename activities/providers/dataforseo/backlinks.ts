import { SEO_BACKLINKS_LIMIT_DEFAULT, SEO_BACKLINKS_LIMIT_MAX } from '../../../domain/capabilities/seo-backlinks.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { booleanOf, countOf, listOf, objectOf, textOf, urlOf } from '../wire.ts'

/** The page if the input names one, else the site; the provider expects sites without `www`. */
const targetOf = (input: JsonObject): string | null =>
  textOf(input.url) ?? textOf(input.domain)?.replace(/^www\./i, '') ?? null

export const backlinksTask = (input: JsonObject): JsonObject => ({
  target: targetOf(input),
  limit: Math.min(countOf(input.limit) ?? SEO_BACKLINKS_LIMIT_DEFAULT, SEO_BACKLINKS_LIMIT_MAX),
  mode: 'as_is',
})

export const summaryTask = (input: JsonObject): JsonObject => ({ target: targetOf(input) })

/** The links, with the counts of a summary if there is one. */
export function readBacklinks(links: JsonObject, summary: JsonObject | null): JsonObject | null {
  if (!Array.isArray(links.items) && links.items !== null) return null
  return {
    target: textOf(links.target),
    total: countOf(links.total_count),
    referring_domains: countOf(summary?.referring_domains),
    rank: countOf(summary?.rank),
    backlinks: listOf(links.items, SEO_BACKLINKS_LIMIT_MAX).flatMap(readBacklink),
  }
}

function readBacklink(value: Json): JsonObject[] {
  const link = objectOf(value)
  const from = urlOf(link?.url_from)
  if (link === null || from === null) return []
  return [
    {
      url_from: from,
      domain_from: textOf(link.domain_from),
      title_from: textOf(link.page_from_title),
      url_to: urlOf(link.url_to),
      anchor: textOf(link.anchor),
      dofollow: booleanOf(link.dofollow),
      rank: countOf(link.rank),
      first_seen: momentOf(link.first_seen),
      last_seen: momentOf(link.last_seen),
    },
  ]
}

/** "2026-03-01 10:20:30 +00:00" in ISO 8601; null for anything else. */
function momentOf(value: Json | undefined): string | null {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) \+00:00$/.exec(textOf(value) ?? '')
  return match === null ? null : `${match[1]}T${match[2]}Z`
}
