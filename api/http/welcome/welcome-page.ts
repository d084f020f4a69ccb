import type { ListedPrice } from '../../../domain/routing/price-list.ts'
import type { Assets } from '../../dashboard/assets.ts'
import { openPage, SITE_LINKS } from '../../dashboard/layout.ts'
import { SIGN_IN_PATH, SIGN_UP_PATH } from '../../dashboard/paths.ts'
import { html, type Html } from '../../html/markup.ts'
import { RUN_EXAMPLE } from '../runs/create.ts'
import { priceList } from './price-list.ts'

export interface WelcomeParts {
  readonly assets: Assets
  readonly publicUrl: string
  readonly prices: readonly ListedPrice[]
  /** A recorded answer to the example. */
  readonly answer: unknown
}

/** The first page of the service: what it is, one call, and what everything costs. `code`: of a referral. */
export const welcomePage = (parts: WelcomeParts, code: string | null): Html => {
  const signUp = `${SIGN_UP_PATH}${code === null ? '' : `?ref=${code}`}`
  return openPage({
    assets: parts.assets,
    title: 'Routed data and outreach',
    body: html`<a class="skip" href="#main">Skip to the content</a>
<div class="open"><header class="open-top"><p class="brand"><a href="/">Routed data</a></p>
<nav aria-label="Site"><ul><li><a href="#prices">Prices</a></li><li><a href="/docs">Docs</a></li>
<li><a href="/api-reference">API reference</a></li><li><a href="${SIGN_IN_PATH}">Sign in</a></li></ul></nav></header>
<main id="main" tabindex="-1"><section class="hero"><div><h1>One API, one wallet, many providers</h1>
<p class="hero-lead">Find people, enrich companies and reach out. A request goes to provider after provider until one
delivers, and you pay for what was delivered.</p>
${invited(code)}
<p class="actions"><a class="button" href="${signUp}">Sign up</a>
<a class="button plain" href="/docs">Read the docs</a></p>
<p class="quiet">The sandbox costs nothing. No card is needed.</p></div>
${exampleCall(parts)}</section>
${points(parts.prices)}
<section aria-labelledby="prices"><h2 id="prices">Prices</h2>
<p class="lead">Paid from one prepaid wallet, without a subscription. A range is that of the providers: routing takes
the best value first, and a run never costs more than its <code>max_cost</code>. Calls with your own provider key are
free.</p>
${priceList(parts.prices)}</section>
${fromProgram(parts.publicUrl, code)}</main>
<footer class="open-foot"><p class="quiet"><a href="/docs">Docs</a> ·
<a href="/api-reference">API reference</a> · <a href="/openapi.json">OpenAPI document</a> ·
<a href="/llms.txt">llms.txt</a> · <a href="${SIGN_IN_PATH}">Sign in</a></p>
<p class="quiet spaced">${SITE_LINKS}</p></footer></div>`,
  })
}

const invited = (code: string | null): Html | null =>
  code === null
    ? null
    : html`<p class="notice good">Your referral code is <strong>${code}</strong>. Sign up with it, pay a live top-up and
spend 5.00 of it. Then you and the referring workspace each receive a credit of 5.00.</p>`

const curl = (url: string, { key, body }: { readonly key: string | null; readonly body: object }): string =>
  `curl -s ${url} \\
${key === null ? '' : `  -H 'Authorization: Bearer ${key}' \\\n`}  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`

const exampleCall = ({ publicUrl, answer }: WelcomeParts): Html => {
  const call = curl(`${publicUrl}/v1/run`, { key: '<API_KEY>', body: RUN_EXAMPLE })
  return html`<div class="example"><p class="label">A call</p>
<pre><code>${call}</code></pre>
<p class="label">Its answer, in the sandbox</p>
<pre><code>${JSON.stringify(shortened(answer), null, 2)}</code></pre></div>`
}

/** What a first reader looks for; the answer has more. */
const SHOWN = ['run_id', 'status', 'provider', 'billing', 'result']
const SHOWN_OF_RESULT = ['email', 'email_status', 'confidence', 'title']

function shortened(answer: unknown): object {
  const { result, ...run } = membersOf(answer, SHOWN)
  return {
    ...run,
    billing: membersOf(run['billing'], ['quoted', 'charged']),
    result: membersOf(result, SHOWN_OF_RESULT),
  }
}

const membersOf = (value: unknown, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(value)).filter(([name]) => names.includes(name)))

const points = (prices: readonly ListedPrice[]): Html => html`<div class="cards">
<section class="card"><h2>${prices.length} capabilities</h2><p>One input and one output for each, whichever provider
answers. Every provider's own endpoints can be called as well.</p></section>
<section class="card"><h2>Durable runs</h2><p>A run survives crashes and slow providers. You wait for it, poll it, or
get a webhook.</p></section>
<section class="card"><h2>Clear charges</h2><p>Each run is quoted before and settled after, and each charge names its
run. A daily limit caps what a day can cost.</p></section>
<section class="card"><h2>For people and agents</h2><p>A dashboard, an HTTP API and an MCP server do the same things
with the same key.</p></section></div>`

const fromProgram = (publicUrl: string, code: string | null): Html => {
  const body = {
    email: 'you@example.com',
    password: 'a password of your own',
    workspace: 'Your company',
    ...(code === null ? {} : { referral_code: code }),
  }
  const call = curl(`${publicUrl}/v1/auth/signup`, { key: null, body })
  return html`<section aria-labelledby="program"><h2 id="program">Sign up from a program</h2>
<p>The response contains a session and a sandbox key.</p>
<pre id="sign-up-call"><code>${call}</code></pre></section>`
}
