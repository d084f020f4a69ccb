import { randomUUID } from 'node:crypto'
import { isPaid, PLAN_TERMS } from '../../../domain/pricing/plans.ts'
import { PLANS, TABLE_QUOTAS } from '../../../domain/tables/limits.ts'
import { html, type Html } from '../../html/markup.ts'
import { ChosenPlan, OpenedPortal, Plan } from '../../schemas/plan.ts'
import { type Invoice, InvoiceList, Referrals } from '../../schemas/wallet.ts'
import { badge, counted, facts, moment, notice, pager, type ShownRow, table, time, usd, humanize } from '../elements.ts'
import { actionOf, formOf } from '../forms.ts'
import { pageUrl, type MakePage, type Shown, type View, can } from '../page.ts'

const PATH = '/plan'
const INVOICES_PER_PAGE = 20

/** The plan and its limits, the invoices, and what referrals have brought. */
export const planPage: MakePage = ({ find }) => {
  const getPlan = find('getPlan', Plan)
  const cancelPlan = find('cancelPlan', ChosenPlan)
  const choosePlan = find('choosePlan', ChosenPlan)
  const openPlanPortal = find('openPlanPortal', OpenedPortal)
  const listInvoices = find('listInvoices', InvoiceList)
  const getReferrals = find('getReferrals', Referrals)
  return {
    path: PATH,
    section: PATH,
    navigation: { name: 'Plan', group: 'Billing' },
    async show(view) {
      const { cursor } = view.query
      const [plan, invoices, referrals] = await Promise.all([
        getPlan(view),
        listInvoices(view, { query: { limit: INVOICES_PER_PAGE, cursor } }),
        getReferrals(view),
      ])
      return {
        title: 'Plan',
        main: html`${planOf(plan)}
${
  can(view, 'session') &&
  html`<div class="cards forms"><section class="card"><h2>Change the plan</h2>
<ul class="hints">${PLANS.map((one) => html`<li>${planTerms(one)}</li>`)}</ul>
${choiceOf(view, plan)}</section>
${cancelOf(view, plan)}
${portalOf(view, plan)}</div>`
}
${invoiceTable(invoices.items)}
${pager({ next: invoices.next_cursor, cursor, pathAt: (page) => pageUrl(view, PATH, page) })}
${referralsOf(referrals)}`,
      }
    },
    async act(view, form) {
      if (actionOf(form) === 'cancel') {
        await cancelPlan(view)
        return pageUrl(view, PATH)
      }
      if (actionOf(form) === 'portal') {
        const headers = { 'Idempotency-Key': form.get('once') ?? '' }
        return portalShown(view, (await openPlanPortal(view, { headers })).portal_url)
      }
      const chosen = await choosePlan(view, { body: { plan: form.get('plan') ?? '' } })
      if (chosen.checkout_url === null) return pageUrl(view, PATH)
      return {
        title: 'Plan',
        main: html`<p class="lead">The plan begins when its first month is paid.</p>
<p class="actions"><a class="button" href="${chosen.checkout_url}">Continue to the checkout</a>
<a class="button plain" href="${pageUrl(view, PATH)}">Back to the plan</a></p>`,
      }
    },
  }
}

const planOf = (plan: Plan): Html => html`${
  plan.payment_due_by !== null &&
  notice('bad', html`The last payment failed. The plan ends on ${moment(plan.payment_due_by)} unless it is paid.`)
}
${facts([
  ['Plan', humanize(plan.plan)],
  ['Price', `${usd(plan.price)} a month`],
  ['Tables', `${counted(plan.usage.tables)} of ${counted(plan.limits.tables)}`],
  ['Rows', `${counted(plan.usage.rows)} of ${counted(plan.limits.rows)}`],
  ['Discount', `${plan.limits.discount_percent} % on list prices`],
  ...(plan.renews_at === null ? [] : [['Renews', time(plan.renews_at)] as const]),
  ...(plan.next_plan === null ? [] : [['Then', humanize(plan.next_plan)] as const]),
  ...(plan.cancel_at === null ? [] : [['Ends', time(plan.cancel_at)] as const]),
])}`

