import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { readRunLines, type RunLine } from '../../../db/runs/about.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { html, type Html } from '../../html/markup.ts'
import { Problem } from '../../errors/problem.ts'
import { SpendGuard } from '../../schemas/spend-guard.ts'
import { AutoTopup, OpenedTopup, Wallet, WalletTransactions, type WalletTransaction } from '../../schemas/wallet.ts'
import { badge, pager, table, time, usd, humanize, usdRounded } from '../elements.ts'
import { actionOf, formOf } from '../forms.ts'
import { pageUrl, type MakePage, type DashboardPage, type PageParts, type View, can } from '../page.ts'
import { namedRun } from '../runs-table.ts'
import { spendToday } from '../spend.ts'

const TRANSACTIONS_PER_PAGE = 30

const ON_OFF = [
  ['true', 'On'],
  ['false', 'Off'],
] as const

/** The balance, the ways to fill it, the daily limit, and every movement. */
export const walletPage: MakePage = ({ find, db }) => {
  const getWallet = find('getWallet', Wallet)
  const getSpendGuard = find('getSpendGuard', SpendGuard)
  const getAutoTopup = find('getAutoTopup', AutoTopup)
  const listTransactions = find('listWalletTransactions', WalletTransactions)
  return {
    path: '/wallet',
    section: '/wallet',
    navigation: { name: 'Wallet', group: 'Billing' },
    async show(view) {
      const { cursor, include } = view.query
      const [wallet, guard, autoTopup, transactions] = await Promise.all([
        getWallet(view),
        getSpendGuard(view),
        getAutoTopup(view),
        listTransactions(view, {
          query: {
            limit: TRANSACTIONS_PER_PAGE,
            ...(include === 'holds' ? { include } : {}),
            cursor,
          },
        }),
      ])
      const runIds = transactions.items.flatMap(({ run_id: id }) => id ?? [])
      const lines = await readRunLines(db, [...new Set(runIds)], view.caller.principal)
      const decides = can(view, 'owner')
      return {
        title: 'Wallet',
        main: html`<div class="cards">
${availableCard(wallet)}
<section class="card"><h2 id="spent-label">Spent today</h2>${spendToday(guard, 'spent-label')}</section>
${decides && html`<section class="card"><h2>Top up</h2>${topupForm(view)}</section>`}
</div>
${transactionsOf(view, transactions, lines)}
${
  decides &&
  html`<div class="cards forms">
<section class="card"><h2>Automatic top-ups</h2>${autoTopupOf(view, autoTopup)}</section>
<section class="card"><h2>Spend limits</h2>${limitsForm(view, guard)}</section>
</div>`
}`,
      }
    },
    act: actionsOf(find),
  }
}

const availableCard = ({ available, held, balance, receivable }: Wallet): Html =>
  html`<section class="card"><h2>Available</h2><p class="figure">${usdRounded(available)}</p>
<p class="quiet">${held === '0.00' ? 'Nothing more is held.' : `${usd(held)} more is held; ${usd(balance)} in all.`}</p>
${receivable !== undefined && html`<p class="notice bad">${usd(receivable)} is owed: top-ups repay it first.</p>`}</section>`

/** What its three forms do. */
function actionsOf(find: PageParts['find']): NonNullable<DashboardPage['act']> {
  const openTopup = find('openTopup', OpenedTopup)
  const updateAutoTopup = find('updateAutoTopup', AutoTopup)
  const updateSpendGuard = find('updateSpendGuard', SpendGuard)
  return async (view, form) => {
    switch (actionOf(form)) {
      case 'top-up': {
        const key = form.get('key') ?? ''
        const { topup_id: id } = await openTopup(view, {
          body: { amount: form.get('amount') ?? '' },
          ...(key === '' ? {} : { headers: { 'Idempotency-Key': key } }),
        })
        return pageUrl(view, `/wallet/topups/${id}`)
      }
      case 'auto-top-up':
        await updateAutoTopup(view, {
          body: { enabled: form.get('enabled') === 'true', ...given(form, ['threshold', 'amount', 'monthly_limit']) },
        })
        return pageUrl(view, '/wallet')
      case 'limits':
        await updateSpendGuard(view, {
          body: {
            enabled: form.get('enabled') === 'true',
            daily_limit: form.get('daily_limit') || null,
            per_run_limit: form.get('per_run_limit') || null,
          },
        })
        return pageUrl(view, '/wallet')
      default:
        throw new Problem('invalid_request', 'There is no action with this name.')
    }
  }
}

/** The fields that were filled in. */
const given = (form: URLSearchParams, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (form.get(name) ? [[name, form.get(name)]] : [])))

