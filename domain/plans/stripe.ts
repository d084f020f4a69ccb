import { idOf } from '../payments/event.ts'
import { doubleOf, integerOf } from '../json/decimal.ts'
import { name, object } from '../inbound/wire.ts'
import { PAID_PLANS, PLAN_TERMS } from '../pricing/plans.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { centsOfPlan } from './choice.ts'
import type { SubscriptionState, SubscriptionStatus } from './subscription.ts'

/** Stripe's statuses. A subscription without its first payment is not covered here. */
const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'ended',
  incomplete_expired: 'ended',
}

export type ReadSubscription =
  | { readonly kind: 'state'; readonly state: SubscriptionState }
  /** It is no subscription of ours, or has not begun. */
  | { readonly kind: 'none'; readonly why: string }
  /** Its metadata state that it is ours, but its values do not fit. */
  | { readonly kind: 'wrong'; readonly why: string }

const wrong = (why: string): ReadSubscription => ({ kind: 'wrong', why })

/**
 * A subscription of Stripe in our own terms. Its plan is the one in our metadata, and its price must be that plan's: a
 * price changed at Stripe never gives a plan for less.
 */
export function readSubscription(subscription: JsonObject, reportedAt: Date): ReadSubscription {
  const metadata = object(subscription['metadata'])
  const [id, workspaceId, planName] = [
    name(subscription['id']),
    name(metadata?.['workspace_id']),
    name(metadata?.['plan']),
  ]
  if (id === null || metadata?.['purpose'] !== 'plan' || workspaceId === null)
    return { kind: 'none', why: 'it is not a subscription of this service' }
  const plan = PAID_PLANS.find((one) => one === planName)
  if (plan === undefined) return wrong(`${id} has no plan of this service`)
  const stated = name(subscription['status']) ?? ''
  if (stated === 'incomplete') return { kind: 'none', why: `${id} has no first payment yet` }
  const status = Object.hasOwn(STATUSES, stated) ? STATUSES[stated] : undefined
  if (status === undefined) return wrong(`${id} has an unknown status`)
  const item = onlyItem(subscription)
  if (item === null) return wrong(`${id} is not for one thing`)
  if (status !== 'ended' && !hasPriceOf(plan, item))
    return wrong(`${id} does not cost what ${PLAN_TERMS[plan].title} costs`)
  // Newer versions of Stripe's API put the period into the item.
  const [periodStart, periodEnd] = ['current_period_start', 'current_period_end'].map((member) =>
    timeOf(item[member] ?? subscription[member]),
  )
  if (periodStart == null || periodEnd == null || periodEnd <= periodStart) return wrong(`${id} has no period`)
  const cancelAtPeriodEnd =
    subscription['cancel_at_period_end'] === true || doubleOf(subscription['cancel_at']) !== null
  return {
    kind: 'state',
    state: { id, workspaceId, plan, status, periodStart, periodEnd, cancelAtPeriodEnd, reportedAt },
  }
}

/** Stripe writes times in whole seconds since 1970. */
function timeOf(value: Json | undefined): Date | null {
  const seconds = doubleOf(value)
  return seconds === null ? null : new Date(seconds * 1000)
}

function onlyItem(subscription: JsonObject): JsonObject | null {
  const items = object(subscription['items'])?.['data']
  return Array.isArray(items) && items.length === 1 ? object(items[0]) : null
}

function hasPriceOf(plan: SubscriptionState['plan'], item: JsonObject): boolean {
  const price = object(item['price'])
  const recurring = object(price?.['recurring'])
  return (
    integerOf(price?.['unit_amount']) === centsOfPlan(plan) &&
    price?.['currency'] === 'usd' &&
    (item['quantity'] ?? 1) === 1 &&
    recurring?.['interval'] === 'month' &&
    (recurring['interval_count'] ?? 1) === 1
  )
}

/** A paid invoice of a subscription of ours. */
export interface PlanInvoice {
  readonly id: string
  readonly workspaceId: string
  readonly cents: number
  readonly description: string
  readonly period: { readonly start: Date; readonly end: Date }
}

/**
 * null: the invoice belongs to no subscription of ours, or is for nothing. The invoice repeats the subscription's own
 * metadata.
 */
export function readPlanInvoice(invoice: JsonObject): PlanInvoice | null {
  const details = object(object(invoice['parent'])?.['subscription_details']) ?? object(invoice['subscription_details'])
  const metadata = object(details?.['metadata'])
  const [id, workspaceId] = [idOf(invoice), name(metadata?.['workspace_id'])]
  const { amount_paid: paid, currency } = invoice
  const cents = integerOf(paid)
  if (id === null || workspaceId === null || metadata?.['purpose'] !== 'plan') return null
  if (currency !== 'usd' || cents === null || cents === 0) return null
  const lines = object(invoice['lines'])?.['data']
  const periods = (Array.isArray(lines) ? lines : []).map((line) => object(object(line)?.['period']))
  const edge = (member: string, of: (...times: number[]) => number): Date | null => {
    const times = periods.flatMap((period) => doubleOf(period?.[member]) ?? [])
    return times.length === 0 ? null : new Date(of(...times) * 1000)
  }
  const created = timeOf(invoice['created']) ?? new Date(0)
  const plan = PAID_PLANS.find((one) => one === metadata['plan'])
  const title = plan === undefined ? 'Plan' : PLAN_TERMS[plan].title
  const [start, end] = [edge('start', Math.min) ?? created, edge('end', Math.max) ?? created]
  return {
    id,
    workspaceId,
    cents,
    description: invoice['billing_reason'] === 'subscription_update' ? `${title}, for the rest of a period` : title,
    period: { start, end },
  }
}
