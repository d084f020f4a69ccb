import Type from 'typebox'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import { TOPUP_MAX, TOPUP_MIN } from '../../../domain/payments/topup.ts'
import { TOPUP_URL } from '../../../domain/runs/refusal.ts'
import { defineRoute, type Route } from '../../route.ts'

/** Nothing from elsewhere, no script, no form. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const

const PAGE = {
  method: 'GET', tags: ['Service'], access: 'public', documented: false, errors: [],
  // Where a mail client, a chat or a payment page adds its own, they mean nothing here.
  query: Type.Object({}, { additionalProperties: true }),
  responses: { 200: { description: 'The page.', contentType: 'text/html; charset=utf-8', schema: Type.String() } },
} as const

/** Pages for people who follow an address that the API told: a referral's, the one after a payment, and a `topup_url`. */
export const welcomeRoutes = (publicUrl: () => string): Route[] => [showWelcome(publicUrl), explainTopup(publicUrl)]

const showWelcome = (publicUrl: () => string) => defineRoute({
  ...PAGE,
  operationId: 'showWelcome',
  path: '/',
  query: Type.Object({ ref: Type.Optional(Type.Unknown()) }, { additionalProperties: true }),
  summary: 'Show where to begin',
  spec: '9.4',
  async handler({ query, reply }) {
    return reply(200, welcomePage(publicUrl(), referralCode(query.ref)), HEADERS)
  },
})

const explainTopup = (publicUrl: () => string) => defineRoute({
  ...PAGE,
  operationId: 'explainTopup',
  path: TOPUP_URL,
  summary: 'Show how the wallet is topped up',
  spec: '4.11',
  async handler({ reply }) {
    return reply(200, topupPage(publicUrl()), HEADERS)
  },
})

/** Of `?ref=`, when it can be one: nothing else of the address gets onto the page. */
const referralCode = (ref: unknown): string | null => (typeof ref === 'string' && /^[0-9a-z]{4,32}$/.test(ref) ? ref : null)

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`

const request = (url: string, { token, body }: { token: string | null; body: object }): string =>
  `<pre>curl -s ${url} \\
${token === null ? '' : `  -H 'Authorization: Bearer ${token}' \\\n`}  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'</pre>`

function welcomePage(baseUrl: string, code: string | null): string {
  const invited = code === null ? '' : `<p>You come with the referral code <strong>${code}</strong>. Sign up with it, and your first top-up credits you and whoever sent you.</p>\n`
  const body = { email: 'you@example.com', password: 'a password of your own', workspace: 'Your company', ...(code === null ? {} : { referral_code: code }) }
  return page('Routed data and outreach', `<p>One API, one wallet, many providers.</p>
${invited}<p>Sign up; the answer has a session, and a key for the sandbox:</p>
${request(`${baseUrl}/v1/auth/signup`, { token: null, body })}
<p>All that it does is in the <a href="/api-reference">API reference</a> and the <a href="/openapi.json">OpenAPI document</a>.</p>`)
}

const topupPage = (baseUrl: string): string => page('Top the wallet up', `<p>Ask for a checkout of $${formatUsd(TOPUP_MIN)} to $${formatUsd(TOPUP_MAX)} with an API key or a session, and open the <code>checkout_url</code> of the answer in a browser:</p>
${request(`${baseUrl}${TOPUP_URL}`, { token: '&lt;API_KEY&gt;', body: { amount: '20.00' } })}
<p>A sandbox key fills the sandbox's wallet, where no money moves. Details are in the <a href="/api-reference">API reference</a>.</p>`)
