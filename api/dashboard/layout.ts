import type { Role } from '../../domain/access/roles.ts'
import { ENVIRONMENTS, type Environment } from '../../domain/runs/states.ts'
import { html, type Html, type Part } from '../html/markup.ts'
import { pagePolicy } from '../html/policy.ts'
import type { Assets } from './assets.ts'
import { type DashboardPage, NAVIGATION_GROUPS, type NavigationEntry, type Shown } from './page.ts'
import { ACCOUNT_PATH, DOCS_PATH, pagePath, REFERENCE_PATH, SIGN_OUT_PATH } from './paths.ts'

/**
 * No script and no style but the two files, nothing from other hosts, no framing. Forms lead to this service, and on to
 * a checkout.
 */
export const PAGE_HEADERS = {
  ...pagePolicy({ scripts: true, connects: true, forms: true }),
  'X-Robots-Tag': 'noindex',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'private, no-store',
}

export const ENVIRONMENT_NAMES: Readonly<Record<Environment, string>> = { live: 'Live', test: 'Sandbox' }

interface Document extends Shown {
  readonly assets: Assets
}

/** What the script announces to screen readers. */
export const LIVE_STATUS = html`<p id="live-status" class="unseen" role="status"></p>`

interface PageContent {
  readonly assets: Assets
  readonly title: string
  readonly body: Part
}

interface DocumentKind {
  readonly scripted?: boolean
  /** The style sheet of guides and reference too. */
  readonly ofDocs?: boolean
  /** A further script. */
  readonly script?: string | null
}

export const documentOf = (
  { assets, title, body }: PageContent,
  { scripted = true, ofDocs = false, script = null }: DocumentKind = {},
): Html => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title}</title><link rel="icon" href="${assets.icon}">
<link rel="stylesheet" href="${assets.style}">${ofDocs && html`<link rel="stylesheet" href="${assets.docsStyle}">`}
${scripted && html`<script src="${assets.script}" defer></script>`}${
  script !== null && html`<script src="${script}" defer></script>`
}</head>
<body${ofDocs && html` class="docs"`}>${body}</body></html>
`

function content({ title, state, actions = [], main }: Shown, trail: Html | null = null): Html {
  const offered = actions.filter((action) => action !== false && action !== null)
  return html`<main id="main" tabindex="-1">
${trail}<div class="head"><div class="heading"><h1>${title}</h1>${state}</div>
${offered.length > 0 && html`<div class="actions">${offered}</div>`}</div>
${main}
</main>`
}

/** A page in the style of the dashboard without its frame, without a session and without a script. */
export const openPage = (page: PageContent): Html => documentOf(page, { scripted: false })

/** What such a page may load. */
export const OPEN_PAGE_HEADERS = pagePolicy({ scripts: false, connects: false, forms: false })

/** The operator's pages (docs/settings.md), below every page. */
export const SITE_LINKS = html`<a href="/terms">Terms</a> <a href="/privacy">Privacy</a> <a href="/imprint">Imprint</a>`

export const DOCUMENTS = html`<footer class="documents"><a href="${DOCS_PATH}">Guides</a>
<a href="${REFERENCE_PATH}">API reference</a> ${SITE_LINKS}</footer>
`

/** A page for visitors who have not signed in. */
export const publicPage = ({ assets, ...shown }: Document): Html =>
  documentOf({
    assets,
    title: `${shown.title} · Routed data`,
    body: html`<div class="alone"><header><p class="brand">Routed data</p></header>${content(shown)}${DOCUMENTS}</div>
