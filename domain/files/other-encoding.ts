import { byteOfMisread, isMisreadByte } from './double-encoding.ts'
import type { Encoding } from './form.ts'

/** What a text is in another encoding than Windows-1252. */
export interface OtherReading {
  readonly encoding: Encoding
  readonly text: string
}

/** Words of accented letters alone, of which at least one is small: no Western language has such. */
const OF_ANOTHER_SCRIPT = /(?<!\p{L})(?=[À-ÞŒŠ]*[ß-ÿ])[À-ÿ]{4,}(?!\p{L})/u
/** Polish has marks within words or before them (`Ko³o`, `£ukasz`, `¯ak`), and Czech `ø` beside accents. */
const OF_CENTRAL_EUROPE = /[a-z][¹³¿]\p{L}|\p{L}[¹³¿][a-z]|(?<!\p{L})[£¯]\p{Ll}{2}|ø[íáéýìù]|[ìù]ø/u

/** Of a text that was read as Windows-1252, what it probably is in another encoding; null: it looks right. */
export function otherReadingOf(text: string): OtherReading | null {
  if (OF_CENTRAL_EUROPE.test(text)) return readAs('windows-1250', text)
  if (!OF_ANOTHER_SCRIPT.test(text)) return null
  const greek = readAs('windows-1253', text)
  return greek !== null && isGreek(greek.text) ? greek : readAs('windows-1251', text)
}

function readAs(encoding: Encoding, text: string): OtherReading | null {
  if (![...text].every(isMisreadByte)) return null
  const read = new TextDecoder(encoding).decode(Uint8Array.from(text, byteOfMisread))
  return read.includes('\ufffd') ? null : { encoding, text: read }
}

/** A Greek word of several syllables has one accent; Cyrillic that is read as Greek seldom has. */
const isGreek = (text: string): boolean =>
  (text.match(/\p{L}{4,}/gu) ?? []).every((word) => word.match(/[άέήίόύώΐΰΆΈΉΊΌΎΏ]/gu)?.length === 1)
