import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import type { OAuthScope } from '../../domain/access/access.ts'

const STYLE = 'body{font-family:system-ui,sans-serif;line-height:1.5;max-width:34rem;margin:3rem auto;padding:0 1rem}label{display:block;margin:.6rem 0}input:not([type=checkbox]){display:block;width:100%;font:inherit;padding:.4rem;box-sizing:border-box}button{font:inherit;padding:.5rem 1.2rem;margin:1rem .6rem 0 0}.problem{border-left:4px solid #b00;padding-left:.8rem}'
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** What an app may do with each scope, in words of its owner's. */
const SCOPE_WORDS: Readonly<Record<OAuthScope, string>> = {
  read: 'Read: runs and their results, events, tables, the wallet and the settings of this workspace.',
  run: 'Run: start lookups and messages, which are paid from the wallet.',
  write: 'Write: change tables, rows, suppressions and watches.',
}

/** Text as HTML shows it, in elements and in quoted attributes: what an app calls itself must not become a part of the page. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

interface Page {
  readonly title: string
  /** HTML, escaped already. */
  readonly body: string
  /** Where its form may lead, the redirect after it included (browsers check both); nowhere unless said otherwise. */
  readonly formTargets?: readonly string[]
}

/** No script, no frame around it, nothing from elsewhere; a form's answer carries the page's origin, which is checked. */
function show(ctx: Context, { title, body, formTargets = [] }: Page): void {
  ctx.set({
    'Content-Security-Policy': [
      "default-src 'none'", `style-src ${STYLE_HASH}`, "base-uri 'none'", "frame-ancestors 'none'",
      `form-action ${formTargets.length === 0 ? "'none'" : formTargets.join(' ')}`,
    ].join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  })
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
${body}
</body></html>
`
}

/** An error that cannot be told to the app: there is none, or its address is not known to be its own. */
export function errorPage(ctx: Context, { error, description }: { readonly error: string; readonly description: string }, status = ctx.status): void {
  ctx.status = status
  show(ctx, {
    title: 'This app cannot be connected',
    body: `<p class="problem">${escapeHtml(description === '' ? error : description)}</p>
<p>Go back to the app and start again. For its developers: <code>${escapeHtml(error)}</code></p>`,
  })
}

/** Who asks, as the person sees it. */
export interface AskingApp {
  readonly name: string
  readonly redirectUri: string
}

const problemOf = (problem: string | null): string => (problem === null ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>\n`)

const introduce = ({ name, redirectUri }: AskingApp): string =>
  `<p><strong>${escapeHtml(name)}</strong> wants to use your workspace. Your answer goes to <strong>${escapeHtml(placeOf(redirectUri))}</strong>. The app chose its name itself; nobody has checked it.</p>`

/** Where the answer goes, as far as a person can judge it. */
function placeOf(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'https:') return hostname
  return protocol === 'http:' ? 'an app on this computer' : `the app that opens ${protocol} links`
}

/** CSP names hosts, but no address in brackets and no host of a private scheme: there the scheme stands alone. */
function formTargetsOf({ redirectUri }: AskingApp): string[] {
  const { protocol, hostname, origin } = new URL(redirectUri)
  const named = ['http:', 'https:'].includes(protocol) && !hostname.startsWith('[')
  return ["'self'", named ? origin : protocol]
}

/** The first step: who is it? `problem`: why the one before was refused. */
export function signInPage(ctx: Context, app: AskingApp, problem: string | null): void {
  show(ctx, {
    title: 'Sign in to connect an app',
    formTargets: formTargetsOf(app),
    body: `${introduce(app)}
${problemOf(problem)}<form method="post">
<label>E-mail <input type="email" name="email" autocomplete="username" maxlength="254" required></label>
<label>Password <input type="password" name="password" autocomplete="current-password" maxlength="256" required></label>
<button name="action" value="sign_in">Sign in</button>
<button name="action" value="deny" formnovalidate>Cancel</button>
</form>`,
  })
}

export interface Consent extends AskingApp {
  readonly workspace: string
  readonly scopes: readonly OAuthScope[]
}

/** The second step: what may it do? Each scope can be taken away. */
export function consentPage(ctx: Context, consent: Consent, problem: string | null): void {
  const boxes = consent.scopes.map((scope) =>
    `<label><input type="checkbox" name="scope" value="${scope}" checked> ${escapeHtml(SCOPE_WORDS[scope])}</label>`)
  show(ctx, {
    title: 'Connect this app?',
    formTargets: formTargetsOf(consent),
    body: `${introduce(consent)}
<p>Workspace: <strong>${escapeHtml(consent.workspace)}</strong>, in production and in the sandbox.</p>
${problemOf(problem)}<form method="post">
${boxes.join('\n')}
<p>It never gets your password, and it can neither make API keys nor register webhooks. You can disconnect it at any time.</p>
<button name="action" value="allow">Allow</button>
<button name="action" value="deny">Deny</button>
</form>`,
  })
}
