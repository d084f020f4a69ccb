import { codeBlock } from '../html/code-block.ts'
import { html, type Html } from '../html/markup.ts'
import type { ClientPackage } from './packages.ts'

/** How each client is installed, for pages. */
export const installLines = (packages: readonly ClientPackage[]): Html =>
  html`${packages.map(
    ({ what, install }) => html`<p>${what}:</p>
${codeBlock(install, what)}`,
  )}`
