import type { Assets } from '../dashboard/assets.ts'
import { DOCS_PATH, REFERENCE_PATH } from '../dashboard/paths.ts'
import { html } from '../html/markup.ts'
import { docsPage } from './frame.ts'

/** The page of a path without a guide or an operation. */
export const missingPage = (assets: Assets): string =>
  docsPage({
    assets,
    title: 'There is no such page',
    part: DOCS_PATH,
    navigation: html`<nav class="sections" aria-label="Documents of the API"><ul>
<li><a href="${DOCS_PATH}">All guides</a></li><li><a href="${REFERENCE_PATH}#all">All operations</a></li></ul></nav>
`,
    main: html`<p>The <a href="${DOCS_PATH}">guides</a> and the <a href="${REFERENCE_PATH}">API reference</a> list every
page.</p>
`,
  })
