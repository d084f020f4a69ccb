import type { Identity } from './kinds.ts'
import { readSubject } from './read.ts'

/** Address books write two or three into one cell; more are a list of people. */
const PARTS_MAX = 10
/** As much as that many addresses with their names take. */
const TEXT_LENGTH_MAX = 1_000

const BETWEEN_EMAILS = /[\s,;|/<>()[\]"]+|:::/u
/** What separates two numbers of a cell. */
export const BETWEEN_PHONES = /:::|[;,|\n\r]|\s\/\s|\s(?:or|oder|ou|o\.?|und|and|y|e|et|&)\s|\s(?=\+)/iu
const FAX = /(?:tele)?fax[\s.:]*\+?[\d\s()./-]+/giu

/**
 * The addresses or numbers of one cell, as address books and people write several: `a@example.com ::: b@example.com`.
 * Parts that cannot be read are left out. A text that reads as one identity is that one.
 */
export function identitiesIn(text: string, kind: 'email' | 'phone'): readonly Identity[] {
  const one = readSubject(text, kind)
  if (one !== null) return [one]
  if (text.length > TEXT_LENGTH_MAX) return []
  const parts =
    kind === 'email'
      ? text.split(BETWEEN_EMAILS).filter((part) => part.includes('@'))
      : text.replace(FAX, '').split(BETWEEN_PHONES)
  const read = parts.slice(0, PARTS_MAX).flatMap((part) => readSubject(part, kind) ?? [])
  return [...new Map(read.map((identity) => [identity.value, identity])).values()]
}
