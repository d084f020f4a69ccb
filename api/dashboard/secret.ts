import { html, type Html } from '../html/markup.ts'

/** A secret that is shown once. One click selects it, and the script adds a button that copies it. */
export const secretShown = (id: string, label: string, secret: string): Html => html`<div class="secret">
<label for="${id}">${label}</label>
<p class="secret-row"><input type="text" id="${id}" value="${secret}" readonly data-copied="${label} copied"
  spellcheck="false" autocomplete="off"></p>
</div>`

/** Stands above a secret that is shown once. */
export const copyNow = (what: string): Html => html`<p class="notice warn" role="status">
<strong>Copy ${what} now.</strong> It is shown this once and can never be read again.</p>`
