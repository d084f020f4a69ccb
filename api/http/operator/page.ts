import type { OperatorPage } from '../../../domain/settings/operator-pages.ts'
import type { Assets } from '../../dashboard/assets.ts'
import { openPage, SITE_LINKS } from '../../dashboard/layout.ts'
import { readMarkdown } from '../../docs/markdown.ts'
import { html, type Html } from '../../html/markup.ts'

const TITLES: Readonly<Record<OperatorPage, string>> = {
  terms: 'Terms of service',
  privacy: 'Privacy',
  imprint: 'Imprint',
}

const UNPUBLISHED: Readonly<Record<OperatorPage, string>> = {
  terms: 'The operator of this service has not published its terms yet.',
  privacy: 'The operator of this service has not published its privacy notice yet.',
  imprint: 'The operator of this service has not published its imprint yet.',
}

/** `text`: the operator's own, in Markdown; null: not published yet. */
export function operatorPage(
  page: OperatorPage,
  { assets, text }: { readonly assets: Assets; readonly text: string | null },
): Html {
  const read = text === null ? null : readMarkdown(text)
  const title = read === null || read.title === '' ? TITLES[page] : read.title
  return openPage({
    assets,
    title: `${title} · Routed data`,
    body: html`<a class="skip" href="#main">Skip to the content</a>
<div class="open"><header class="open-top"><p class="brand"><a href="/">Routed data</a></p></header>
<main id="main" tabindex="-1" class="text"><h1>${title}</h1>
${read === null ? html`<p class="notice warn">${UNPUBLISHED[page]}</p>` : read.body}</main>
<footer class="open-foot"><p class="quiet spaced">${SITE_LINKS}</p></footer></div>`,
  })
}
