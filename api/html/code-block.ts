import { html, type Html } from './markup.ts'

/** A block of code. The script adds a button that copies it. */
export const codeBlock = (text: string, label: string): Html =>
  html`<div class="code">
<pre tabindex="0" role="group" aria-label="${label}" data-copied="${label} copied">${text}</pre></div>
`
