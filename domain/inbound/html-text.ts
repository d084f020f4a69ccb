import type { Json } from '../json/json.ts'
import { text } from './wire.ts'
import { convert, type HtmlToTextOptions } from 'html-to-text'

/** A mail of a person has some kilobytes, and a newsletter some hundred: the rest of a longer one is left out. */
const HTML_LENGTH_MAX = 1_000_000
/** About fifty pages. */
const TEXT_LENGTH_MAX = 100_000

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: HTML_LENGTH_MAX, maxDepth: 100, maxChildNodes: 10_000, maxBaseElements: 10 },
  selectors: [
    ...['img', 'script', 'style', 'head', 'title'].map((selector) => ({ selector, format: 'skip' })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
}

/** The text of a mail that has HTML alone; null: it shows nothing that is text. */
export function textOfHtml(html: string): string | null {
  const shown = convert(html.slice(0, HTML_LENGTH_MAX), OPTIONS).slice(0, TEXT_LENGTH_MAX).toWellFormed().trim()
  return shown === '' ? null : shown
}

/** A text of a provider that shows something; null: it has none. */
export function written(value: Json | undefined): string | null {
  const given = text(value)
  return given === null || given.trim() === '' ? null : given
}

/** The text of a mail, or the text of its HTML where it has HTML alone. */
export function textOr(plain: Json | undefined, html: Json | undefined): string | null {
  const markup = written(plain) === null ? written(html) : null
  return markup === null ? text(plain) : textOfHtml(markup)
}
