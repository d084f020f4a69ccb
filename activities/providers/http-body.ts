import type { Json } from '../../domain/json/json.ts'
import { parseExactJson } from '../../domain/json/exact.ts'

/** Tables, feeds and plain text. An HTML page is an error, whatever its status states. */
const TEXT_TYPE =
  /^(?:text\/(?:plain|csv|tab-separated-values|xml|markdown)|application\/(?:[a-z0-9.+-]+\+)?xml|application\/(?:x-ndjson|yaml|csv))\s*(?:;|$)/i

/**
 * `json` reads JSON only. `text` takes any content type and gives the body as one string. `either` reads JSON, and
 * other texts except HTML pages as a string. Long numbers in JSON keep their digits in every mode.
 */
export type Expected = 'json' | 'text' | 'either'

const JSON_TYPE = /^(?:application|text)\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i

/**
 * The body of an answer as a value. Only a 2xx must be readable: proxies in front of providers answer errors with HTML
 * pages, of which only the status is used.
 */
export function decodeBody(answer: {
  readonly status: number
  readonly contentType: string | string[] | undefined
  readonly bytes: Uint8Array
  readonly expect: Expected
}): { readonly body: Json } | { readonly fault: string } {
  const decoded = isText(answer) ? decodeText(answer.bytes) : decodeJson(answer)
  const readable = answer.status >= 200 && answer.status < 300
  return 'fault' in decoded && !readable ? { body: null } : decoded
}

function isText({
  contentType,
  expect,
}: {
  readonly contentType: string | string[] | undefined
  readonly expect: Expected
}): boolean {
  if (expect !== 'either') return expect === 'text'
  const type = [contentType].flat()[0] ?? ''
  return !JSON_TYPE.test(type) && TEXT_TYPE.test(type)
}

function decodeJson(answer: {
  readonly status: number
  readonly contentType: string | string[] | undefined
  readonly bytes: Uint8Array
  readonly expect: Expected
}) {
  const NO_CONTENT = 204
  if (answer.status === NO_CONTENT) return { body: null }
  if (!JSON_TYPE.test([answer.contentType].flat()[0] ?? '')) return { fault: 'the content type is not JSON' }
  const text = decodeText(answer.bytes)
  return 'fault' in text ? text : parse(text.body)
}

function decodeText(bytes: Uint8Array): { readonly body: string } | { readonly fault: string } {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { fault: 'the body is not UTF-8' }
  }
}

function parse(text: string): { readonly body: Json } | { readonly fault: string } {
  try {
    return { body: parseExactJson(text) }
  } catch {
    return { fault: 'the body is not valid JSON' }
  }
}
