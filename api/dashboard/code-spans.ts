import { html, type Html } from '../html/markup.ts'

/** A sentence of the API, in which `words` in backticks are code. */
export const withCodeSpans = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
