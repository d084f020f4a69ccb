import Type from 'typebox'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import { TOPUP_MAX, TOPUP_MIN } from '../../../domain/payments/topup.ts'
import { priceListOf } from '../../../domain/routing/price-list.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { createAssets } from '../../dashboard/assets.ts'
import { OPEN_PAGE_HEADERS } from '../../dashboard/layout.ts'
import { readRecordedAnswers } from '../../examples/recorded.ts'
import { escapeHtml, HTML, htmlPage, pageHeaders } from '../../html/html.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { LINKED } from '../../service-links.ts'
import { OPEN_PAGE } from '../open-page.ts'
import { welcomePage } from './welcome-page.ts'

/** These pages have no forms. */
const HEADERS = pageHeaders(["'none'"])

const PAGE = { ...OPEN_PAGE, responses: { 200: { description: 'The page.', ...HTML } } } as const

/**
 * Pages for people who open a URL that the API returned: a referral's, the one after a payment, and the route
 * of a top-up.
 */
export const welcomeRoutes = ({ publicUrl, ...offered }: WelcomeDeps): Route[] => [
  showWelcome({ publicUrl, ...offered }),
  explainTopup(publicUrl),
]

export interface WelcomeDeps {
  readonly publicUrl: () => string
  readonly capabilities: readonly Capability[]
  readonly manifests: readonly ProviderManifest[]
}

/** The same for everybody: capabilities and prices are code, and change with a deployment. */
const showWelcome = ({ publicUrl, capabilities, manifests }: WelcomeDeps) => {
  const assets = createAssets()
  const prices = priceListOf(capabilities, manifests)
  const answer = readRecordedAnswers()['createRun']?.['200']?.['sandbox']
  return defineRoute({
    ...PAGE,
    etag: true,
    operationId: 'showWelcome',
    path: '/',
    query: Type.Object({ ref: Type.Optional(Type.Unknown()) }, { additionalProperties: true }),
    summary: 'Welcome page',
    spec: '9.4',
    async handler({ query, reply }) {
      const page = welcomePage({ assets, publicUrl: publicUrl(), prices, answer }, referralCode(query.ref))
      return reply(200, page.toString(), { ...OPEN_PAGE_HEADERS, ...LINKED })
    },
  })
}

/** A top-up is a POST to this path; a browser that opens it gets a page that explains it. */
const CHECKOUT_PATH = '/v1/wallet/topups/checkout'

const explainTopup = (publicUrl: () => string) =>
  defineRoute({
    ...PAGE,
    operationId: 'explainTopup',
    path: CHECKOUT_PATH,
    summary: 'Top-up page',
    spec: '4.11',
    async handler({ reply }) {
      return reply(200, topupPage(publicUrl()), HEADERS)
    },
  })

/** The code of `?ref=`, when it can be one: no other part of the URL gets onto the page. */
const referralCode = (ref: unknown): string | null =>
  typeof ref === 'string' && /^[0-9a-z]{4,32}$/.test(ref) ? ref : null

const topupPage = (baseUrl: string): string =>
  htmlPage({
    title: 'Top up the wallet',
    body: `<p>Create a checkout of $${formatUsd(TOPUP_MIN)} to $${formatUsd(TOPUP_MAX)} with an API key or a session,
and open the <code>checkout_url</code> of the response in a browser:</p>
<pre>curl -s ${escapeHtml(`${baseUrl}${CHECKOUT_PATH}`)} \\
  -H 'Authorization: Bearer &lt;API_KEY&gt;' \\
  -H 'Content-Type: application/json' \\
  -d '{"amount":"20.00"}'</pre>
<p>A sandbox key tops up the sandbox wallet, where no money moves.
Details are in the <a href="/api-reference">API reference</a>.</p>`,
  })
