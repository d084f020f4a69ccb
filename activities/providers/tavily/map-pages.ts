import { WEB_MAP_LIMIT_DEFAULT } from '../../../domain/capabilities/web-map.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { pageResult } from '../page.ts'
import { absoluteUrl, countOf, objectOf, objectsOf, textOf, textsOf } from '../wire.ts'

/** The formats of POST /extract; it returns no HTML. */
export const FORMATS_TAKEN = ['markdown', 'text']
/** Levels below the first page. The provider serves five; each level may multiply the time. */
const DEPTH = 3
/** Links followed from one page: a page of an index has a hundred. */
const BREADTH = 100
/** Seconds after which the provider answers with the pages that it has found. */
const MAP_SECONDS = 60

const formatOf = (input: JsonObject): string => textOf(input.format) ?? 'markdown'

/** Body of POST /extract: one page, at a fifth of a credit. */
export const extractBody = (input: JsonObject): JsonObject => ({
  urls: [textOf(input.url)],
  extract_depth: 'basic',
  format: formatOf(input),
  include_usage: true,
})

/** null: no list of pages. A page that could not be read is in `failed_results`. */
export function readPage(body: Json, input: JsonObject): { readonly output: JsonObject | null } | null {
  const answer = objectOf(body)
  if (answer === null || !Array.isArray(answer.results)) return null
  const [page] = objectsOf(answer.results, 1)
  const url = page?.url ?? input.url
  return { output: page === undefined ? null : pageResult({ url, format: formatOf(input), content: page.raw_content }) }
}

const limitOf = (input: JsonObject): number => countOf(input.limit) ?? WEB_MAP_LIMIT_DEFAULT

/**
 * Body of POST /map. The provider chooses the pages by patterns of their paths, so no other page is mapped or billed.
 */
export function mapBody(input: JsonObject): JsonObject {
  const words = wordsOf(input)
  return {
    url: textOf(input.url),
    limit: limitOf(input),
    max_depth: DEPTH,
    max_breadth: BREADTH,
    allow_external: false,
    timeout: MAP_SECONDS,
    include_usage: true,
    ...(words.length === 0 ? {} : { select_paths: [`${words.map((word) => `(?=.*${anyCase(word)})`).join('')}.*`] }),
  }
}

const wordsOf = ({ query }: JsonObject): string[] => textOf(query)?.split(/\s+/) ?? []

/** "Docs" -> [Dd][Oo][Cc][Ss]: a pattern for every letter case, in any dialect of regular expressions. */
const anyCase = (word: string): string =>
  [...word]
    .map((letter) => {
      const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()]
      return lower === upper ? letter.replace(/[.*+?^${}()|[\]\\]/, '\\$&') : `[${upper}${lower}]`
    })
    .join('')

/** null: no list of pages. */
export function readLinks(
  body: Json,
  input: JsonObject,
): { readonly url: string | null; readonly links: JsonObject[] } | null {
  const answer = objectOf(body)
  if (answer === null || !Array.isArray(answer.results)) return null
  const urls = textsOf(answer.results, limitOf(input)).flatMap((url) => absoluteUrl(url) ?? [])
  return { url: absoluteUrl(answer.base_url), links: urls.map((url) => ({ url, title: null })) }
}
