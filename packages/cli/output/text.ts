/**
 * Characters that a terminal acts upon instead of showing them: control characters (C0 except line breaks and tabs,
 * DEL, C1, which holds the one-byte form of an escape sequence) and those that turn the direction of text. Text from
 * elsewhere must not control the terminal.
 */
// oxlint-disable-next-line no-control-regex -- the pattern searches for them
const ACTED_UPON = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Text of several lines that is safe on a terminal. */
export const safeText = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(ACTED_UPON, '')

/** The same on one line. */
export const safeLine = (text: string): string => safeText(text.replaceAll(/\s*[\r\n]+\s*/g, ' ').replaceAll('\t', ' '))

/** The same value in JSON: characters that a terminal would act upon are written as escapes. */
export const safeJson = (text: string): string =>
  text.replaceAll(ACTED_UPON, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Quoted so that bash and zsh read it back as one word; a word that needs no quotes gets none. */
export const quoted = (word: string): string =>
  /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const NARROW = /^[\u0020-\u007e]*$/
let segments: Intl.Segmenter | undefined

const charactersOf = (text: string): string[] => {
  segments ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segments.segment(text), ({ segment }) => segment)
}

const widthOfOne = (character: string): number => (WIDE.test(character) ? 2 : /^\p{Mark}+$/u.test(character) ? 0 : 1)

/** The terminal columns that a line takes. */
export const widthOf = (text: string): number =>
  NARROW.test(text) ? text.length : charactersOf(text).reduce((sum, one) => sum + widthOfOne(one), 0)

export const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** At most `width` columns, with an ellipsis where text is left out. */
export function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 0
  for (const one of charactersOf(text)) {
    used += widthOfOne(one)
    if (used > width - 1) break
    kept += one
  }
  return `${kept}…`
}

/** Lines of at most `width` columns, broken at spaces; a longer word gets its own line. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ')) {
      if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
        lines.push(line)
        line = word
      } else {
        line = line === '' ? word : `${line} ${word}`
      }
    }
    return [...lines, line]
  })
}

/** A name on lines of `width` columns, broken before the slashes of its path; a longer part gets its own line. */
export function brokenPath(name: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of name.split(/(?=\/)/)) {
    if (line !== '' && widthOf(line) + widthOf(part) > width - (lines.length === 0 ? 0 : 2)) {
      lines.push(line)
      line = part
    } else {
      line += part
    }
  }
  return [...lines, line]
}

/** Lines of text from the service, each on its line whatever it holds. */
export const linesOf = (lines: readonly string[]): string => lines.map((line) => `${safeLine(line)}\n`).join('')
