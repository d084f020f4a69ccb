import { html, type Html } from '../../../html/markup.ts'
import { commandFor } from '../../command.ts'
import type { View } from '../../page.ts'
import { withCodeSpans } from '../../code-spans.ts'

export const hintList = (view: View, hints: readonly string[]): Html | null =>
  hints.length === 0
    ? null
    : html`<ul class="hints">${hints.map((hint) => html`<li>${withCodeSpans(commandFor(view, hint))}</li>`)}</ul>`
