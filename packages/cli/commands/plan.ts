import { Argument } from 'commander'
import { noun, operation } from '../operation-command.ts'
import { factsOf, time } from '../output/items.ts'
import { safeLine } from '../output/text.ts'
import { textAt } from '../output/value.ts'

const used = (what: string) => (plan: unknown) => `${textAt(plan, 'usage', what)} of ${textAt(plan, 'limits', what)}`

const planView = factsOf([
  ['plan', 'plan'],
  ['price', (body) => `${textAt(body, 'price')} USD a month`],
  ['discount', (body) => `${textAt(body, 'limits', 'discount_percent')} %`],
  ['tables', used('tables')],
  ['rows', used('rows')],
  ['renews', time('renews_at')],
  ['ends', time('cancel_at')],
  ['next plan', 'next_plan'],
  ['payment due', time('payment_due_by')],
  ['checkout', 'checkout_url'],
])

const view = operation({
  name: 'view',
  alias: 'get',
  summary: 'show the plan, its limits and their use',
  operation: 'GET /v1/plan',
  view: planView,
  examples: ['svc plan', 'svc plan view --field plan'],
})

const choose = operation({
  name: 'choose',
  summary: 'choose a plan; a larger one charges the rest of the month at once',
  operation: 'POST /v1/plan',
  words: [new Argument('<plan>', 'another plan').choices(['pay_per_call', 'plus', 'pro', 'scale'])],
  sends: ({ words: [plan] }) => ({ body: { plan } }),
  view: planView,
  note: (body) =>
    textAt(body, 'checkout_url') === '' ? '' : 'Open the checkout in a browser. The plan is effective after payment.',
  asPerson: true,
  examples: ['svc plan choose plus'],
})

const cancel = operation({
  name: 'cancel',
  summary: 'end the plan with the paid month',
  operation: 'POST /v1/plan/cancel',
  view: planView,
  note: (body) => (textAt(body, 'cancel_at') === '' ? '' : `To withdraw it: svc plan choose ${textAt(body, 'plan')}`),
  asPerson: true,
  examples: ['svc plan cancel'],
})

const portal = operation({
  name: 'portal',
  summary: 'open the billing portal: payment method and invoices',
  operation: 'POST /v1/plan/portal',
  view: (body) => `${safeLine(textAt(body, 'portal_url'))}\n`,
  note: () => 'Open it in a browser.',
  asPerson: true,
  examples: ['svc plan portal'],
})

/** Spec 4.13; decisions, "plan". */
export const plan = noun(view, choose, cancel, portal)
