import Type from 'typebox'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import { TOPUP_MAX, TOPUP_MIN } from '../../../domain/payments/topup.ts'
import { TOPUP_URL } from '../../../domain/routing/refusal.ts'
import { escapeHtml, HTML, htmlPage, pageHeaders } from '../../html/html.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { AnyQuery } from '../../schemas/common.ts'

/** These pages have no forms. */
const HEADERS = pageHeaders(["'none'"])

const PAGE = {
  method: 'GET',
  tags: ['Service'],
  access: 'public',
  documented: false,
  errors: [],
  // Mail clients, chats and payment pages may add parameters, which mean nothing here.
  query: AnyQuery,
  responses: { 200: { description: 'The page.', ...HTML } },
} as const

/**
 * Pages for people who open a URL that the API returned: a referral's, the one after a payment, and a `topup_url`.
 */
export const welcomeRoutes = (publicUrl: () => string): Route[] => [showWelcome(publicUrl), explainTopup(publicUrl)]

const showWelcome = (publicUrl: () => string) =>
  defineRoute({
    ...PAGE,
    operationId: 'showWelcome',
    path: '/',
    query: Type.Object({ ref: Type.Optional(Type.Unknown()) }, { additionalProperties: true }),
    summary: 'Welcome page',
    spec: '9.4',
    async handler({ query, reply }) {
      return reply(200, welcomePage(publicUrl(), referralCode(query.ref)), HEADERS)
    },
  })

const explainTopup = (publicUrl: () => string) =>
  defineRoute({
    ...PAGE,
    operationId: 'explainTopup',
    path: TOPUP_URL,
    summary: 'Top-up page',
    spec: '4.11',
    async handler({ reply }) {
      return reply(200, topupPage(publicUrl()), HEADERS)
    },
  })

/** The code of `?ref=`, when it can be one: no other part of the URL gets onto the page. */
const referralCode = (ref: unknown): string | null =>
  typeof ref === 'string' && /^[0-9a-z]{4,32}$/.test(ref) ? ref : null

const request = (url: string, { token, body }: { token: string | null; body: object }): string =>
  `<pre>curl -s ${escapeHtml(url)} \\
${token === null ? '' : `  -H 'Authorization: Bearer ${token}' \\\n`}  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'</pre>`

function welcomePage(baseUrl: string, code: string | null): string {
  const invited =
    code === null
      ? ''
      : `<p>Your referral code is <strong>${code}</strong>. Sign up with it, pay a live top-up and spend 5.00 of it. Then you and the referring workspace each receive a credit of 5.00.</p>\n`
  const body = {
    email: 'you@example.com',
    password: 'a password of your own',
    workspace: 'Your company',
    ...(code === null ? {} : { referral_code: code }),
  }
  const signUp = `/dashboard/sign-up${code === null ? '' : `?ref=${code}`}`
  const content = `<p>Find people, enrich companies and reach out: one API, one wallet, many providers. A
request goes to provider after provider until one delivers, and you pay for what was delivered.</p>
${invited}<p><a href="${signUp}">Sign up</a> and try it in the sandbox, which costs nothing.
<a href="/dashboard/sign-in">Sign in</a></p>
<p>Or sign up from a program. The response contains a session and a sandbox key:</p>
${request(`${baseUrl}/v1/auth/signup`, { token: null, body })}
<p>All routes are in the <a href="/api-reference">API reference</a> and the
<a href="/openapi.json">OpenAPI document</a>.</p>`
  return htmlPage({ title: 'Routed data and outreach', body: content })
}

const topupPage = (baseUrl: string): string =>
  htmlPage({
    title: 'Top up the wallet',
    body: `<p>Create a checkout of $${formatUsd(TOPUP_MIN)} to $${formatUsd(TOPUP_MAX)} with an API key or a session,
and open the <code>checkout_url</code> of the response in a browser:</p>
${request(`${baseUrl}${TOPUP_URL}`, { token: '&lt;API_KEY&gt;', body: { amount: '20.00' } })}
<p>A sandbox key tops up the sandbox wallet, where no money moves.
Details are in the <a href="/api-reference">API reference</a>.</p>`,
  })
