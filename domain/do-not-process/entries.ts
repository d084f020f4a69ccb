import { mailboxOf } from '../accounts/mailbox.ts'
import { readIdentity } from '../identity/reading.ts'
import { SUBJECT_LENGTH_MAX } from '../identity/text.ts'
import type { ListHash, ListKind } from './lists.ts'
import { nameZipOf } from './name-zip.ts'

export type EntryReading =
  /** The normal form, of which the list keeps the hash. */
  | { readonly kind: 'plain'; readonly value: string }
  /** The hash, as it is written. */
  | { readonly kind: 'hashed'; readonly text: string; readonly encoding: 'hex' | 'base64' }
  /** A sentence. */
  | { readonly kind: 'refused'; readonly reason: string }

const HEX = /^[0-9a-f]{64}$/i
/** California's DROP publishes its hashes so, behind an id. */
const BASE64 = /^[A-Za-z0-9+/]{43}=$/
const NO_HASH = 'This is not the SHA-256 of an entry: it has 64 digits in hex, or 44 characters in Base64.'
const NO_NAME_ZIP = 'This is not a person by name and postal code: write it like ada|example|94105.'

const refused = (reason: string): EntryReading => ({ kind: 'refused', reason })

/** Reads one entry of a list; `cells` are those of its line. */
export function readEntry(
  cells: readonly string[],
  { kind, hash }: { readonly kind: ListKind; readonly hash: ListHash },
): EntryReading {
  if (hash === 'sha256') return readHash(cells)
  const text = cells[0]?.trim() ?? ''
  if (text.length > SUBJECT_LENGTH_MAX) return refused(`An entry has at most ${SUBJECT_LENGTH_MAX} characters.`)
  if (kind === 'name_zip') {
    const [first = '', last = '', zip = ''] = text.includes('|') ? text.split('|') : cells
    const value = nameZipOf(first, last, zip)
    return value === null ? refused(NO_NAME_ZIP) : { kind: 'plain', value }
  }
  const read = readIdentity(text, kind)
  if (read.kind === 'unreadable') return refused(read.reason)
  const { value } = read.identity
  return { kind: 'plain', value: kind === 'email' ? mailboxOf(value) : value }
}

/** The hash of a line, in whichever column it is. */
function readHash(cells: readonly string[]): EntryReading {
  const texts = cells.map((cell) => cell.trim())
  const hex = texts.find((text) => HEX.test(text))
  if (hex !== undefined) return { kind: 'hashed', text: hex, encoding: 'hex' }
  const base64 = texts.find((text) => BASE64.test(text))
  return base64 === undefined ? refused(NO_HASH) : { kind: 'hashed', text: base64, encoding: 'base64' }
}

export interface EntryLine {
  /** From 1. */
  readonly line: number
  readonly cells: readonly string[]
}

const SEPARATORS = /[,;\t]/
/** Lines that are cut in one step: some tens of microseconds. */
const LINES_PER_STEP = 64

/**
 * The lines of a file of entries that are not blank: an entry is short and has no line break, so the file is cut
 * without a parser of CSV, which takes ten times as long for a million of them.
 */
export function* readingLines(text: string, take: (line: EntryLine) => void): Generator<void, void> {
  let from = text.startsWith('\uFEFF') ? 1 : 0
  for (let line = 1; from < text.length; line += 1) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    const written = text.slice(from, to).trim()
    if (written !== '') take({ line, cells: written.split(SEPARATORS).map(unquoted) })
    from = to + 1
    if (line % LINES_PER_STEP === 0) yield
  }
}

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/s, '$1')