/** Sent twice, the form opens one checkout. */
const topupForm = ({ environment, refused }: View): Html =>
  formOf(
    {
      action: 'top-up',
      submit: 'Continue to the checkout',
      hidden: { key: randomUUID() },
      fields: [
        {
          name: 'amount',
          label: 'Amount in USD',
          value: '20.00',
          inputMode: 'decimal',
          maxLength: 16,
          ...(environment === 'test' ? { hint: 'The checkout is a simulation: no money moves.' } : {}),
        },
      ],
    },
    refused,
  )

const NO_CARD = ' No card is stored. The first paid top-up stores its card.'

function autoTopupOf(
  { refused }: View,
  {
    enabled,
    threshold,
    amount,
    monthly_limit: limit,
    spent_this_month: spent,
    card_on_file: card,
    last_attempt: last,
    next_attempt_at: next,
  }: AutoTopup,
): Html {
  const dollars = (name: string, label: string, value: string | null) =>
    ({ name, label, value: value ?? '', inputMode: 'decimal', maxLength: 16 }) as const
  return html`<p>${badge(enabled ? 'on' : 'off', enabled ? 'good' : 'quiet')}
<span class="quiet">${usd(spent)} charged this month.${!card && NO_CARD}</span></p>
${last !== null && lastTopup(last, next)}${formOf(
    {
      action: 'auto-top-up',
      submit: 'Save',
      style: 'plain',
      fields: [
        { name: 'enabled', label: 'Automatic top-ups', options: ON_OFF, value: String(enabled) },
        dollars('threshold', 'When the available amount is below', threshold),
        dollars('amount', 'Charge', amount),
        dollars('monthly_limit', 'Limit for a month', limit),
      ],
    },
    refused,
  )}`
}

function lastTopup(
  { amount, status, at: when, reason }: NonNullable<AutoTopup['last_attempt']>,
  next: string | null,
): Html {
  const why = reason !== null && html` (${reason})`
  const nextTry = next !== null && html` Next try: ${time(next)}.`
  return html`<p class="quiet">Last: ${usd(amount)}, ${humanize(status)}, ${time(when)}${why}.${nextTry}</p>`
}

const limitsForm = ({ refused }: View, { enabled, daily_limit: daily, per_run_limit: perRun }: SpendGuard): Html =>
  formOf(
    {
      action: 'limits',
      submit: 'Save',
      style: 'plain',
      fields: [
        {
          name: 'enabled',
          label: 'Limits',
          options: ON_OFF,
          value: String(enabled),
          hint: 'The limits apply to live and sandbox, which are counted separately.',
        },
        {
          name: 'daily_limit',
          label: 'A day, in USD',
          optional: true,
          value: daily ?? '',
          inputMode: 'decimal',
          maxLength: 16,
        },
        {
          name: 'per_run_limit',
          label: 'One run, in USD',
          optional: true,
          value: perRun ?? '',
          inputMode: 'decimal',
          maxLength: 16,
        },
      ],
    },
    refused,
  )

/** They move money between available and held; the balance, which is the sum of both, does not change. */
const CHANGES_NO_BALANCE: readonly WalletTransaction['kind'][] = ['hold', 'release']

function transactionsOf(
  view: View,
  { items, next_cursor: next }: Static<typeof WalletTransactions>,
  lines: ReadonlyMap<string, RunLine>,
): Html {
  const include = view.query['include'] === 'holds' ? 'holds' : null
  const [other, label] =
    include === null ? ['holds', 'Show holds and releases too'] : [null, 'Show settled movements only']
  return html`${table({
    id: 'transactions',
    caption: `Transactions, newest first${include === null ? '' : ', with holds and releases'}`,
    empty: 'No transactions yet.',
    columns: [
      { title: 'What' },
      { title: 'For' },
      { title: 'Amount', numeric: true },
      { title: 'Balance after', numeric: true },
      { title: 'When' },
    ],
    rows: items.map(({ id, kind, amount, balance_after: after, run_id: run, topup_id: topup, created_at: when }) => ({
      id: `transaction-${id}`,
      cells: [
        kind === 'credit_bounce' ? 'credit for a bounced address' : humanize(kind),
        run !== null
          ? namedRun(view, run, lines.get(run))
          : topup !== null
            ? html`<a href="${pageUrl(view, `/wallet/topups/${topup}`)}">Top-up</a>
<code class="quiet id">${topup}</code>`
            : '–',
        usd(amount),
        CHANGES_NO_BALANCE.includes(kind) ? '–' : usd(after),
        time(when),
      ],
    })),
  })}${pager({ next, cursor: view.query['cursor'], pathAt: (page) => pageUrl(view, '/wallet', { include, ...page }) })}
<p><a href="${pageUrl(view, '/wallet', { include: other })}">${label}</a></p>`
}
