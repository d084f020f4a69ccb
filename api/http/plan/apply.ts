import { centsOfPlan, choosePlan, type PlanTarget } from '../../../domain/plans/choice.ts'
import { mainOf, type Subscription } from '../../../domain/plans/subscription.ts'
import { type PaidPlan, PLAN_TERMS } from '../../../domain/pricing/plans.ts'
import type { PlanName } from '../../../domain/tables/limits.ts'
import type { Queries } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { upsertStripeCustomer, readStripeCustomer } from '../../../db/money/payments/customers.ts'
import { openPlanCheckout } from '../../../usecases/money/open-plan-checkout.ts'
import { takeSubscription } from '../../../usecases/money/plan-events.ts'
import { changeSimulatedPlan } from '../../../usecases/money/simulated-plan.ts'
import { readPlanState } from '../../../db/money/plans/state.ts'
import type { SaveResponse } from '../../route/idempotency.ts'
import { Problem } from '../../errors/problem.ts'
import type { ChosenPlan } from '../../schemas/plan.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'
import { answerOfStripe, notDone, planWayOf } from './stripe.ts'
import { presentPlan } from './present.ts'

interface PlanChange {
  readonly workspaceId: string
  readonly wanted: PlanName
  readonly saveResponse: SaveResponse<typeof ChosenPlan>
}

/** Applies the chosen plan and returns the resulting plan. The response is stored in the transaction of the change. */
export async function apply(deps: CheckoutDeps, change: PlanChange): Promise<ChosenPlan> {
  const { workspaceId, wanted } = change
  const { subscriptions } = await readPlanState(deps.db, workspaceId)
  const subscription = mainOf(subscriptions)
  const choice = choosePlan(subscription, wanted)
  switch (choice.kind) {
    case 'unchanged':
      return readChosenPlan(deps.db, workspaceId)
    case 'past due':
      throw new Problem(
        'conflict',
        'A payment of the plan has failed. Pay it at POST /v1/plan/portal first, or cancel the plan.',
      )
    case 'checkout':
      return planWayOf(deps, subscription) === 'simulated'
        ? openSimulated(deps, choice.plan, change)
        : openAtStripe(deps, choice.plan, change)
    case 'change':
      if (subscription === null) throw new Error('nothing can be changed where nothing is subscribed to')
      return planWayOf(deps, subscription) === 'simulated'
        ? changeSimulated(deps, change)
        : changeAtStripe(deps, { subscription, to: choice.to, requested: change })
  }
}

const readChosenPlan = async (queries: Queries, workspaceId: string): Promise<ChosenPlan> => ({
  ...presentPlan(await readPlanState(queries, workspaceId)),
  checkout_url: null,
})

/** Stores the response in the transaction that makes the change. */
function answerToStore({ workspaceId, saveResponse }: PlanChange, checkoutUrl: string | null) {
  const written: { body?: ChosenPlan } = {}
  return {
    async beforeCommit(tx: Queries): Promise<void> {
      written.body = { ...(await readChosenPlan(tx, workspaceId)), checkout_url: checkoutUrl }
      await saveResponse(tx, written.body)
    },
    body: (): ChosenPlan => {
      if (written.body === undefined) throw new Error('the transaction was committed without its answer')
      return written.body
    },
  }
}

async function openSimulated({ db, publicUrl }: CheckoutDeps, plan: PaidPlan, change: PlanChange): Promise<ChosenPlan> {
  const id = newId('plan')
  const answer = answerToStore(change, `${publicUrl()}/checkout/${id}`)
  await openPlanCheckout(db, { id, workspaceId: change.workspaceId, plan, simulated: true }, answer.beforeCommit)
  return answer.body()
}

/** A repetition finds Stripe's page under the same id, even after a crash between its opening and the response. */
async function openAtStripe(
  { db, providerCaller, publicUrl }: CheckoutDeps,
  plan: PaidPlan,
  change: PlanChange,
): Promise<ChosenPlan> {
  const { workspaceId } = change
  const id = newId('plan')
  const { title } = PLAN_TERMS[plan]
  const opened = answerOfStripe<'open_checkout'>(
    await providerCaller.call(`checkout:${id}`, {
      kind: 'open_checkout',
      provider: 'stripe',
      workspaceId,
      environment: 'live',
      reference: id,
      customerId: await readStripeCustomer(db, workspaceId),
      order: { purpose: 'plan', plan, cents: centsOfPlan(plan), name: title },
      successUrl: publicUrl(),
      cancelUrl: publicUrl(),
    }),
  )
  if (opened.result !== 'opened') throw notDone(opened)
  const answer = answerToStore(change, opened.url)
  await openPlanCheckout(db, { id, workspaceId, plan, simulated: false }, async (tx) => {
    await upsertStripeCustomer(tx, workspaceId, opened.customerId)
    await answer.beforeCommit(tx)
  })
  return answer.body()
}

/** Decided again under the workspace's lock: a concurrent request may have been faster. */
async function changeSimulated(deps: CheckoutDeps, change: PlanChange): Promise<ChosenPlan> {
  const answer = answerToStore(change, null)
  const choice = await changeSimulatedPlan(deps.db, change.workspaceId, {
    wanted: change.wanted,
    beforeCommit: answer.beforeCommit,
  })
  return choice.kind === 'checkout' ? openSimulated(deps, choice.plan, change) : answer.body()
}

interface StripeChange {
  readonly subscription: Subscription
  readonly to: PlanTarget
  readonly requested: PlanChange
}

async function changeAtStripe(
  { db, providerCaller }: CheckoutDeps,
  { subscription, to, requested: change }: StripeChange,
): Promise<ChosenPlan> {
  const { workspaceId } = change
  const reference = newId('plan')
  // One change of a subscription at a time: of two concurrent ones the second is refused and has to read the plan
  // again.
  const stripeAnswer = answerOfStripe<'change_subscription'>(
    await providerCaller.call(`plan:${subscription.id}`, {
      kind: 'change_subscription',
      provider: 'stripe',
      workspaceId,
      environment: 'live',
      subscriptionId: subscription.id,
      reference,
      to: { plan: to.plan, cents: centsOfPlan(to.plan), name: PLAN_TERMS[to.plan].title },
      upgradeFrom: to.upgrade ? { cents: centsOfPlan(subscription.plan) } : null,
      cancelAtPeriodEnd: to.cancelAtPeriodEnd,
    }),
  )
  if (stripeAnswer.result === 'declined')
    throw new Problem(
      'conflict',
      `The card was declined (${stripeAnswer.code}), and the plan has not changed. Change the card at POST /v1/plan/portal.`,
    )
  if (stripeAnswer.result !== 'changed') throw notDone(stripeAnswer)
  const {
    plan,
    status,
    period_start: start,
    period_end: end,
    cancel_at_period_end: cancelAtPeriodEnd,
    told_at: at,
  } = stripeAnswer.subscription
  const answer = answerToStore(change, null)
  await takeSubscription(
    db,
    {
      id: subscription.id,
      workspaceId,
      plan,
      status,
      cancelAtPeriodEnd,
      periodStart: new Date(start),
      periodEnd: new Date(end),
      reportedAt: new Date(at),
    },
    answer.beforeCommit,
  )
  return answer.body()
}