/** Nothing to cancel: no plan is paid, or it ends already. */
const cancelOf = ({ refused }: View, { plan, cancel_at: end, renews_at: renews }: Plan): Html | null =>
  plan === 'pay_per_call' || end !== null
    ? null
    : html`<section class="card"><h2>Cancel the plan</h2>
<p>It stays until ${renews === null ? 'its month ends' : moment(renews)}, and then nothing more is paid.</p>
${formOf({ action: 'cancel', submit: 'Cancel the plan', fields: [], style: 'danger' }, refused)}</section>`

/** The button is shown only where the portal opens; a deployment without payments has none. */
const portalOf = ({ refused }: View, { portal }: Plan): Html | null => {
  if (portal === 'unavailable') return null
  const form = {
    action: 'portal',
    submit: 'Open the billing portal',
    fields: [],
    style: 'plain',
    hidden: { once: randomUUID() },
  } as const
  return html`<section class="card"><h2>Card and receipts</h2>
<p>The billing portal changes the card, pays failed invoices and has the receipts.</p>
${
  portal === 'open'
    ? formOf(form, refused)
    : html`<p class="quiet">It opens after the first payment: choose a plan or top up the wallet.</p>`
}</section>`
}

const portalShown = (view: View, url: string): Shown => ({
  title: 'Billing portal',
  main: html`<p class="lead">The link is for you alone and expires after some minutes.</p>
<p class="actions"><a class="button" href="${url}">Continue to the billing portal</a>
<a class="button plain" href="${pageUrl(view, PATH)}">Back to the plan</a></p>`,
})

const choiceOf = ({ refused }: View, { plan }: Plan): Html =>
  formOf(
    {
      action: 'choose',
      submit: 'Choose this plan',
      fields: [
        { name: 'plan', label: 'Plan', value: plan, options: PLANS.map((one) => [one, planLabel(one)] as const) },
      ],
    },
    refused,
  )

/** Short enough for a telephone; the list above it states what a plan gives. */
const planLabel = (plan: (typeof PLANS)[number]): string =>
  isPaid(plan) ? `${PLAN_TERMS[plan].title}: ${usd(PLAN_TERMS[plan].price)} a month` : PLAN_TERMS[plan].title

/** What a plan costs and gives. */
function planTerms(plan: (typeof PLANS)[number]): string {
  const { title, price, discountPercent } = PLAN_TERMS[plan]
  const { tables, rows } = TABLE_QUOTAS[plan]
  const cost = isPaid(plan) ? `${usd(price)} a month, ${discountPercent} % off list prices` : 'no monthly price'
  return `${title}: ${cost}, ${counted(tables)} tables, ${counted(rows)} rows`
}

const invoiceTable = (invoices: readonly Invoice[]): Html =>
  table({
    id: 'invoices',
    caption: 'Invoices, newest first',
    empty: 'No invoices yet.',
    columns: [
      { title: 'Number' },
      { title: 'Status' },
      { title: 'Total', numeric: true },
      { title: 'For', wraps: true },
      { title: 'Date' },
    ],
    rows: invoices.map(({ id, number, status, total, lines, created_at: createdAt }): ShownRow => ({
      id,
      cells: [
        number,
        badge(humanize(status), status === 'paid' ? 'good' : 'warn'),
        usd(total),
        lines.map(({ description }) => description).join('; '),
        time(createdAt),
      ],
    })),
  })

const referralsOf = (referrals: Referrals): Html => html`<h2>Referrals</h2>
<p class="lead">A person who signs up at this address and pays a top-up earns a credit for both of you.</p>
<p><code class="long">${referrals.url}</code></p>
${facts([
  ['Credited', usd(referrals.credited)],
  ['Taken back', usd(referrals.taken_back)],
  ['Pending', referrals.pending],
  ['This month', `${referrals.limits.used_this_month} of ${referrals.limits.per_month}`],
])}`
