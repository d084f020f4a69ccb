import { TITLE_LENGTH_MAX, type Method } from './endpoint.ts'
import { wordsOf } from '../words/tokenize.ts'

/** Words that are always written in capitals. */
const CAPITALS = new Set([
  'ai',
  'api',
  'cik',
  'csv',
  'faq',
  'html',
  'id',
  'ids',
  'ip',
  'json',
  'llm',
  'npi',
  'ndc',
  'pdf',
  'pma',
  'sec',
  'seo',
  'serp',
  'udi',
  'url',
  'urls',
  'vin',
  'wmi',
  'xbrl',
  'xlsx',
  'xml',
  'zip',
])
/** Path segments that name no thing: versions and technical parts. */
const NOISE = /^(?:v?\d+(?:\.\d+)*|api|json|latest)$/i
/** GET and POST have no verb in the title: the path names the action (`/people/search`). */
const VERBS: Readonly<Record<Method, string>> = { GET: '', POST: '', PUT: 'replace', PATCH: 'change', DELETE: 'delete' }

/** Words of identifiers besides the thing: they give no reason to prefer the identifier to the path. */
const GENERIC = new Set([
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'list',
  'read',
  'query',
  'by',
  'api',
  'endpoint',
  'id',
  'the',
  'a',
  'an',
])

/**
 * A short title made by rule: the operation's id if it states more than the path ("people-enrichment" of
 * `/people/match`), else method and path. The document's prose is never used: a summary is its author's text, an
 * identifier and a path are facts.
 */
export function titleOf(method: Method, path: string, operationId: string | null): string {
  const byPath = pathWords(method, path)
  const named = operationId === null || operationId.includes('{') ? [] : wordsOf(operationId)
  const known = new Set(byPath.flatMap((word) => [word, `${word}s`, word.replace(/s$/, '')]))
  const adds = named.some((word) => !known.has(word) && !GENERIC.has(word) && !NOISE.test(word))
  return sentence(adds && named.length >= 2 && named.length <= 9 ? named : byPath)
}

function pathWords(method: Method, path: string): string[] {
  const segments = path.split('/').map((segment) =>
    segment
      .replace(/\{[^{}]*\}/g, ' ')
      .replace(/\.json$/i, '')
      .trim(),
  )
  const things = segments.filter((segment) => !NOISE.test(segment)).flatMap(wordsOf)
  const placeholders = [...path.matchAll(/\{[+]?([^{}*+]+)[*+]?\}/g)].flatMap((match) => wordsOf(match[1] ?? ''))
  const by = placeholders.length > 0 ? ['by', ...placeholders] : []
  const words = [...wordsOf(VERBS[method]), ...things, ...by]
  return words.length > 0 ? words : ['query']
}

function sentence(words: readonly string[]): string {
  const text = words.map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word)).join(' ')
  const cut = text.length > TITLE_LENGTH_MAX ? text.slice(0, TITLE_LENGTH_MAX).replace(/\s+\S*$/, '') : text
  return cut.charAt(0).toUpperCase() + cut.slice(1)
}
