import type { Context } from 'koa'
import { PERIOD_WORDS } from '../../domain/budgets/budget.ts'
import type { OAuthScope } from '../../domain/access/scopes.ts'
import { escapeHtml, HTML, htmlPage, type HtmlPage, pageHeaders } from '../html/html.ts'

/** What an app may do with each scope, in the person's terms. */
const SCOPE_WORDS: Readonly<Record<OAuthScope, string>> = {
  read: 'Read: runs and their results, events, tables, the wallet and the settings of this workspace.',
  run: 'Run: start lookups and send messages. The wallet pays for them.',
  write: 'Write: change tables, rows and watches, and add suppressions.',
}

const budgetFields = (): string => `<fieldset><legend>What it may spend</legend>
<label>Budget in USD, empty for none <input name="budget" inputmode="decimal" maxlength="16" autocomplete="off"></label>
<label>It counts <select name="period">${Object.entries(PERIOD_WORDS)
  .map(([period, words]) => `<option value="${period}">${words}</option>`)
  .join('')}</select></label></fieldset>`

interface ShownPage extends HtmlPage {
  /** Where its form may lead; nowhere by default. */
  readonly formTargets?: readonly string[]
}

function show(ctx: Context, { formTargets = ["'none'"], ...page }: ShownPage): void {
  ctx.set({ ...pageHeaders(formTargets), 'Cache-Control': 'no-store' })
  ctx.type = HTML.contentType
  ctx.body = htmlPage(page)
}

/** An error that cannot be sent to the app: there is no app, or its redirect URI is not verified. */
export function errorPage(
  ctx: Context,
  { error, description }: { readonly error: string; readonly description: string },
  status = ctx.status,
): void {
  ctx.status = status
  show(ctx, {
    title: 'This app cannot be connected',
    body: `<p class="problem">${escapeHtml(description === '' ? error : description)}</p>
<p>Go back to the app and start again. For its developers: <code>${escapeHtml(error)}</code></p>`,
  })
}

/** An error for the app before any person has decided: it reaches the app only if the person follows the link. */
export function leavingPage(ctx: Context, back: URL): void {
  const params = new URLSearchParams(back.search === '' ? back.hash.slice(1) : back.search)
  ctx.status = 400
  show(ctx, {
    title: 'This app cannot be connected',
    body: `<p class="problem">${escapeHtml(params.get('error_description') ?? params.get('error') ?? '')}</p>
<p>For its developers: <code>${escapeHtml(params.get('error') ?? '')}</code></p>
<p>The app is not verified. Follow this link only if you came from there:
<a href="${escapeHtml(back.href)}" rel="noreferrer">go back to ${escapeHtml(placeOf(back.href))}</a>.</p>`,
  })
}

/** The requesting app, as the person sees it. */
export interface RequestingApp {
  readonly name: string
  /** The host that has published the app's document; null: the app has registered itself. */
  readonly host: string | null
  readonly redirectUri: string
}

const problemOf = (problem: string | null): string =>
  problem === null ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>\n`

const introduce = ({ name, host, redirectUri }: RequestingApp): string =>
  `<p><strong>${escapeHtml(name)}</strong> wants to use your workspace. Your answer goes to <strong>${escapeHtml(placeOf(redirectUri))}</strong>. ${wordsAboutName(host, redirectUri)}</p>`

/** What a person may believe of the name. */
function wordsAboutName(host: string | null, redirectUri: string): string {
  if (host === null) return 'The app chose this name; the name is not verified.'
  const published = `<strong>${escapeHtml(host)}</strong> has published this app. Trust the name only as far as you trust that site.`
  return redirectUri.startsWith('https:')
    ? published
    : `${published} Any program on your computer could claim that it is this app. Continue only if you have just started it.`
}

/** The destination of the answer, in a form that a person can judge. */
function placeOf(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri)
  if (protocol === 'https:') return hostname
  return protocol === 'http:' ? 'an app on this computer' : `the app that opens ${protocol} links`
}

/**
 * CSP can name hosts, but neither an IPv6 address in brackets nor a host of a private scheme: there the scheme is used
 * alone.
 */
function formTargetsOf({ redirectUri }: RequestingApp): string[] {
  const { protocol, hostname, origin } = new URL(redirectUri)
  const named = ['http:', 'https:'].includes(protocol) && !hostname.startsWith('[')
  return ["'self'", named ? origin : protocol]
}

/** The first step: the sign-in. `problem`: why the last try was refused. */
export function signInPage(ctx: Context, app: RequestingApp, problem: string | null): void {
  show(ctx, {
    title: 'Sign in to connect an app',
    formTargets: formTargetsOf(app),
    body: `${introduce(app)}
${problemOf(problem)}<form method="post">
<label>E-mail <input type="email" name="email" autocomplete="username" maxlength="254" required></label>
<label>Password <input type="password" name="password" autocomplete="current-password" maxlength="256" required></label>
<button class="main" name="action" value="sign_in">Sign in</button>
<button name="action" value="deny" formnovalidate>Cancel</button>
</form>`,
  })
}

export interface Consent extends RequestingApp {
  readonly workspace: string
  readonly scopes: readonly OAuthScope[]
}

/** The second step: the consent. Each scope can be unchecked. */
export function consentPage(ctx: Context, consent: Consent, problem: string | null): void {
  const boxes = consent.scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scope" value="${scope}" checked> ${escapeHtml(SCOPE_WORDS[scope])}</label>`,
  )
  show(ctx, {
    title: 'Connect this app?',
    formTargets: formTargetsOf(consent),
    body: `${introduce(consent)}
<p>Workspace: <strong>${escapeHtml(consent.workspace)}</strong>, in production and in the sandbox.</p>
${problemOf(problem)}<form method="post">
${boxes.join('\n')}
${consent.scopes.includes('run') ? budgetFields() : ''}
<p>The app never receives your password. It cannot create API keys or inboxes, register webhooks,
remove suppressions or disable features. You can disconnect it at any time.</p>
<button class="main" name="action" value="allow">Allow</button>
<button name="action" value="deny">Deny</button>
</form>`,
  })
}
