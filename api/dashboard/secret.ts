import { html, type Html } from '../html/markup.ts'

interface ToCopy {
  /** Unique on the page. */
  readonly id: string
  /** Announced when it is copied: `Secret copied`. */
  readonly label: string
  readonly value: string
}

/** A value that a person copies. One click selects it, and the script adds a button that copies it. */
export const toCopy = ({
  id,
  label,
  value,
}: ToCopy): Html => html`<p class="secret-row"><input type="text" id="${id}" value="${value}"
  readonly data-copied="${label} copied" spellcheck="false" autocomplete="off"></p>`

/** A secret that is shown once. */
export const secretShown = (id: string, label: string, value: string): Html => html`<div class="secret">
<label for="${id}">${label}</label>
${toCopy({ id, label, value })}
</div>`

/** Shown above a secret that is shown once. */
export const copyNow = (what: string): Html => html`<p class="notice warn" role="status">
<strong>Copy ${what} now.</strong> It is shown this once and can never be read again.</p>`
