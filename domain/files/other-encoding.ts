import { byteOfMisread, isMisreadByte } from './double-encoding.ts'
import type { Encoding } from './form.ts'

/** What a text is in another encoding than Windows-1252. */
export interface OtherReading {
  readonly encoding: Encoding
  readonly text: string
}

/** Words of small accented letters alone behind the first: no Western language has such. */
const OF_ANOTHER_SCRIPT = /(?<!\p{L})(?:[À-Þ][Ü-ÿ]{3,}|[Ü-ÿ]{4,})(?!\p{L})/u
/** Polish has marks within words or before them (`Ko³o`, `£ukasz`, `¯ak`), and Czech `ø` next to accents. */
const OF_CENTRAL_EUROPE = /[a-z][¹³¿]\p{L}|\p{L}[¹³¿][a-z]|(?<!\p{L})[£¯]\p{Ll}{2}|ø[íáéýìù]|[ìù]ø/u

/** Encodings of two bytes a character, and what a text in them looks like. Half-width kana are bytes of another one. */
const OF_TWO_BYTES: readonly (readonly [Encoding, RegExp])[] = [
  ['shift_jis', /^(?=.*[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}])[^\uff61-\uff9f]*$/su],
  ['euc-kr', /^(?=.*\p{sc=Hangul})[\p{sc=Hangul}\p{ASCII}]*$/su],
  ['gb18030', /^(?=.*\p{sc=Han})[\p{sc=Han}\p{ASCII}（）·，]*$/su],
]
/** Of a text that was read as Windows-1252, what it probably is in another encoding; null: it looks right. */
export function otherReadingOf(text: string): OtherReading | null {
  if (!/[\u0080-\uffff]/.test(text)) return null
  if (OF_CENTRAL_EUROPE.test(text)) return readAs('windows-1250', text)
  if (!OF_ANOTHER_SCRIPT.test(text)) return readAsTwoBytes(text)
  const greek = readAs('windows-1253', text)
  return greek !== null && isGreek(greek.text) ? greek : readAs('windows-1251', text)
}

/** Such a text is mostly letters and marks that no word has in a row: `•”’·`, `ÀÌ¸§`, `ÕÅÎ°`. */
function readAsTwoBytes(text: string): OtherReading | null {
  const high = text.match(/[\u0080-\uffff]/g) ?? []
  const isOdd = new Set(high).size > 2 && high.length > 3 && 2 * high.length > text.length
  if (!isOdd || !high.some((char) => /\P{L}/u.test(char))) return null
  const readings = OF_TWO_BYTES.map(([encoding, looks]) => {
    const reading = readAs(encoding, text)
    return reading !== null && looks.test(reading.text) ? reading : null
  })
  return readings.find((reading) => reading !== null) ?? null
}

function readAs(encoding: Encoding, text: string): OtherReading | null {
  if (![...text].every(isMisreadByte)) return null
  const read = new TextDecoder(encoding).decode(Uint8Array.from(text, byteOfMisread))
  return read.includes('\ufffd') ? null : { encoding, text: read }
}

/** A Greek word of several syllables has one accent; Cyrillic that is read as Greek seldom has. */
const isGreek = (text: string): boolean =>
  (text.match(/\p{L}{4,}/gu) ?? []).every((word) => word.match(/[άέήίόύώΐΰΆΈΉΊΌΎΏ]/gu)?.length === 1)
