import { mainOf } from '../../../domain/plans/subscription.ts'
import { newId } from '../../../db/ids.ts'
import { readStripeCustomer } from '../../../db/money/payments/customers.ts'
import { type PlanState, readPlanState } from '../../../db/money/plans/state.ts'
import { HTML, htmlPage, pageHeaders } from '../../html/html.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { OpenedPortal, type Plan } from '../../schemas/plan.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'
import { answerOfStripe, notDone, planPaymentOf, planWayOf } from './stripe.ts'
import { AnyQuery } from '../../schemas/common.ts'

/** Spec 4.13; decisions, "plan". */
export const openPlanPortal = (deps: CheckoutDeps) =>
  defineRoute({
    operationId: 'openPlanPortal',
    method: 'POST',
    path: '/v1/plan/portal',
    summary: 'Open the billing portal',
    description:
      'A page for changing the card, paying failed invoices and reading receipts. It is a page of Stripe, or a simulated page where payments are simulated.',
    tags: ['Plan'],
    spec: '4.13',
    access: 'session',
    idempotent: { store: deps, sealed: true },
    responses: {
      200: {
        description: "The URL of the portal. Stripe's link expires after some minutes.",
        schema: OpenedPortal,
      },
    },
    errors: ['conflict', 'unavailable'],
    handler: async ({ principal, reply }) => reply(200, { portal_url: await portalUrl(deps, principal.workspaceId) }),
  })

/** Whether the portal opens. */
export async function portalState(
  deps: Pick<CheckoutDeps, 'db' | 'settings'>,
  workspaceId: string,
  { subscriptions }: PlanState,
): Promise<Plan['portal']> {
  const way = planPaymentOf(deps, mainOf(subscriptions))
  if (way !== 'stripe') return way === 'simulated' ? 'open' : 'unavailable'
  return (await readStripeCustomer(deps.db, workspaceId)) === null ? 'after_first_payment' : 'open'
}

async function portalUrl(deps: CheckoutDeps, workspaceId: string): Promise<string> {
  const { subscriptions } = await readPlanState(deps.db, workspaceId)
  if (planWayOf(deps, mainOf(subscriptions)) === 'simulated') return `${deps.publicUrl()}${PORTAL_PATH}`
  const customerId = await readStripeCustomer(deps.db, workspaceId)
  if (customerId === null)
    throw new Problem(
      'conflict',
      'There is no portal before the first payment. Choose a plan or top up the wallet first.',
    )
  const opened = answerOfStripe<'open_portal'>(
    await deps.providerCaller.call(`portal:${newId('plan')}`, {
      kind: 'open_portal',
      provider: 'stripe',
      workspaceId,
      environment: 'live',
      customerId,
      returnUrl: deps.publicUrl(),
    }),
  )
  if (opened.result !== 'opened') throw notDone(opened)
  const url = deps.cipher.open({ workspaceId, provider: 'stripe', connectionId: customerId }, opened.url)
  if (url.kind !== 'opened') throw new Error('the URL from a worker does not open here')
  return url.credential
}

const PORTAL_PATH = '/checkout/portal'

const PAGE = htmlPage({
  title: 'Simulated billing portal',
  body: '<p class="notice"><strong>This is a simulation.</strong> No money moves here, and there is no card to change.</p><p>Change the plan with POST /v1/plan, and cancel it with POST /v1/plan/cancel. Its invoices are at GET /v1/wallet/invoices.</p>',
})

/** The simulated billing portal: this page contains no customer data. */
export const showPlanPortal = () =>
  defineRoute({
    operationId: 'showPlanPortal',
    method: 'GET',
    path: PORTAL_PATH,
    summary: 'Show the simulated billing portal',
    tags: ['Plan'],
    spec: '4.13',
    access: 'public',
    documented: false,
    query: AnyQuery,
    responses: { 200: { description: 'The page.', ...HTML } },
    errors: [],
    async handler({ reply }) {
      return reply(200, PAGE, pageHeaders(["'none'"]))
    },
  })
