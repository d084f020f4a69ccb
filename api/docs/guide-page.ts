import type { Assets } from '../dashboard/assets.ts'
import { DOCS_PATH, REFERENCE_PATH } from '../dashboard/paths.ts'
import { html, type Html, type Part } from '../html/markup.ts'
import { docsPage } from './frame.ts'
import type { Guide } from './guides.ts'
import type { Heading } from './markdown.ts'

interface Guides {
  readonly assets: Assets
  readonly guides: readonly Guide[]
}

/** A guide, and after its text what is made from data. */
export const guidePage = (
  guide: Guide,
  { assets, guides, further }: Guides & { readonly further: Generated | null },
): string =>
  docsPage({
    assets,
    title: guide.title,
    part: DOCS_PATH,
    navigation: navigation(guides, guide.path),
    main: html`${guide.body}${further?.body}${neighbours(guide, guides)}`,
    aside: contents([...guide.headings, ...(further?.headings ?? [])]),
  })

/** A part of a guide that is made from data. */
export interface Generated {
  readonly body: Html
  readonly headings: readonly Heading[]
}

/** The first page: every guide with its first sentence, and the other documents. */
export const docsIndex = ({ assets, guides }: Guides): string =>
  docsPage({
    assets,
    title: 'Guides',
    part: DOCS_PATH,
    navigation: navigation(guides, DOCS_PATH),
    main: html`<p class="lead">One API and one prepaid wallet for lookups and outreach over many providers. Start in the
sandbox: it costs nothing and needs no account at a provider.</p>
<ul class="cards">${guides.map(
      ({ path, title, headings }) => html`<li class="card"><h2><a href="${path}">${title}</a></h2>
<p class="quiet">${headings.map((heading) => heading.title).join(' · ')}</p></li>
`,
    )}</ul>
<h2>Further documents</h2>
<ul class="bullets"><li><a href="${REFERENCE_PATH}">API reference</a>: every operation with its members, errors and
samples for curl, TypeScript, Python and MCP.</li>
<li><a href="/openapi.json">OpenAPI document</a>: the same for programs.</li>
<li><a href="/llms.txt">llms.txt</a>: the first document for a language model.</li>
<li><a href="/auth.md">auth.md</a> and <a href="/pricing.md">pricing.md</a>: credentials and prices, for agents.</li>
<li><a href="/.well-known/agent-skills/index.json">Skills</a>: find people, enrich a list, and reach out
lawfully.</li></ul>
`,
  })

function navigation(guides: readonly Guide[], current: string): Html {
  const entry = (path: string, title: string): Html =>
    html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${title}</a></li>
`
  return html`<nav class="sections" aria-label="Guides"><ul>
${entry(DOCS_PATH, 'All guides')}${guides.map(({ path, title }) => entry(path, title))}</ul></nav>
`
}

/** The headings of a long page. */
const contents = (headings: readonly Heading[]): Html | null =>
  headings.length < 3
    ? null
    : html`<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${headings
        .filter(({ level }) => level === 2)
        .map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
`

function neighbours({ slug }: Guide, guides: readonly Guide[]): Part {
  const next = guides[guides.findIndex((one) => one.slug === slug) + 1]
  return next === undefined
    ? null
    : html`<p class="next">Next: <a href="${next.path}">${next.title}</a></p>
`
}
