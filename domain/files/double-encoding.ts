/** Windows-1252 for the bytes 0x80 to 0x9f, with the controls that take the place of the five that it lacks. */
const MARKS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
/** Any byte of UTF-8 but the first of a character. */
const NEXT = `[\\u0080-\\u00bf${MARKS}]`
/** The same without what may follow a word. */
const NEXT_IN_WORD = '[\\u0081\\u008d\\u008f\\u0090\\u009dƒŠŒŽšœžŸ\\u00a1-\\u00aa\\u00ac-\\u00ba\\u00bc-\\u00bf]'

/**
 * UTF-8 that was read as Windows-1252 and saved as UTF-8: letters of Latin scripts (`Ã¼`), marks (`â€™`), and two or
 * more characters in a row of other scripts. What people write does not match: `ČÍŽEK`, `„MENÜ“`, `»BLÅ«`, `SÃO`.
 */
const TWICE = new RegExp(
  [
    `[ÃÄÅ](?:${NEXT_IN_WORD}|(?!\\u00a0)${NEXT}(?=\\p{L}))`,
    `(?<=\\p{Ll})[ÃÄÅ]${NEXT}`,
    'Â[\\u00a1-\\u00bf]',
    `â[€‚„]${NEXT}`,
    `(?:[ÎÏÐÑ×ØÙÚÛ]${NEXT}){2,}`,
    `(?:[ã-í]${NEXT}{2}){2,}`,
  ].join('|'),
  'gu',
)

/** Programs in a row that each read the text of the one before in the wrong encoding. */
const TIMES_MAX = 3

/** What a text was before it was saved in the wrong encoding, as far as it shows; null: it looks right. */
export function savedTwice(text: string): string | null {
  let read = text
  for (let times = 0; times < TIMES_MAX && read.search(TWICE) >= 0; times += 1)
    read = decoded(read) ?? read.replaceAll(TWICE, (part) => decoded(part) ?? part)
  return read === text ? null : read
}

/** The text whose bytes of UTF-8 these are; null: they are bytes of none. */
function decoded(written: string): string | null {
  if (![...written].every(isMisreadByte)) return null
  const text = new TextDecoder().decode(Uint8Array.from(written, byteOfMisread))
  return text.includes('\ufffd') ? null : text
}

/** Whether a character is one that a byte becomes which is read as Windows-1252. */
export const isMisreadByte = (char: string): boolean => char <= '\u00ff' || MARKS.includes(char)

/** That byte. */
export function byteOfMisread(char: string): number {
  const index = MARKS.indexOf(char)
  return index < 0 ? char.charCodeAt(0) : 0x80 + index
}
