import { inToolWords } from '../../../domain/cli/tool-words.ts'

/** A body in the words of MCP: its error and its hints. `hinted`: each of its items has a hint too. */
export function inWordsOfMcp(body: object, { hinted }: { readonly hinted: boolean }): object {
  const { error, hints, items }: { readonly error?: unknown; readonly hints?: unknown; readonly items?: unknown } = body
  return {
    ...body,
    ...(isObject(error) ? { error: withWords(error, 'message') } : {}),
    ...(Array.isArray(hints) ? { hints: hints.map(said) } : {}),
    ...(hinted && Array.isArray(items)
      ? { items: items.map((item: unknown) => (isObject(item) ? withWords(item, 'hint') : item)) }
      : {}),
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const said = (text: unknown): unknown => (typeof text === 'string' ? inToolWords(text) : text)

const withWords = (object: Readonly<Record<string, unknown>>, member: string): object =>
  Object.hasOwn(object, member) ? { ...object, [member]: said(object[member]) } : object
