import type { YAMLError } from 'yaml'

/**
 * A quoted scalar of several lines whose continuation lines are indented no deeper than its key:
 *
 *     description: '
 *     continues here'
 *
 * YAML 1.2 forbids it and PyYAML accepts it, so it occurs in published documents. The parser reports the place of its
 * error. Only there are the continuation lines indented, which changes no value: leading blanks of continuation lines
 * are folded away.
 */

/** How far above an error its scalar may begin: no longer quoted prose is known. */
const LINES_BACK_MAX = 400

/** The position of the quoted scalar that an error lies in, or null for any other error. */
export function outdented(text: string, error: YAMLError): number | null {
  const at = error.pos[0]
  let start = text.lastIndexOf('\n', at - 1) + 1
  for (let back = 0; back < LINES_BACK_MAX; back += 1) {
    const opening = openedAt(text, start)
    if (opening !== null && closingQuote(text, opening) >= at - 1 && continuesOutdented(text, opening)) return opening
    if (start === 0) return null
    start = text.lastIndexOf('\n', start - 2) + 1
  }
  return null
}

/** Position of a quote that opens the value of a key or a list item on the line at `start`. */
function openedAt(text: string, start: number): number | null {
  const line = text.slice(start, endOfLine(text, start))
  const opening = /^(\s*(?:- +)*(?:[^'"#\s][^'"#]*?:\s+|- +))['"]/.exec(line)
  return opening === null ? null : start + (opening[1] ?? '').length
}

/** The text with the continuation lines of the quoted scalar at `at` indented below its key. */
export function repairOutdented(text: string, at: number): string {
  const close = closingQuote(text, at) + 1
  const lineStart = text.lastIndexOf('\n', at) + 1
  const pad = ' '.repeat(indentOf(text.slice(lineStart, at)) + 2)
  const inside = text.slice(at, close).split('\n')
  const repaired = inside.map((line, index) => (index === 0 || line.trim() === '' ? line : pad + line.trimStart()))
  return text.slice(0, at) + repaired.join('\n') + text.slice(close)
}

function continuesOutdented(text: string, at: number): boolean {
  const close = closingQuote(text, at)
  if (close < 0) return false
  const keyIndent = indentOf(text.slice(text.lastIndexOf('\n', at) + 1, at))
  const [, ...continued] = text.slice(at, close + 1).split('\n')
  return continued.some((line) => line.trim() !== '' && indentOf(line) <= keyIndent)
}

/** Position of the quote that ends the scalar opened at `at`; -1 when none does. */
function closingQuote(text: string, at: number): number {
  const quote = text[at]
  for (let index = at + 1; index < text.length; index += 1) {
    const character = text[index]
    if (quote === '"' && character === '\\') index += 1
    else if (character === quote && quote === "'" && text[index + 1] === "'") index += 1
    else if (character === quote) return index
  }
  return -1
}

/** Columns before the first thing of the line, list dashes counted in. */
const indentOf = (line: string): number => /^\s*(?:- +)*/.exec(line)?.[0].length ?? 0

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end
}