${LIVE_STATUS}`,
  })

/** The fragment that the script requests to keep a page live: the content without its frame. */
export const fragmentOf = (shown: Shown): Html => html`<!doctype html>
<title>${shown.title}</title>${content(shown)}
`

export interface PageFrame {
  readonly assets: Assets
  readonly pages: readonly DashboardPage[]
  readonly environment: Environment
  /** The page itself; null for one that does not exist, or an error. */
  readonly page: Pick<DashboardPage, 'path' | 'section'> | null
  readonly workspace: string
  readonly email: string
  readonly role: Role
}

/** A page for a person: its place in the navigation, the other sections, and the environment. */
export function userPage(shown: Shown, frame: PageFrame): Html {
  const { assets, environment } = frame
  return documentOf({
    assets,
    title: `${shown.title} · ${environment === 'test' ? 'Sandbox · ' : ''}Routed data`,
    body: html`<a class="skip" href="#main">Skip to the content</a>
<div class="desk ${environment}"><header class="side">
<div class="side-top"><p class="brand"><a href="${pagePath(environment, '')}">Routed data</a></p>
${environmentSwitch(frame)}</div>
${environment === 'test' && html`<p class="persistent-note"><strong>Sandbox.</strong> Results are simulated and no money moves.</p>`}
${frame.role === 'viewer' && html`<p class="persistent-note">You may look at this workspace, and change nothing in it.</p>`}
${menuOf(frame)}</header>
<div class="page">${content(shown, trailOf(shown, frame))}
${DOCUMENTS}</div></div>
${LIVE_STATUS}`,
  })
}

/** The way from the section down to the page; a page of the navigation needs none. */
function trailOf({ within = [] }: Shown, { pages, page, environment }: PageFrame): Html | null {
  const section = pages.find(({ path }) => path === page?.section)
  if (page === null || section?.navigation === undefined || section.path === page.path) return null
  const above = [{ name: section.navigation.name, path: pagePath(environment, section.path) }, ...within]
  return html`<nav class="trail" aria-label="Breadcrumb"><ol>${above.map(
    ({ name, path }) => html`<li><a href="${path}">${name}</a></li>`,
  )}</ol></nav>
`
}

/** An entry of the navigation, for those who may see its page. */
interface ShownEntry extends NavigationEntry {
  readonly path: string
}

const entriesFor = ({ pages, role }: PageFrame): ShownEntry[] =>
  pages.flatMap(({ path, navigation, forOwners }) =>
    navigation === undefined || (forOwners === true && role !== 'owner') ? [] : [{ ...navigation, path }],
  )

/** The sections by group, and the person. In a narrow window they are behind a line that names the current section. */
function menuOf(frame: PageFrame): Html {
  const entries = entriesFor(frame)
  const current = entries.find(({ path }) => path === frame.page?.section)
  const groups = NAVIGATION_GROUPS.map((group) => {
    const members = entries.filter((one) => one.group === group)
    return html`<div class="group">${group !== '' && html`<p class="quiet">${group}</p>`}
<ul${group !== '' && html` aria-label="${group}"`}>${members.map((one) => entry(one, frame))}</ul></div>
`
  })
  return html`<details class="menu">
<summary>Menu${current !== undefined && html` <span class="quiet">${current.name}</span>`}</summary>
<nav class="sections" aria-label="Sections">${groups}</nav>
<form method="post" action="${SIGN_OUT_PATH}" class="person">
<a class="who" href="${pagePath(frame.environment, ACCOUNT_PATH)}"><strong>${frame.workspace}</strong>
<span class="quiet">${frame.email}</span></a>
<button class="button plain small">Sign out</button></form></details>`
}

const entry = ({ path, name }: ShownEntry, { environment, page }: PageFrame): Html =>
  html`<li><a href="${pagePath(environment, path)}"${path === page?.section && html` aria-current="page"`}>${name}</a></li>`

/** Links to the same section of the other environment: a single item of one does not exist in the other. */
function environmentSwitch({ environment, page }: PageFrame): Html {
  const entries = ENVIRONMENTS.toReversed().map((one) => {
    const current = one === environment && html` aria-current="true"`
    return html`<li><a href="${pagePath(one, page?.section ?? '')}"${current}>${ENVIRONMENT_NAMES[one]}</a></li>`
  })
  return html`<nav class="environments" aria-label="Environment"><ul>${entries}</ul></nav>`
}
