import type { Assets } from '../dashboard/assets.ts'
import { documentOf, DOCUMENTS, LIVE_STATUS } from '../dashboard/layout.ts'
import { DASHBOARD_PATH, DOCS_PATH, REFERENCE_PATH } from '../dashboard/paths.ts'
import { html, type Html, type Part } from '../html/markup.ts'
import { pagePolicy } from '../html/policy.ts'

export const DOCS_HEADERS = pagePolicy({ scripts: true, connects: false, forms: true })
/** A page that sends requests to this service. */
export const TRYING_HEADERS = pagePolicy({ scripts: true, connects: true, forms: true })

export interface DocsPage {
  readonly assets: Assets
  readonly title: string
  /** Above the heading: where the page belongs. */
  readonly above?: Part
  readonly main: Html
  readonly navigation: Html
  /** The path of the part of the documents that the page belongs to. */
  readonly part: typeof DOCS_PATH | typeof REFERENCE_PATH
  /** It has a form that tries a request. */
  readonly tries?: true
  /** Next to the content, where there is room. */
  readonly aside?: Html | null
}

const PARTS = [
  [DOCS_PATH, 'Guides'],
  [REFERENCE_PATH, 'API reference'],
] as const

/** A page of the guides or of the reference. It is the same for every reader, so a cache may keep it. */
export const docsPage = ({ assets, title, above, main, navigation, part, tries, aside }: DocsPage): string =>
  documentOf(
    {
      assets,
      title: `${title} · Routed data`,
      body: html`<a class="skip" href="#main">Skip to the content</a>
<header><div class="top"><p class="brand"><a href="/">Routed data</a></p>
<nav class="parts" aria-label="Documents"><ul>${PARTS.map(
        ([path, name]) => html`<li><a href="${path}"${path === part && html` aria-current="true"`}>${name}</a></li>`,
      )}
<li><a href="${DASHBOARD_PATH}">Dashboard</a></li></ul></nav></div></header>
<div class="columns"><main id="main" tabindex="-1">
${above}<h1>${title}</h1>
${main}</main>
${navigation}${aside}</div>
${DOCUMENTS}${LIVE_STATUS}`,
    },
    { ofDocs: true, script: tries === true ? assets.referenceScript : null },
  ).toString()
