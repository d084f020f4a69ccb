import { withCodeSpans } from '../../code-spans.ts'
import { html, type Html } from '../../../html/markup.ts'

export const hintList = (hints: readonly string[]): Html | null =>
  hints.length === 0 ? null : html`<ul class="hints">${hints.map((hint) => html`<li>${withCodeSpans(hint)}</li>`)}</ul>`
