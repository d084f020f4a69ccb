import { html, type Html } from '../../html/markup.ts'
import { RunList } from '../../schemas/run.ts'
import { SpendGuard } from '../../schemas/spend-guard.ts'
import { AutoTopup, Wallet } from '../../schemas/wallet.ts'
import { type Webhook, WebhookList } from '../../schemas/webhook.ts'
import { live, notice, usd, usdRounded } from '../elements.ts'
import { firstSteps } from '../first-steps.ts'
import { pageUrl, can, type MakePage, type View } from '../page.ts'
import { readRunsContext, runsTable } from '../runs-table.ts'
import { spendToday } from '../spend.ts'

const LAST_RUNS = 8
const EVERY_MS = 5_000

/** The first questions of a person: is there money, is it spent as expected, and does everything work? */
export const overviewPage: MakePage = (parts) => {
  const { find, db } = parts
  const getWallet = find('getWallet', Wallet)
  const getSpendGuard = find('getSpendGuard', SpendGuard)
  const listRuns = find('listRuns', RunList)
  const listWebhooks = find('listWebhooks', WebhookList)
  const getAutoTopup = find('getAutoTopup', AutoTopup)
  return {
    path: '',
    section: '',
    navigation: { name: 'Overview', group: '' },
    async act(view) {
      view.firstSteps.hide()
      return pageUrl(view, '')
    },
    async show(view) {
      const [wallet, guard, runs, webhooks, autoTopup, steps] = await Promise.all([
        getWallet(view),
        getSpendGuard(view),
        listRuns(view, { query: { limit: LAST_RUNS } }),
        can(view, 'owner') ? listWebhooks(view) : { items: [] },
        getAutoTopup(view),
        firstSteps(parts, view),
      ])
      const context = await readRunsContext(db, view, runs.items)
      const problems = [...moneyProblems(view, { wallet, autoTopup, guard }), ...webhookProblems(view, webhooks.items)]
      return {
        title: 'Overview',
        main: live(
          {
            id: 'overview',
            everyMs: EVERY_MS,
            announced: problems.length === 0 ? '' : `Open problems: ${problems.length}`,
          },
          html`${problems}
${steps}
<div class="cards">
<section class="card"><h2>Available</h2><p class="figure">${usdRounded(wallet.available)}</p>
<p class="quiet">${heldOf(view, wallet)} <a href="${pageUrl(view, '/wallet')}">Wallet</a></p></section>
<section class="card"><h2 id="spent-label">Spent today</h2>${spendToday(guard, 'spent-label')}</section>
</div>
${runsTable(view, {
  id: 'last-runs',
  caption: 'Last runs, newest first',
  runs: runs.items,
  context,
  empty: noRuns(view),
})}
${runs.items.length > 0 && html`<p><a href="${pageUrl(view, '/runs')}">All runs</a></p>`}`,
        ),
      }
    },
  }
}

/**
 * Links to the runs that the money is held for; runs that await a final bill have ended, and no list shows them alone.
 */
const heldOf = (view: View, { held }: Wallet): Html =>
  held === '0.00'
    ? html`Nothing more is held.`
    : html`${usd(held)} more is held, for runs that are <a href="${pageUrl(view, '/runs', { status: 'running' })}">running</a>, <a href="${pageUrl(view, '/runs', { status: 'queued' })}">queued</a> or await a final bill.`

const noRuns = (view: View): Html =>
  view.environment === 'live'
    ? html`No live runs yet. Trying costs nothing in the sandbox: <a href="/dashboard/test">go there</a>.`
    : html`No runs in the sandbox yet. <a href="${pageUrl(view, '/catalog/capabilities/contact.find')}">Start one on a page</a>.`

interface Money {
  readonly wallet: Wallet
  readonly autoTopup: AutoTopup
  readonly guard: SpendGuard
}

/** What stops runs now, or soon will. */
function moneyProblems(view: View, { wallet, autoTopup, guard }: Money): Html[] {
  const problems: Html[] = []
  const link = html`<a href="${pageUrl(view, '/wallet')}">Wallet</a>`
  if (wallet.receivable !== undefined)
    problems.push(
      notice(
        'bad',
        html`The wallet owes ${usd(wallet.receivable)}: runs are refused until a top-up has repaid it. ${link}`,
      ),
    )
  if (autoTopup.last_attempt?.status === 'failed') {
    problems.push(
      notice(
        'bad',
        html`The last automatic top-up failed${autoTopup.last_attempt.reason !== null && html`: ${autoTopup.last_attempt.reason}`}. ${link}`,
      ),
    )
  }
  if (guard.remaining === '0.00')
    problems.push(notice('warn', html`Today's limit is reached: paid runs are refused until it resets. ${link}`))
  return problems
}

const webhookProblems = (view: View, webhooks: readonly Webhook[]): Html[] =>
  webhooks.flatMap(({ id, url, enabled, disabled_reason: reason, failing_since: since }) => {
    const link = html`<a href="${pageUrl(view, `/webhooks/${encodeURIComponent(id)}`)}">${url}</a>`
    if (!enabled && reason !== null) return [notice('bad', html`A webhook was disabled: ${link}`)]
    return enabled && since !== null
      ? [notice('warn', html`A webhook has been failing since ${since.slice(0, 16).replace('T', ' ')} UTC: ${link}`)]
      : []
  })
