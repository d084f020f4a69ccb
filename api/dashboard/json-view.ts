import { html, type Html } from '../html/markup.ts'

/** Keeps a page small; the API gives all of it. */
const CHARACTERS_MAX = 20_000

/** A value as its JSON, in a box that scrolls by itself. `label`: unique on the page. */
export function jsonOf(label: string, value: unknown): Html {
  const text = JSON.stringify(value, null, 2)
  const id = `json-${label.toLowerCase().replaceAll(/\W+/g, '-')}`
  const shown = text.slice(0, CHARACTERS_MAX)
  return html`<pre tabindex="0" role="region" aria-label="${label}" id="${id}">${shown}</pre>
${text.length > CHARACTERS_MAX && html`<p class="quiet">These are the first ${CHARACTERS_MAX} of ${text.length} characters. The API returns all of them.</p>`}`
}
