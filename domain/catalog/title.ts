import { TITLE_LENGTH_MAX } from './endpoint.ts'
import type { Method } from './endpoint.ts'

/** Words that are written in capitals wherever they stand. */
const CAPITALS = new Set(['ai', 'api', 'cik', 'csv', 'faq', 'html', 'id', 'ids', 'ip', 'json', 'llm', 'npi', 'ndc', 'pdf', 'pma', 'sec', 'seo', 'serp', 'udi', 'url', 'urls', 'vin', 'wmi', 'xbrl', 'xlsx', 'xml', 'zip'])
/** Path segments that name no thing: versions and the technical frame. */
const NOISE = /^(?:v?\d+(?:\.\d+)*|api|json|index|latest)$/i
/** GET and POST are left unsaid: what the path names is what is done (`/people/search`). */
const VERBS: Readonly<Record<Method, string>> = { GET: '', POST: '', PUT: 'replace', PATCH: 'change', DELETE: 'delete' }

/**
 * A short title made by rule from the operation's id, or from method and path where that says nothing. Never from the
 * document's prose: a summary is somebody's text, an identifier and a path are facts.
 */
export function titleOf(method: Method, path: string, operationId: string | null): string {
  const named = operationId === null ? [] : wordsOf(operationId)
  // An id of one word ("get", "search") or made of the path itself tells less than the path does.
  const useful = operationId !== null && !operationId.includes('{') && named.length >= 2 && named.length <= 9
  return sentence(useful ? named : pathWords(method, path))
}

function pathWords(method: Method, path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '' && !NOISE.test(segment))
  const things = segments.flatMap((segment) => wordsOf(segment.replace(/\{[^{}]*\}/g, ' ').replace(/\.(?:json|xml|html)$/i, ' ')))
  const placeholders = [...path.matchAll(/\{[+]?([^{}*+]+)[*+]?\}/g)].flatMap((match) => wordsOf(match[1] ?? ''))
  const by = placeholders.length > 0 ? ['by', ...placeholders] : []
  const words = [...wordsOf(VERBS[method]), ...things, ...by]
  return words.length > 0 ? words : ['query']
}

/** `sendNow`, `send_now`, `send-now`, `emails/send` -> their words in small letters. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

function sentence(words: readonly string[]): string {
  const text = words.map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word)).join(' ')
  const cut = text.length > TITLE_LENGTH_MAX ? text.slice(0, TITLE_LENGTH_MAX).replace(/\s+\S*$/, '') : text
  return cut.charAt(0).toUpperCase() + cut.slice(1)
}
