import type { RedactionMatch } from './redaction-match.ts'

/** ISO/IEC 7812: the number of digits of a primary account number. */
const DIGITS_MIN = 13
const DIGITS_MAX = 19

interface Group {
  readonly start: number
  readonly end: number
  readonly digits: string
  /** The text between it and the previous group: empty for the first of a row. */
  readonly joint: string
  /** It is within a word, a code or a decimal number, where it cannot begin or end a card number. */
  readonly opensWord: boolean
  readonly closesWord: boolean
  /** A plus sign precedes it: telephone numbers have fifteen digits at most. */
  readonly dialled: boolean
}

/** Runs of digits, of any length: each character belongs to only one run. */
const RUN = /\d+/g
const JOINT = /^[ \t\u00a0\-.\u2010-\u2015]{1,2}$/

const UUID = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/gi

/**
 * Card numbers, with or without separators, by Luhn's check; ids, UUIDs, fractions, times and amounts are left alone.
 */
export function findCards(original: string): RedactionMatch[] {
  // A UUID may have its digits in groups like those of a card.
  const text = original.replaceAll(UUID, (uuid) => 'x'.repeat(uuid.length))
  const found: RedactionMatch[] = []
  const row: Group[] = []
  const search = (): void => {
    for (let index = 0; index < row.length;) {
      const length = cardFrom(row, index)
      const [first, last] = [row[index], row[index + length - 1]]
      if (length > 0 && first !== undefined && last !== undefined)
        found.push({ start: first.start, end: last.end, what: 'card number' })
      index += Math.max(1, length)
    }
    row.length = 0
  }
  for (const { index: start, 0: digits } of text.matchAll(RUN)) {
    const before = row.at(-1)
    const between = before === undefined ? '' : text.slice(before.end, Math.min(start, before.end + 3))
    if (before !== undefined && !JOINT.test(between)) search()
    row.push({
      start,
      end: start + digits.length,
      digits,
      joint: row.length === 0 ? '' : between,
      opensWord: !beginsFreely(text, start),
      closesWord: /[\p{L}_]/u.test(text.charAt(start + digits.length)),
      dialled: text.charAt(start - 1) === '+',
    })
  }
  search()
  return found
}

/**
 * Letters may precede it (`card4242…`, `pan_4242…`), but no code of letters and digits, and no decimal point of a
 * number.
 */
function beginsFreely(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - WORD_MAX), start)
  const word = /[\p{L}\p{N}_]*$/u.exec(before)?.[0] ?? ''
  return !/\p{N}/u.test(word) && !/\d\.$/.test(before)
}
/** Longer words than this before a number are codes. */
const WORD_MAX = 40

/** How many groups from here on form one card number; 0: none. The longest first, so that no part of it remains. */
function cardFrom(row: readonly Group[], from: number): number {
  const lengths: number[] = []
  let digits = 0
  for (let index = from; index < row.length && digits <= DIGITS_MAX; index += 1) {
    digits += row[index]?.digits.length ?? 0
    if (digits >= DIGITS_MIN && digits <= DIGITS_MAX) lengths.push(index - from + 1)
  }
  return lengths.toReversed().find((length) => isCard(row.slice(from, from + length))) ?? 0
}

function isCard(groups: readonly Group[]): boolean {
  const [first, ...others] = groups
  const last = groups.at(-1)
  if (first === undefined || last === undefined || last.closesWord) return false
  const grouping = groups.map(({ digits }) => digits.length)
  const byFours =
    grouping.length > 1 && grouping.slice(0, -1).every((length) => length === 4) && (grouping.at(-1) ?? 0) <= 4
  const joints = new Set(others.map(({ joint }) => (joint.trim() === '' ? ' ' : joint.trim())))
  // A point joins only groups of four: two prices side by side have one each.
  if (joints.size > 1 || (joints.has('.') && !byFours)) return false
  if (first.opensWord && !byFours) return false
  const number = groups.map(({ digits }) => digits).join('')
  // No issued card begins with 0, 1 or 7, and times in milliseconds and nanoseconds begin with 1.
  return /^[2-689]/.test(number) && !(first.dialled && number.length < 15) && passesLuhn(number)
}

/** The check digit of ISO/IEC 7812. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
