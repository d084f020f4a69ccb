import type { JsonObject } from '../../../../domain/json/json.ts'
import { html, type Html } from '../../../html/markup.ts'
import { commandFor } from '../../command.ts'
import type { View } from '../../page.ts'
import { withCodeSpans } from '../../code-spans.ts'

/** How to request it: by the command line, and over HTTP. */
export const exampleOf = (
  view: View,
  { body, command }: { readonly body: JsonObject | null; readonly command: string | null },
): Html => html`<h2>Example</h2>
${command === null && body === null && html`<p class="empty">It cannot be run.</p>`}
${command !== null && html`<h3>Command</h3><pre tabindex="0" role="region" aria-label="Command">${commandFor(view, command)}</pre>`}
${body !== null && html`<h3>Body of <code>POST /v1/run</code></h3><pre tabindex="0" role="region" aria-label="Body">${JSON.stringify(body, null, 2)}</pre>`}`

export const hintList = (view: View, hints: readonly string[]): Html | null =>
  hints.length === 0
    ? null
    : html`<ul class="hints">${hints.map((hint) => html`<li>${withCodeSpans(commandFor(view, hint))}</li>`)}</ul>`
