import { decoded, tidy } from '../identity/text.ts'

/** `<left@right>`; blanks around and within it come from folded header lines (RFC 5322, 3.6.4). */
const BRACKETED = /<([^<>]*)>/g
const LABEL = /^(?:(?:message-id|in-reply-to|references)\s*:|mid:)\s*/i
const ESCAPED = /^(?:%3c|&lt;)/i
const AROUND = /^["'`]+|["'`]+$/g

/**
 * The id of a mail in the one form in which it is stored, compared and sent to providers: `<left@right>` however it was
 * copied, without angle brackets, with blanks, or from a line of a header. A line with several ids, as `References`, is
 * read as its last one: the message that is answered. An id without `@` belongs to the provider alone and is only
 * trimmed.
 */
export function readMessageId(text: string): string {
  const written = unescaped(tidy(text).replaceAll(AROUND, ''))
  const unlabelled = written.replace(LABEL, '')
  const inner = [...unlabelled.matchAll(BRACKETED)].at(-1)?.[1] ?? lastOf(unlabelled)
  const id = inner.replaceAll(/\s+/g, '')
  return /[^@]@[^@]/.test(id) ? `<${id}>` : written
}

/** The spellings under which an id may be stored, as `spellings_v1` of the database reads them. */
export function spellingsOf(messageId: string): string[] {
  const read = readMessageId(messageId)
  const bare = read.replaceAll(/^<+|>+$/g, '')
  return [...new Set([messageId, read, bare, `<${bare}>`])]
}

/** `%3C…%3E` from a path, `&lt;…&gt;` from a page. An id itself may hold a percent sign. */
const unescaped = (text: string): string =>
  ESCAPED.test(text) ? (decoded(text) ?? text).replaceAll(/&lt;/gi, '<').replaceAll(/&gt;/gi, '>') : text

/** Without brackets a blank separates two ids, and there is none within one. */
const lastOf = (ids: string): string => ids.split(/[\s,]+/).findLast((one) => one.includes('@')) ?? ids
