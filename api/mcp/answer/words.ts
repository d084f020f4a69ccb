import { isJsonObject } from '../../../domain/json/json.ts'
import { inToolWords } from '../../../domain/cli/tool-words.ts'

/** The member of each item in which the service states something: where an item leads to, or why it was refused. */
export type ItemWords = 'hint' | 'error'

/** A body in the words of MCP: its error, its hints, and what its items state. */
export function inWordsOfMcp(body: object, itemWords: ItemWords | null): object {
  const { error, hints, items }: { readonly error?: unknown; readonly hints?: unknown; readonly items?: unknown } = body
  return {
    ...body,
    ...(isJsonObject(error) ? { error: errorInWords(error) } : {}),
    ...(Array.isArray(hints) ? { hints: hints.map(translate) } : {}),
    ...(itemWords !== null && Array.isArray(items) ? { items: items.map((item) => itemInWords(item, itemWords)) } : {}),
  }
}

function itemInWords(item: unknown, itemWords: ItemWords): unknown {
  if (!isJsonObject(item)) return item
  const { error } = item
  if (itemWords === 'hint') return withWords(item, 'hint')
  return isJsonObject(error) ? { ...item, error: errorInWords(error) } : item
}

function errorInWords(error: Readonly<Record<string, unknown>>): object {
  const { details } = error
  return {
    ...withWords(error, 'message'),
    ...(Array.isArray(details)
      ? { details: details.map((one: unknown) => (isJsonObject(one) ? withWords(one, 'message') : one)) }
      : {}),
  }
}

const translate = (text: unknown): unknown => (typeof text === 'string' ? inToolWords(text) : text)

const withWords = (object: Readonly<Record<string, unknown>>, member: string): object =>
  Object.hasOwn(object, member) ? { ...object, [member]: translate(object[member]) } : object
