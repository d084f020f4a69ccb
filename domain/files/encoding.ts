import type { Encoding } from './form.ts'

/** Enough to tell: spreadsheets write the same pattern from the first character on. */
const SAMPLE_BYTES = 2_048

export interface DetectedEncoding {
  readonly encoding: Encoding
  /** How many bytes the byte order mark has. */
  readonly bomBytes: number
}

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * The encoding of a text file by its byte order mark, by the zero bytes of UTF-16, or by whether it is UTF-8. What is
 * none of these is Windows-1252, in which spreadsheets of Western Europe and America save; null for UTF-8 with some
 * broken characters, which no other encoding would read better.
 */
export function encodingOf(bytes: Uint8Array, isUtf8: boolean): DetectedEncoding | null {
  for (const [encoding, mark] of MARKS)
    if (mark.every((byte, index) => bytes[index] === byte))
      return encoding === 'utf-8' && !isUtf8 ? null : { encoding, bomBytes: mark.length }
  const utf16 = utf16Of(bytes)
  if (utf16 !== null) return { encoding: utf16, bomBytes: 0 }
  if (isUtf8) return { encoding: 'utf-8', bomBytes: 0 }
  return isDamagedUtf8(bytes) ? null : { encoding: 'windows-1252', bomBytes: 0 }
}

/** UTF-16 of mostly Latin text has a zero in every other byte, and a text in another encoding has none. */
function utf16Of(bytes: Uint8Array): Encoding | null {
  const length = Math.min(bytes.length, SAMPLE_BYTES)
  let even = 0
  let odd = 0
  for (let index = 0; index < length; index += 1) {
    if (bytes[index] !== 0) continue
    if (index % 2 === 0) even += 1
    else odd += 1
  }
  const most = length / 2
  if (odd > most * 0.4 && even < most * 0.1) return 'utf-16le'
  return even > most * 0.4 && odd < most * 0.1 ? 'utf-16be' : null
}

/** Windows-1252 has sequences of bytes that are UTF-8 by rare chance only: a file with as many of them as of others. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let valid = 0
  let broken = 0
  for (let index = 0; index < bytes.length;) {
    const length = sequenceLength(bytes, index)
    if (length > 1) valid += 1
    if (length === 0) broken += 1
    index += Math.max(1, length)
  }
  return valid >= broken && valid > 0
}

/** Of the character that begins at an index: 0 where none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length =
    first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 && first < 0xe0 ? 2 : 0
  for (let next = 1; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0
  return length
}
